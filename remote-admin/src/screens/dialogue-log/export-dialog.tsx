import { useState } from 'react';
import {
  downloadDialogueLogExport,
  exportFormat,
  type DialogueLogExport,
  type DialogueLogFilter,
  type ExportFormat,
} from '@parlance/shared/contract/api/dialogue-log';
import { exportKeptDays } from '@parlance/shared/contract/values/export-days';
import { addressOf } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatDate, formatNumber } from '@parlance/shared/i18n/format';
import choices from '@parlance/shared/ui/choices.module.css';
import { MoreRows } from '@parlance/shared/ui/data';
import { Dialog } from '@parlance/shared/ui/dialog';
import dialogForm from '@parlance/shared/ui/dialog-form.module.css';
import { Actions, SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from '../../dialogue-log/dialogue-log.module.css';
import { isUnderWay, useExports } from './use-exports.ts';

type Props = { readonly filter: DialogueLogFilter; readonly hasNames: boolean; readonly close: () => void };

/** Exports the list, in the background, and shows the exports of the last days. */
export function ExportDialog({ filter, hasNames, close }: Props) {
  const { t } = useTranslation('admin');
  const exports = useExports();
  const [format, choose] = useState<ExportFormat>('csv');
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('dialogueLog.export.title')} close={close}>
      <form
        className={dialogForm.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(() => exports.begin(format, filter).then(() => 'again'));
        }}
      >
        <p>
          {Object.keys(filter).length > 0 ? t('dialogueLog.export.filtered') : t('dialogueLog.export.everything')}{' '}
          {hasNames ? t('dialogueLog.export.withNames') : t('dialogueLog.export.withoutNames')}
        </p>
        <fieldset className={choices.choices}>
          <legend>{t('dialogueLog.export.format')}</legend>
          {exportFormat.options.map((it) => (
            <label key={it}>
              <input type="radio" name="format" value={it} checked={format === it} onChange={() => choose(it)} />
              <span>{t(`dialogueLog.export.formats.${it}`)}</span>
            </label>
          ))}
        </fieldset>
        <SubmitFailure failure={failure} />
        <Actions>
          <button type="submit" className="button button-main" aria-disabled={isSending}>
            {t('dialogueLog.export.begin')}
          </button>
        </Actions>
      </form>
      <section className={styles.exports} aria-label={t('dialogueLog.export.own')}>
        <h3>{t('dialogueLog.export.own')}</h3>
        {exports.rows.status === 'loading' && <LoadingState />}
        {exports.rows.status === 'failed' && <ErrorState error={exports.rows.failure} onRetry={exports.reload} />}
        {exports.rows.status === 'ready' && exports.rows.data.length === 0 && (
          <p className={styles.note}>{t('dialogueLog.export.none')}</p>
        )}
        {exports.rows.status === 'ready' && exports.rows.data.length > 0 && (
          <ul>
            {exports.rows.data.map((it) => (
              <ExportRow key={it.id} made={it} remove={exports.remove} />
            ))}
          </ul>
        )}
        <MoreRows more={exports.more} label={t('dialogueLog.more')} />
        <p className={styles.note}>{t('dialogueLog.export.kept', { days: exportKeptDays })}</p>
      </section>
    </Dialog>
  );
}

function ExportRow({
  made,
  remove,
}: {
  readonly made: DialogueLogExport;
  readonly remove: (id: string) => Promise<void>;
}) {
  const { t } = useTranslation('admin');
  const language = currentLanguage();
  const { send, isSending, failure } = useSending();
  const about = { format: made.format.toUpperCase(), at: formatDate(language, made.created_at) };
  return (
    <li>
      <span>
        {made.status === 'complete' && made.size !== null ? (
          <a href={addressOf(downloadDialogueLogExport, { params: { export_id: made.id } })}>
            {t('dialogueLog.export.download', { ...about, size: formatBytes(language, made.size) })}
          </a>
        ) : (
          t('dialogueLog.export.of', about)
        )}
        <small role="status">{stateOf(t, made)}</small>
        {isUnderWay(made) && (
          <progress aria-label={t('dialogueLog.export.of', about)} max={Math.max(1, made.of)} value={made.done} />
        )}
        <SubmitFailure failure={failure} />
      </span>
      <button
        type="button"
        className="button-link"
        aria-disabled={isSending}
        onClick={() => send(() => remove(made.id).then(() => 'again'))}
      >
        {isUnderWay(made) ? t('dialogueLog.export.cancel') : t('dialogueLog.export.remove')}
      </button>
    </li>
  );
}

type Translate = ReturnType<typeof useTranslation<'admin'>>['t'];

function stateOf(t: Translate, { status, done, of, has_names: hasNames }: DialogueLogExport): string {
  const language = currentLanguage();
  if (status === 'running')
    return t('dialogueLog.export.running', { done: formatNumber(language, done), of: formatNumber(language, of) });
  if (status === 'complete')
    return hasNames
      ? t('dialogueLog.export.completeWithNames', { done: formatNumber(language, done) })
      : t('dialogueLog.export.complete', { done: formatNumber(language, done) });
  return t(`dialogueLog.export.states.${status}`);
}
