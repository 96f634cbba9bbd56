/// <reference path="../ui/css.d.ts" />
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import type { Upload } from './upload-state.ts';
import styles from './uploads.module.css';
import type { Uploads } from './use-uploads.ts';

/** The files under way, with actions on all of them if there are several. */
export function UploadList({ uploads: { uploads, arrived, pause, resume, cancel } }: { readonly uploads: Uploads }) {
  const { t } = useTranslation('shared');
  const language = currentLanguage();
  if (uploads.length === 0) return null;
  const keysOf = (...stages: readonly Upload['stage'][]) =>
    uploads.filter(({ stage }) => stages.includes(stage)).map(({ key }) => key);
  const [moving, paused] = [keysOf('waiting', 'sending'), keysOf('paused')];
  const total = uploads.length + arrived;
  return (
    <section aria-label={t('uploads.title')}>
      {total > 1 && (
        <div className={styles.upload}>
          <div className={styles.what}>
            <span role="status" className={styles.note}>
              {t('uploads.sum', { arrived: formatNumber(language, arrived), total: formatNumber(language, total) })}
            </span>
            <progress
              max={total}
              value={uploads.reduce((sum, { part }) => sum + part, arrived)}
              aria-label={t('uploads.title')}
            />
          </div>
          <div className={styles.actions}>
            {moving.length > 0 && (
              <button type="button" className="button-link" onClick={() => pause(moving)}>
                {t('uploads.pauseAll')}
              </button>
            )}
            {moving.length === 0 && paused.length > 0 && (
              <button type="button" className="button-link" onClick={() => resume(paused)}>
                {t('uploads.resumeAll')}
              </button>
            )}
            <button type="button" className="button-link" onClick={() => cancel(uploads.map(({ key }) => key))}>
              {t('uploads.cancelAll')}
            </button>
          </div>
        </div>
      )}
      <ul className={styles.list}>
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            pause={() => pause([upload.key])}
            resume={() => resume([upload.key])}
            cancel={() => cancel([upload.key])}
          />
        ))}
      </ul>
    </section>
  );
}

type Row = {
  readonly upload: Upload;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
};

/** A file under way, or the reason it failed. */
function UploadRow({
  upload: {
    file: { name },
    part,
    stage,
    problem,
  },
  pause,
  resume,
  cancel,
}: Row) {
  const { t } = useTranslation('shared');
  const isUnderWay = stage === 'waiting' || stage === 'sending';
  return (
    <li className={styles.upload}>
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>
        {stage === 'sending' && <progress value={part} aria-label={t('uploads.sending', { name })} />}
        {stage === 'waiting' && <span className={styles.note}>{t('uploads.waiting')}</span>}
        {stage === 'paused' && <span className={styles.note}>{t('uploads.paused')}</span>}
        {problem !== null && (
          <span role="alert" className={styles.bad}>
            {t(problem)}
          </span>
        )}
      </div>
      <div className={styles.actions}>
        {isUnderWay && (
          <button type="button" className="button-link" aria-label={t('uploads.pauseOf', { name })} onClick={pause}>
            {t('uploads.pause')}
          </button>
        )}
        {stage === 'paused' && (
          <button type="button" className="button-link" aria-label={t('uploads.resumeOf', { name })} onClick={resume}>
            {t('uploads.resume')}
          </button>
        )}
        {stage === 'failed' && (
          <button type="button" className="button-link" aria-label={t('uploads.retryOf', { name })} onClick={resume}>
            {t('uploads.retry')}
          </button>
        )}
        <button
          type="button"
          className="button-link"
          onClick={cancel}
          aria-label={problem === null ? t('uploads.cancelOf', { name }) : t('uploads.dismissOf', { name })}
        >
          {problem === null ? t('uploads.cancel') : t('uploads.dismiss')}
        </button>
      </div>
    </li>
  );
}
