import type { SentCode } from '@parlance/shared/contract/values/code';
import { codeLength, digitsOf } from '@parlance/shared/digits';
import { failureKey, type ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { type Faults, FormEnd, TextField, useForm, useSecondsUntil, useSending } from '@parlance/shared/ui/fields';
import { useEffect, useRef, useState } from 'react';
import { lengthOf } from '../length-of-time.ts';
import styles from './fields.module.css';

type Props = {
  /** The address that the code was sent to, and its purpose. */
  readonly lead: string;
  /** The time another one can be sent, in milliseconds since 1970. */
  readonly resendAt: number;
  /** The labels of both codes, if a second code is needed. */
  readonly labels?: { readonly code: string; readonly second: string };
  /** Submits the code; resolves if it was right, and the second one too. */
  readonly confirm: (code: string, second: string) => Promise<void>;
  /** Sends another one. Resolves with null if that takes more than a press, and another form asks for it. */
  readonly resend: () => Promise<SentCode | null>;
  readonly onCancel: () => void;
};

/** Returns the time at which another code can be requested, from the response that sent the last one. */
export const resendAtOf = ({ resend_in: seconds }: SentCode): number => Date.now() + seconds * 1000;

/** Asks for the six digits of a mail. They may be pasted with a space in them, and are submitted once complete. */
export function CodeForm({ lead, resendAt, labels, confirm, resend, onCancel }: Props) {
  const { t } = useTranslation('host');
  /** The last submitted code: the same wrong one is not submitted automatically again. */
  const [lastSent, setLastSent] = useState('');
  const { values, type, faults, form, isSending, failure, submit } = useForm({
    initial: { code: '', second: '' },
    check: ({ code, second }): Faults<Field> => ({
      ...missing('code', code),
      ...(labels === undefined ? {} : missing('second', second)),
    }),
    async send({ code, second }) {
      setLastSent(code + second);
      await confirm(code, second);
    },
    beside: faultOfCode,
  });
  const typed = values.code + values.second;
  const isRefused = typed === lastSent && (faults.code !== undefined || faults.second !== undefined);
  const isWhole = typed.length === codeLength * (labels === undefined ? 1 : 2) && typed !== lastSent;
  const send = useRef(submit);
  useEffect(() => {
    send.current = submit;
  });
  useEffect(() => {
    if (isWhole) send.current();
  }, [isWhole]);
  useEffect(() => {
    form.ref.current?.querySelector('input')?.focus();
  }, [form.ref]);
  return (
    <form
      {...form}
      className={styles.form}
      onSubmit={(event) => {
        // A code has few tries, and this one is known to be wrong.
        if (isRefused) {
          event.preventDefault();
          const refused = form.ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
          refused?.focus();
          refused?.select();
        } else form.onSubmit(event);
      }}
    >
      <p className={styles.lead}>{lead}</p>
      <TextField
        label={labels?.code ?? t('login.code.label')}
        value={values.code}
        fault={faults.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        onType={(text) => type('code', digitsOf(text))}
      />
      {labels !== undefined && (
        <TextField
          label={labels.second}
          value={values.second}
          fault={faults.second}
          inputMode="numeric"
          autoComplete="off"
          onType={(text) => type('second', digitsOf(text))}
        />
      )}
      <FormEnd label={t('login.code.submit')} isSending={isSending} failure={failure} onCancel={onCancel} />
      <Resend
        resendAt={resendAt}
        resend={async () => {
          const again = await resend();
          if (again === null) return null;
          type('code', '');
          type('second', '');
          form.ref.current?.querySelector('input')?.focus();
          return again;
        }}
      />
    </form>
  );
}

type Field = 'code' | 'second';

const missing = (field: Field, code: string): Faults<Field> =>
  code.length === codeLength ? {} : { [field]: { key: 'host:login.code.missing' } };

/** Returns the fault of one of the codes, with the remaining tries. */
function faultOfCode({ code, issues }: ApiFailure): Faults<Field> {
  const told = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const [tries, field] = [told('tries_left'), told('field') === undefined ? 'code' : 'second'];
  if (code === 'code_wrong' && tries !== undefined && tries !== '0')
    return { [field]: { key: 'host:login.code.wrong', values: { tries } } };
  return code === 'code_wrong' || code === 'code_expired' ? { [field]: { key: 'shared:errors.code_expired' } } : {};
}

/** A button that sends another code. The countdown of a minute is visible, but screen readers do not announce it. */
function Resend({ resendAt, resend }: Pick<Props, 'resendAt' | 'resend'>) {
  const { t } = useTranslation('host');
  const [due, setDue] = useState(resendAt);
  const [isSent, setSent] = useState(false);
  const { send, failure } = useSending();
  const seconds = useSecondsUntil(due);
  const again = () =>
    send(async () => {
      setSent(false);
      const sent = await resend();
      if (sent !== null) setDue(resendAtOf(sent));
      setSent(sent !== null);
      return 'again';
    });
  const said = failure === null ? isSent && t('login.code.resent') : t(failureKey(failure));
  return (
    <>
      <p className={styles.resend}>
        {seconds > 0 ? (
          t('login.code.wait', { time: lengthOf(seconds) })
        ) : (
          <button type="button" className="button-link" onClick={again}>
            {t('login.code.resend')}
          </button>
        )}
      </p>
      <p role="status" className={styles.resend}>
        {said}
      </p>
    </>
  );
}
