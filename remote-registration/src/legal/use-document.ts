import type { LegalDocument } from '@parlance/shared/contract/page/legal';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import type { Retried } from '@parlance/shared/loading';
import { useOnce } from '../loading/use-once.ts';
import { documentBlocks, type Block } from './document-blocks.ts';

/** Loads a document; each language is a file of its own, fetched on demand. */
async function loadDocument(kind: LegalDocument, language: string): Promise<readonly Block[]> {
  const document = (await import(`../../documents/${kind}/${language}.md`)) as { default: string }; // by webpack
  return documentBlocks(document.default);
}

/** Loads a document in the language of the page. */
export function useDocument(kind: LegalDocument): Retried<readonly Block[]> {
  useTranslation('registration'); // re-renders when the language changes
  const language = currentLanguage();
  return useOnce(`${kind}/${language}`, () => loadDocument(kind, language));
}
