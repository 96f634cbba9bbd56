import { useTranslation } from '@parlance/shared/i18n';
import { Link, useLocation } from '@parlance/shared/router';
import type { Screen } from '../../remotes/known/registry.ts';
import { crumbsFor } from './crumbs-for.ts';
import styles from './breadcrumb.module.css';

type Props = {
  readonly screens: readonly Screen[];
  /** The name the screen gives itself, once it has. */ readonly name: string | null;
};

export function Crumbs({ screens, name }: Props) {
  const { t, i18n } = useTranslation('host');
  const { pathname } = useLocation();
  const crumbs = crumbsFor({
    screens,
    path: pathname,
    language: i18n.language,
    name,
    sectionTitle: (section) => t(`sections.${section}`),
  });
  return (
    <nav className={styles.breadcrumb} aria-label={t('frame.breadcrumb')}>
      <ol>
        {crumbs.map(({ text, to }, index) => (
          <li
            key={index}
            title={text}
            {...(index === crumbs.length - 1 && to === undefined ? { 'aria-current': 'page' } : {})}
          >
            {to === undefined ? text : <Link to={to}>{text}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
