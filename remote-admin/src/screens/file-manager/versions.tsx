import {
  downloadFileVersion,
  versionsAtMost,
  type FileVersion,
  type ManagedDetail,
} from '@parlance/shared/contract/api/file-manager';
import { addressOf } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import styles from './file-manager.module.css';
import { putBack } from './use-changes.ts';

/** The earlier versions of a file, newest first. */
export function Versions({
  file: { id, versions, can },
  changed,
}: {
  readonly file: ManagedDetail;
  readonly changed: () => void;
}) {
  const { t } = useTranslation('file-manager');
  return (
    <section className={styles.part} aria-labelledby="versions">
      <h3 id="versions">{t('versions.title')}</h3>
      <ul className={styles.plain}>
        {versions.map((version) => (
          <VersionRow key={version.id} of={id} version={version} mayRestore={can.edit} changed={changed} />
        ))}
      </ul>
      <p className={styles.note}>{t('versions.kept', { number: formatNumber(currentLanguage(), versionsAtMost) })}</p>
    </section>
  );
}

type Row = {
  readonly of: string;
  readonly version: FileVersion;
  readonly mayRestore: boolean;
  readonly changed: () => void;
};

function VersionRow({ of, version, mayRestore, changed }: Row) {
  const { t } = useTranslation('file-manager');
  const language = currentLanguage();
  const { send, isSending, failure } = useSending();
  const { id, name, size, replaced_at: replacedAt, replaced_by: replacedBy } = version;
  const params = { source_id: of, version_id: id };
  const when = formatDate(language, replacedAt);
  const restore = () =>
    send(async () => {
      await putBack(of, version);
      snackbar(t('versions.restoring', { name }), { tone: 'good' });
      changed();
      return 'again';
    });
  return (
    <li className={styles.version}>
      <span>
        {name}
        <small>
          {[
            t('versions.until', { when }),
            formatBytes(language, size),
            ...(replacedBy === null ? [] : [replacedBy.name]),
          ].join(' · ')}
        </small>
        <SubmitFailure failure={failure} />
      </span>
      <a
        className="button-link"
        href={addressOf(downloadFileVersion, { params })}
        aria-label={t('versions.downloadOf', { name, when })}
      >
        {t('actions.download')}
      </a>
      {mayRestore && (
        <button
          type="button"
          className="button-link"
          aria-disabled={isSending}
          aria-label={t('versions.restoreOf', { name, when })}
          onClick={restore}
        >
          {t('versions.restore')}
        </button>
      )}
    </li>
  );
}
