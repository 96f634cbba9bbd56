import { useLocation } from '@parlance/shared/router';
import type { Screen } from '../../remotes/known/registry.ts';
import { useNameAt } from '../screen-name.ts';
import { Crumbs } from './crumbs.tsx';

/** The breadcrumb of the present place. */
export function Breadcrumb({ screens }: { readonly screens: readonly Screen[] }) {
  const { pathname } = useLocation();
  return <Crumbs screens={screens} name={useNameAt(pathname)} />;
}
