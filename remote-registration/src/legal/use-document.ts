import type { LegalDocument } from '@parlance/shared/contract/page/legal';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import type { Retried } from '@parlance/shared/loading';
import { useOnce } from '../loading/use-once.ts';
import { documentBlocks, type Block } from './document-blocks.ts';

/** Each document in each language is a file of its own, fetched when somebody reads it. */
async function loadDocument(kind: LegalDocument, language: string): Promise<readonly Block[]> {
  const document = (await import(`../../documents/${kind}/${language}.md`)) as { default: string }; // webpack makes the text of a document its default export
  return documentBlocks(document.default);
}

/** A document in the language of the page. */
export function useDocument(kind: LegalDocument): Retried<readonly Block[]> {
  useTranslation('registration'); // renders again when the language changes
  const language = currentLanguage();
  return useOnce(`${kind}/${language}`, () => loadDocument(kind, language));
}
