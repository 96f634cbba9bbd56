import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { CopyButton } from '@parlance/shared/ui/copy-button';
import styles from './automation-editor.module.css';
import { curlOf } from './curl.ts';
import { CopyLine, SecretOnce } from './secret-once.tsx';
import type { Editing } from './use-automation.ts';

const exampleEvent = JSON.stringify({
  type: 'order.created',
  order: { id: 'A-1042', customer: 'Ada Example', total: 129.5 },
});
/** The placeholder in the script once the secret is no longer known. */
const placeholderSecret = 'whsec_…';

/** The URL of a webhook, its secret, and a script that sends one. */
export default function WebhookPanel({ editing }: { readonly editing: Editing }) {
  const { t } = useTranslation('agent-automation');
  const { saved, secrets } = editing;
  const url = saved?.webhook_url ?? null;
  if (saved === null || url === null) return <p className={styles.note}>{t('webhook.later')}</p>;
  const script = curlOf({ url, secret: secrets.webhook ?? placeholderSecret, event: exampleEvent });
  return (
    <div className={styles.webhook}>
      <CopyLine label={t('webhook.url')} value={url} />
      <SecretOnce editing={editing} of="webhook" isUsed />
      {saved.both_secrets_until !== null && (
        <p className={styles.note}>
          {t('webhook.both', { until: formatDate(currentLanguage(), saved.both_secrets_until) })}
        </p>
      )}
      <details>
        <summary>{t('webhook.try')}</summary>
        <p className={styles.note}>{secrets.webhook === null ? t('webhook.putSecret') : t('webhook.ready')}</p>
        <pre className={styles.script} role="region" tabIndex={0} aria-label={t('webhook.script')}>
          {script}
        </pre>
        <CopyButton label={t('copyOfWhat', { what: t('webhook.script') })} textOf={() => script} />
        <p className={styles.note}>{t('webhook.about')}</p>
      </details>
    </div>
  );
}
