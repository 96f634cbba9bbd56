import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { readParts } from './archive.ts';
import { ExtractionFailure } from './document.ts';
import { mainPartOf, relationsOf } from './relations.ts';
import { descendantsOf, parseXml, textOf } from './xml.ts';

const codeOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof ExtractionFailure) return error.code;
    throw error;
  }
  return 'read';
};

test('names are without prefixes; a second attribute of a name keeps its own', () => {
  const root = parseXml('<?xml version="1.0"?><p:a xmlns:p="x" xmlns="y"><p:b id="1" r:id="2"/></p:a>');
  expect(root.name).toBe('a');
  const [b] = descendantsOf(root, 'b');
  expect(Object.entries(b?.attributes ?? {})).toEqual([
    ['id', '1'],
    ['r:id', '2'],
  ]);
});

test('five entities and numbers are resolved, no other', () => {
  expect(textOf(parseXml('<a>&lt;&amp;&gt;&quot;&apos;&#228;&#x20AC;<![CDATA[<b>]]>&eacute;&x;</a>'))).toBe(
    '<&>"\'ä€<b>&eacute;&x;',
  );
});

test('a part that breaks off, has no element, or nests without end', () => {
  expect(codeOf(() => parseXml('<a><b>half'))).toBe('file_unreadable');
  expect(codeOf(() => parseXml('only text'))).toBe('file_unreadable');
  expect(codeOf(() => parseXml(`${'<a>'.repeat(1_000)}x${'</a>'.repeat(1_000)}`))).toBe('read');
  expect(codeOf(() => parseXml(`${'<a>'.repeat(1_001)}x${'</a>'.repeat(1_001)}`))).toBe('file_too_complex');
});

describe('the parts of a document', () => {
  const declaration = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>';
  const textIn = (part: Uint8Array) => readParts(zipSync({ 'a.xml': part }), () => true).text('a.xml');

  test.each([
    ['UTF-8', strToU8(declaration)],
    ['UTF-8 with a mark', iconv.encode(declaration, 'utf-8', { addBOM: true })],
    ['UTF-16LE with a mark', iconv.encode(declaration, 'utf-16le', { addBOM: true })],
    ['UTF-16LE without', iconv.encode(declaration, 'utf-16le', { addBOM: false })],
    ['UTF-16BE with a mark', iconv.encode(declaration, 'utf-16be', { addBOM: true })],
    ['UTF-16BE without', iconv.encode(declaration, 'utf-16be', { addBOM: false })],
    [
      'pieces, with zeros and marks between',
      strToU8(declaration.replace('ENTITY', 'EN\0TI\uFEFFTY').replace('DOCTYPE', 'D\0OCTYPE')),
    ],
    ['small letters', strToU8(declaration.replace('DOCTYPE', 'doctype').replace('ENTITY', 'entity'))],
  ])('declarations are refused in %s', (_, part) => {
    expect(codeOf(() => textIn(part))).toBe('file_too_complex');
  });

  test('in an encoding that nobody decodes here they are no declarations for a reader either', () => {
    for (const encoding of ['utf-32le', 'utf-7']) {
      const part = iconv.encode(declaration, encoding);
      const outcome = codeOf(() => parseXml(textIn(part) ?? ''));
      expect(['file_too_complex', 'file_unreadable']).toContain(outcome);
    }
  });

  test('names know no case and no kind of slash', () => {
    const parts = readParts(zipSync({ 'Word\\Document.XML': strToU8('<a/>') }), (name) => name === 'word/document.xml');
    expect(parts.text('/word/document.xml')).toBe('<a/>');
    expect(parts.has('word/other.xml')).toBe(false);
  });

  test('targets are parts, never files or addresses', () => {
    const relation = (id: string, target: string) => `<Relationship Id="${id}" Type="x/y/part" Target="${target}"/>`;
    const targets = [
      '../media/a.xml',
      '/word/b.xml',
      'c%20d.xml',
      '../../../../etc/passwd',
      'https://x.example/e.xml',
      '%E0%A4',
    ];
    const rels = `<Relationships>${targets.map((target, at) => relation(`r${at}`, target)).join('')}</Relationships>`;
    const parts = readParts(zipSync({ 'word/_rels/document.xml.rels': strToU8(rels) }), () => true);
    expect(relationsOf(parts, 'word/document.xml').map(({ target }) => target)).toEqual([
      'media/a.xml',
      'word/b.xml',
      'word/c d.xml',
      'etc/passwd',
      'e.xml',
      '',
    ]);
    expect(codeOf(() => mainPartOf(parts, 'word/document.xml'))).toBe('file_unreadable');
  });
});
