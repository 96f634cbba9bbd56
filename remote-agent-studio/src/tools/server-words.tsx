import type { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './tools.module.css';

export type FailureIssues = ApiFailure['issues'];

const ways = [
  'name',
  'refused',
  'silent',
  'certificate',
  'certificate_untrusted',
  'certificate_expired',
  'certificate_name',
  'cut',
  'proxy',
  'proxy_name',
] as const;

/** The details of a failure of a tool's server, beyond the sentence: the failed step, or the server's own words. */
export function ServerWords({ issues }: { readonly issues: FailureIssues }) {
  const { t } = useTranslation('agent-studio');
  const messageAt = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const way = ways.find((it) => it === messageAt('unreachable'));
  const said = messageAt('said');
  return (
    <>
      {way !== undefined && <p className={styles.note}>{t(`tools.unreachable.${way}`)}</p>}
      {said !== undefined && (
        <p className={styles.note} dir="auto">
          {t('tools.serverSaid', { words: said })}
        </p>
      )}
    </>
  );
}
