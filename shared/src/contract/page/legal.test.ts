import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { checkManner } from '../../testing/locales/check-manner.ts';
import { type LegalDocument, legalDocuments, legalVersions } from './legal.ts';

const folder = (document: LegalDocument) =>
  new URL(`../../../../remote-registration/documents/${document}/`, import.meta.url);

/** Returns the digest of a document in all languages together. */
function digestOf(document: LegalDocument): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder(document)).sort()) hash.update(readFileSync(new URL(file, folder(document))));
  return hash.digest('hex').slice(0, 16);
}

/**
 * The texts behind each version. If this fails, a document has changed: if its meaning has, raise its version in
 * legal.ts, which asks every member to accept it; then write its new digest here.
 */
const texts: Record<LegalDocument, { version: string; digest: string }> = {
  'privacy-policy': { version: '2026-11-24', digest: '55bfd57259d194ef' },
  'terms-of-service': { version: '2026-11-21', digest: '05971d7f954c07dd' },
};

test.each(legalDocuments)('the version of %s is that of the texts that are shown', (document) => {
  expect({ version: legalVersions[document], digest: digestOf(document) }).toEqual(texts[document]);
});

test.each(legalDocuments)(
  '%s speaks as the interface does: formally, and with the marks of its language',
  (document) => {
    const texts = readdirSync(folder(document)).map(
      (file) =>
        [file.replace(/\.md$/, ''), { [document]: readFileSync(new URL(file, folder(document)), 'utf8') }] as const,
    );
    expect(checkManner(Object.fromEntries(texts))).toEqual([]);
  },
);
