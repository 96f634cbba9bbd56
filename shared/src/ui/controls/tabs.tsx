import { Link } from '@parlance/shared/router';
import styles from './tabs.module.css';

type Tab = { readonly id: string; readonly name: string; readonly to: string };
type Props = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  /** What they lead to stands below them, and not beside something else: a line comes between. */
  readonly isAbove?: boolean;
};

/** The parts of one screen, side by side. Which one is shown stands in the address. */
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
