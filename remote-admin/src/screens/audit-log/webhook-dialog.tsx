import { useState } from 'react';
import { type AuditWebhook, webhookUrlMaxLength } from '@parlance/shared/contract/api/audit/audit-webhook';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Actions, FormEnd, SubmitFailure, TextField, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './audit-log.module.css';
import { Deliveries } from './deliveries.tsx';
import { outcomeText } from './outcome.ts';
import { useWebhook, type Webhook } from './use-webhook.ts';

/** The webhook of the log: the address, the secret, a test, and the failed deliveries. */
export function WebhookDialog({ close }: { readonly close: () => void }) {
  const { t } = useTranslation('audit-log');
  const state = useWebhook();
  const [secret, setSecret] = useState<string | null>(null);
  const { webhook } = state;
  return (
    <Dialog title={t('webhook.title')} close={close}>
      {webhook.status === 'loading' && <LoadingState />}
      {webhook.status === 'failed' && <ErrorState error={webhook.failure} onRetry={state.reload} />}
      {webhook.status === 'ready' && (
        <div className={styles.entry}>
          <p>{t('webhook.text')}</p>
          <div role="status">{secret !== null && <Secret secret={secret} />}</div>
          <AddressForm state={state} now={webhook.data.webhook} tell={setSecret} />
          {webhook.data.webhook !== null && <Running webhook={webhook.data.webhook} state={state} tell={setSecret} />}
        </div>
      )}
    </Dialog>
  );
}

function Secret({ secret }: { readonly secret: string }) {
  const { t } = useTranslation('audit-log');
  return (
    <div className={styles.secret}>
      <p>{t('webhook.secretText')}</p>
      <TextField label={t('webhook.secret')} value={secret} readOnly onType={() => undefined} />
    </div>
  );
}

type Props = { readonly state: Webhook; readonly tell: (secret: string | null) => void };

function AddressForm({ state, now, tell }: Props & { readonly now: AuditWebhook | null }) {
  const { t } = useTranslation('audit-log');
  const [url, setUrl] = useState(now?.url ?? '');
  const [isWrong, setWrong] = useState(false);
  const { send, isSending, failure } = useSending();
  return (
    <form
      className={styles.entry}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isAddress = /^https?:\/\/[^\s]+$/i.test(url.trim());
        setWrong(!isAddress);
        if (!isAddress) return;
        send(async () => {
          const secret = await state.put(url.trim());
          if (secret !== null) tell(secret);
          return 'again';
        });
      }}
    >
      <TextField
        label={t('webhook.url')}
        hint={t('webhook.urlHint')}
        value={url}
        fault={isWrong ? { key: 'audit-log:webhook.urlWrong' } : undefined}
        maxLength={webhookUrlMaxLength}
        inputMode="url"
        onType={setUrl}
      />
      <FormEnd label={now === null ? t('webhook.begin') : t('webhook.save')} isSending={isSending} failure={failure} />
    </form>
  );
}

function Running({ webhook, state, tell }: Props & { readonly webhook: AuditWebhook }) {
  const { t } = useTranslation('audit-log');
  const [tried, setTried] = useState('');
  const [isEnding, end] = useState(false);
  const { send, isSending, failure } = useSending();
  const language = currentLanguage();
  async function tryIt(): Promise<void> {
    setTried('');
    const outcome = await state.tryIt();
    setTried(outcome.has_arrived ? t('webhook.arrived', { status: outcome.status }) : outcomeText(t, outcome));
  }
  const act = (work: () => Promise<unknown>) => () => send(() => work().then(() => 'again'));
  return (
    <>
      <p className={styles.note}>
        {t('webhook.through', { number: formatNumber(language, webhook.through) })}
        {webhook.both_secrets_until !== null && (
          <> {t('webhook.both', { until: formatDate(language, webhook.both_secrets_until) })}</>
        )}
      </p>
      <p role="status">{tried}</p>
      <SubmitFailure failure={failure} />
      {isEnding ? (
        <>
          <p>{t('webhook.removeText')}</p>
          <Actions>
            <button
              type="button"
              className="button button-danger"
              aria-disabled={isSending}
              onClick={act(() => state.remove().then(() => tell(null)))}
            >
              {t('webhook.remove')}
            </button>
            <button type="button" className="button" onClick={() => end(false)}>
              {t('webhook.cancel')}
            </button>
          </Actions>
        </>
      ) : (
        <Actions>
          <button type="button" className="button" aria-disabled={isSending} onClick={act(tryIt)}>
            {t('webhook.try')}
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={isSending}
            onClick={act(() => state.rotate().then(tell))}
          >
            {t('webhook.rotate')}
          </button>
          <button type="button" className="button" onClick={() => end(true)}>
            {t('webhook.remove')}
          </button>
        </Actions>
      )}
      <Deliveries />
    </>
  );
}
