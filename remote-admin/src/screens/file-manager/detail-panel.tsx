import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { CloseMark } from '@parlance/shared/ui/marks';
import quiet from '@parlance/shared/ui/quiet.module.css';
import styles from './file-manager.module.css';

type Props = {
  readonly title: string;
  readonly close: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The detail panel beside a list. Its heading gets the focus on opening. */
export function Panel({ title, close, actions, children }: Props) {
  const { t } = useTranslation('shared');
  const heading = useRef<HTMLHeadingElement>(null);
  const name = useId();
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside className={styles.panel} aria-labelledby={name}>
      <header className={styles.head}>
        <h2 id={name} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {actions}
        <button type="button" className={quiet.button} aria-label={t('ui.close')} title={t('ui.close')} onClick={close}>
          <CloseMark />
        </button>
      </header>
      {children}
    </aside>
  );
}

export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
