import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '@parlance/shared/contract/values/language';
import { legalDocuments } from '@parlance/shared/contract/page/legal';
import { documentBlocks, documentPieces, type Block } from './document-blocks.ts';

const folder = (kind: string) => new URL(`../../documents/${kind}/`, import.meta.url);
const read = (kind: string, language: string) =>
  documentBlocks(readFileSync(new URL(`${language}.md`, folder(kind)), 'utf8'));
const textsOf = (block: Block) => (block.kind === 'list' ? block.items : [block.text]);
/**
 * Returns the part that must be the same in every language: the blocks in their order, the placeholders, the addresses.
 */
const shapeOf = (blocks: readonly Block[]) =>
  blocks.map((block) => [
    block.kind,
    ...textsOf(block).map((text) =>
      documentPieces(text)
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'text')
        .sort()
        .join(),
    ),
  ]);

test('headings are numbered, lists and paragraphs are told apart', () => {
  expect(documentBlocks('One.\n\n## A\n\n- x\n- y\n\n## B\n\nTwo.\n')).toEqual([
    { kind: 'paragraph', text: 'One.' },
    { kind: 'heading', id: 'section-1', text: 'A' },
    { kind: 'list', items: ['x', 'y'] },
    { kind: 'heading', id: 'section-2', text: 'B' },
    { kind: 'paragraph', text: 'Two.' },
  ]);
});

test('places for the operator and the support address are told from the text', () => {
  expect(documentPieces('By [name], at {email}.')).toEqual([
    { kind: 'text', text: 'By ' },
    { kind: 'blank', text: '[name]' },
    { kind: 'text', text: ', at ' },
    { kind: 'email', text: '{email}' },
    { kind: 'text', text: '.' },
  ]);
});

test.each(legalDocuments)('%s exists in every language and in no other', (kind) => {
  expect(readdirSync(folder(kind)).sort()).toEqual(languages.map((language) => `${language}.md`).sort());
});

test.each(legalDocuments.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
  '%s in %s has the parts of the English one',
  (kind, language) => {
    expect(shapeOf(read(kind, language))).toEqual(shapeOf(read(kind, 'en')));
  },
);

test.each(
  legalDocuments.flatMap((kind) => languages.filter((it) => it !== 'en').map((language) => [kind, language] as const)),
)('%s in %s is translated throughout', (kind, language) => {
  const english = new Set(read(kind, 'en').flatMap(textsOf));
  expect(
    read(kind, language)
      .flatMap(textsOf)
      .filter((text) => english.has(text)),
  ).toEqual([]);
});
