import type { ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import notice from './notice.module.css';

/** A skeleton. It stays invisible for 150 ms, so that a fast load does not flash. */
export function Skeleton({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('chat');
  return (
    <div role="status">
      <span className="visually-hidden">{t('loading.loading')}</span>
      {children}
    </div>
  );
}

export function Bone({ width = '100%', height }: { readonly width?: string; readonly height: number }) {
  return <div className={notice.bone} style={{ width, height }} />;
}
