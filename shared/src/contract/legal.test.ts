import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type LegalDocument, legalDocuments, legalVersions } from './legal.ts';

const folder = (document: LegalDocument) => new URL(`../../../remote-registration/documents/${document}/`, import.meta.url);

/** Of all languages of a document together. */
function digestOf(document: LegalDocument): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder(document)).sort()) hash.update(readFileSync(new URL(file, folder(document))));
  return hash.digest('hex').slice(0, 16);
}

/**
 * The texts that each version stands for. Where this fails, a document has changed: if what it says has changed, raise its
 * version in legal.ts, which asks every member to accept it; then write its new digest here.
 */
const texts: Record<LegalDocument, { version: string; digest: string }> = {
  'privacy-policy': { version: '2026-11-21', digest: '8f93f96a11bc0e0d' },
  'terms-of-service': { version: '2026-11-20', digest: '7cb72b1493a4e191' },
};

test.each(legalDocuments)('the version of %s is that of the texts that are shown', (document) => {
  expect({ version: legalVersions[document], digest: digestOf(document) }).toEqual(texts[document]);
});
