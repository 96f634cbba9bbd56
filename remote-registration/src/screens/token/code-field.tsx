import { codeLength } from '@parlance/shared/contract/values/code';
import { useTranslation } from '@parlance/shared/i18n';
import { Field } from '@parlance/shared/ui/fields';
import { useEffect, useRef } from 'react';
import styles from './token.module.css';
import type { CodeFault } from './use-code.ts';

type Props = {
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly fault: CodeFault | null;
  readonly triesLeft: number;
  readonly isSending: boolean;
};

/** One field for all digits: it accepts pasted text, and phones fill it in from the message. */
export function CodeField({ value, onType, fault, triesLeft, isSending }: Props) {
  const { t } = useTranslation('registration');
  const input = useRef<HTMLInputElement>(null);
  // The code is the only input here, and most people have it in the clipboard.
  useEffect(() => input.current?.focus(), []);
  return (
    <Field
      label={t('token.label')}
      fault={
        fault === null
          ? undefined
          : {
              key: `registration:token.fault.${fault}`,
              values: { length: codeLength, left: t('token.triesLeft', { count: triesLeft }) },
            }
      }
    >
      {(control) => (
        <input
          {...control}
          ref={input}
          className={styles.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          value={value}
          readOnly={isSending}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  );
}
