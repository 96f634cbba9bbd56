import { Link } from '@parlance/shared/router';
import styles from './tabs.module.css';

type Tab = { readonly id: string; readonly name: string; readonly to: string };
type Props = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  /** True if the content is below the tabs, not beside them: a line separates them. */
  readonly isAbove?: boolean;
};

/** The tabs of one screen. The address holds the current one. */
export function Tabs({ label, tabs, current, isAbove = false }: Props) {
  return (
    <nav className={`${styles.tabs} ${isAbove ? styles.above : ''}`} aria-label={label}>
      {tabs.map(({ id, name, to }) => (
        <Link key={id} to={to} replace {...(id === current ? { 'aria-current': 'page' as const } : {})}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
