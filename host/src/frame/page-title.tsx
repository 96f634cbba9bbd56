import { useTranslation } from '@parlance/shared/i18n';
import { useScreenName } from '@parlance/shared/remote/screen-name';
import { useLocation } from '@parlance/shared/router';
import { useEffect } from 'react';
import { titleOf, type Screen } from '../remotes/known/registry.ts';
import { useNameAt } from './screen-name.ts';

const ending = ' · Parlance';

/** Names a screen of the shell itself, and the document after it. */
export function useOwnName(name: string): void {
  useScreenName(name);
  useDocumentTitle(name);
}

/** Sets the document's title. Released remotes that know no other way set the title themselves, later. */
function useDocumentTitle(title: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title}${ending}`;
  }, [title, pathname]);
}

/** Sets the document's title to that of its screen, or to the name that the screen gives itself. */
export function PageTitle({ screen }: { readonly screen: Screen }) {
  const { i18n } = useTranslation('host');
  const { pathname } = useLocation();
  const name = useNameAt(pathname);
  useDocumentTitle(name ?? titleOf(screen, i18n.language));
  return null;
}
