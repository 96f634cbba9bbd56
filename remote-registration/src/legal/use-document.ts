import type { LegalDocument } from '@parlance/shared/contract/legal';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { useEffect, useState } from 'react';
import { documentBlocks, type Block } from './document-blocks.ts';

type Loaded =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly blocks: readonly Block[] }
  | { readonly status: 'failed'; readonly failure: unknown };

/** Each document in each language is a file of its own, fetched when somebody reads it. */
async function loadDocument(kind: LegalDocument, language: string): Promise<string> {
  const document = (await import(`../../documents/${kind}/${language}.md`)) as { default: string }; // webpack makes the text of a document its default export
  return document.default;
}

/** A document in the language of the page. */
export function useDocument(kind: LegalDocument): Loaded & { readonly retry: () => void } {
  useTranslation('registration'); // renders again when the language changes
  const key = `${kind}/${currentLanguage()}`;
  const [held, setHeld] = useState<{ key: string; loaded: Loaded }>({ key, loaded: { status: 'loading' } });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isWanted = true;
    const [, language = ''] = key.split('/');
    loadDocument(kind, language).then(
      (markdown) => isWanted && setHeld({ key, loaded: { status: 'ready', blocks: documentBlocks(markdown) } }),
      (failure: unknown) => isWanted && setHeld({ key, loaded: { status: 'failed', failure } }),
    );
    return () => {
      isWanted = false;
    };
  }, [kind, key, attempt]);

  function retry(): void {
    setHeld({ key, loaded: { status: 'loading' } });
    setAttempt(attempt + 1);
  }
  return { ...(held.key === key ? held.loaded : { status: 'loading' }), retry };
}
