/// <reference path="./css.d.ts" />
import { useTranslation } from '@parlance/shared/i18n';
import type { ReactNode } from 'react';
import styles from './page.module.css';

// In a module of its own, so that a list with rows does not fetch it.
export { EmptyState } from './empty-state.tsx';

type PageProps = { readonly title: ReactNode; readonly actions?: ReactNode; readonly children: ReactNode };

/** The frame of a screen: its heading, which gets the focus after a navigation, its main actions, its content. */
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
  /** Retries; absent if that cannot help. */
  readonly onRetry?: () => void;
  /** The reassurance about typed text that is kept. */
  readonly kept?: ReactNode;
};

/** Shows an error in the words of its code, the remedy, and in small print the id of the request. */
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

/** Reads the fields of an ApiFailure of the http client. Duck-typed: a remote may hold another copy of the class. */
function describe(error: unknown): { code?: string | undefined; requestId?: string | undefined } {
  if (typeof error !== 'object' || error === null) return {};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined;
  return { code, requestId };
}

/** A centred spinner for loading; it appears after 150 ms. */
export function LoadingState() {
  const { t } = useTranslation('shared');
  return (
    <div className={styles.loading} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <span className="visually-hidden">{t('ui.loading')}</span>
    </div>
  );
}
