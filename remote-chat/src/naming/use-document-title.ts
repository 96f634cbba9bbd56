import { useEffect } from 'react';
import { i18n } from '@parlance/shared/i18n';

const separator = ' · ';

/** Names the document after what it shows, where the shell knows only the screen. The shell's own ending stays. */
export function useDocumentTitle(title: string): void {
  const { language } = i18n;
  useEffect(() => {
    const product = document.title.split(separator).at(-1) ?? '';
    document.title = product === '' ? title : `${title}${separator}${product}`;
  }, [title, language]);
}
