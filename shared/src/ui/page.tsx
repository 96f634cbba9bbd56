/// <reference path="./css.d.ts" />
import { useTranslation } from '@parlance/shared/i18n';
import type { ReactNode } from 'react';
import styles from './page.module.css';

// Apart, so that a list that has rows does not fetch what it says without any.
export { EmptyState } from './empty-state.tsx';

type PageProps = { readonly title: ReactNode; readonly actions?: ReactNode; readonly children: ReactNode };

/** The frame of a screen: its heading, to which the focus goes after a navigation, its main actions, its content. */
export function Page({ title, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

type ErrorStateProps = {
  readonly error: unknown;
  /** Absent where trying again cannot help. */
  readonly onRetry?: () => void;
  /** What the person still has, in words, where something was typed. */
  readonly kept?: ReactNode;
};

/** Says what went wrong in the words of the error's code, what to do, and small the id of the request. */
export function ErrorState({ error, onRetry, kept }: ErrorStateProps) {
  const { t, i18n } = useTranslation('shared');
  const { code, requestId } = describe(error);
  const text =
    code !== undefined && i18n.exists(`errors.${code}`, { ns: 'shared' }) ? t(`errors.${code}`) : t('ui.failed');
  return (
    <div className={styles.state} role="alert">
      <h2>{text}</h2>
      {kept !== undefined && <p>{kept}</p>}
      {onRetry !== undefined && (
        <div className={styles.action}>
          <button type="button" className="button" onClick={onRetry}>
            {t('ui.retry')}
          </button>
        </div>
      )}
      {requestId !== undefined && <p className={styles.note}>{t('ui.requestId', { id: requestId })}</p>}
    </div>
  );
}

/** What an ApiFailure of the http client carries, read by shape: a remote may hold another copy of the class. */
function describe(error: unknown): { code?: string | undefined; requestId?: string | undefined } {
  if (typeof error !== 'object' || error === null) return {};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined;
  return { code, requestId };
}

/** The centred spinner of something that loads; it shows itself after 150 ms. */
export function LoadingState() {
  const { t } = useTranslation('shared');
  return (
    <div className={styles.loading} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <span className="visually-hidden">{t('ui.loading')}</span>
    </div>
  );
}
