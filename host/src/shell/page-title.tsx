import { useTranslation } from '@parlance/shared/i18n';
import { useLocation } from '@parlance/shared/router';
import { useEffect } from 'react';
import { titleOf, type Screen } from '../remotes/registry.ts';

const product = 'Parlance';

/** Names the document after its screen. A screen that knows better (the name of a dialogue) may say so later. */
export function useDocumentTitle(title: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, pathname]);
}

export function PageTitle({ screen }: { readonly screen: Screen }) {
  const { i18n } = useTranslation('host');
  useDocumentTitle(titleOf(screen, i18n.language));
  return null;
}
