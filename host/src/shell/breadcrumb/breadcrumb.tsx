import { useTranslation } from '@parlance/shared/i18n';
import { Link, useLocation } from '@parlance/shared/router';
import type { Screen } from '../../remotes/registry.ts';
import { useNameAt } from '../screen-name.ts';
import { crumbsFor } from './crumbs.ts';
import styles from './breadcrumb.module.css';

/** Where one is. */
export function Breadcrumb({ screens }: { readonly screens: readonly Screen[] }) {
  const { t, i18n } = useTranslation('host');
  const { pathname } = useLocation();
  const name = useNameAt(pathname);
  const crumbs = crumbsFor({ screens, path: pathname, language: i18n.language, name, sectionTitle: (section) => t(`sections.${section}`) });
  return (
    <nav className={styles.breadcrumb} aria-label={t('frame.breadcrumb')}>
      <ol>
        {crumbs.map(({ text, to }, index) => (
          <li key={index} title={text} {...(index === crumbs.length - 1 && to === undefined ? { 'aria-current': 'page' } : {})}>
            {to === undefined ? text : <Link to={to}>{text}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
