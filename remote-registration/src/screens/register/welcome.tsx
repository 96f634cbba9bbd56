import { useTranslation } from '@parlance/shared/i18n';
import type { ReactNode } from 'react';
import { Drawing } from './drawing.tsx';
import styles from './register.module.css';

type Props = { readonly heading: string; readonly lead: string; readonly children: ReactNode };

/** The first page: the form at the left, the illustration at the right. */
export function Welcome({ heading, lead, children }: Props) {
  const { t } = useTranslation('registration');
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <h1 tabIndex={-1}>{heading}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
      <aside className={styles.about} aria-label={t('register.about')}>
        <Drawing />
        <ul>
          <li>{t('register.points.ask')}</li>
          <li>{t('register.points.build')}</li>
          <li>{t('register.points.own')}</li>
        </ul>
      </aside>
    </div>
  );
}
