import { codeLength } from '@parlance/shared/contract/code';
import { useTranslation } from '@parlance/shared/i18n';
import { useEffect, useId, useRef } from 'react';
import fields from '../../fields/fields.module.css';
import styles from './token.module.css';
import type { CodeFault } from './use-code.ts';

type Props = {
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly fault: CodeFault | null;
  readonly triesLeft: number;
  readonly isSending: boolean;
};

/** One field for all digits: it can be pasted into, and phones fill it in from the message. */
export function CodeField({ value, onType, fault, triesLeft, isSending }: Props) {
  const { t } = useTranslation('registration');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The code is all there is to do here, and most people have it in the clipboard.
  useEffect(() => input.current?.focus(), []);
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{t('token.label')}</label>
      <input
        ref={input}
        id={id}
        className={`${fields.control} ${styles.code}`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        value={value}
        readOnly={isSending}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => onType(event.target.value)}
      />
      {/* Said at once: the code is sent by itself, so the focus does not move. */}
      <div id={`${id}-note`} role="alert" className={fault === null ? fields.hint : fields.fault}>
        {fault !== null && t(`token.fault.${fault}`, { length: codeLength })}
        {fault === 'wrong' && <> {t('token.triesLeft', { count: triesLeft })}</>}
      </div>
    </div>
  );
}
