import { useTranslation } from '@parlance/shared/i18n';
import { useLocation } from '@parlance/shared/router';
import { useEffect } from 'react';
import { titleOf, type Screen } from '../remotes/registry.ts';

const ending = ' · Parlance';

/** What a document's title says of its screen, without the product's name. */
export const nameInTitle = (title: string): string => (title.endsWith(ending) ? title.slice(0, -ending.length) : title);

/** Names the document after its screen. A screen that knows better (the name of a dialogue) may say so later. */
export function useDocumentTitle(title: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title}${ending}`;
  }, [title, pathname]);
}

export function PageTitle({ screen }: { readonly screen: Screen }) {
  const { i18n } = useTranslation('host');
  useDocumentTitle(titleOf(screen, i18n.language));
  return null;
}
