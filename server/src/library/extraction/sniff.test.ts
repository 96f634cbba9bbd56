import { unzipSync, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { makeDocx, makePdf, makePng, makePptx, makeXlsx } from '../../testing/make-files.ts';
import { ExtractionFailure } from './document.ts';
import { kindOfMediaType, kindOfName } from './file-kinds.ts';
import { checkContent } from './sniff.ts';

const text = (content: string) => new TextEncoder().encode(content);

async function verdict(name: string, bytes: Uint8Array, isWhole = true): Promise<string> {
  const kind = kindOfName(name);
  if (kind === null) return 'not taken';
  try {
    await checkContent(bytes, kind, isWhole);
    return 'taken';
  } catch (error) {
    if (error instanceof ExtractionFailure) return error.code;
    throw error;
  }
}

test.each<[string, Uint8Array]>([
  ['a.pdf', makePdf([['x']])],
  ['a.DOCX', makeDocx([{ text: 'x' }])],
  ['a.xlsx', makeXlsx('a', [['x']])],
  ['a.pptx', makePptx([{ title: 'x', text: 'y' }])],
  ['a.png', makePng(3, 4)],
  ['a.gif', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
  ['a.html', text('<?xml version="1.0"?><!DOCTYPE html><p>x</p>')],
  ['a.pdf', Buffer.concat([Buffer.from('\r\n\r\n'), makePdf([['x']])])],
  ['a.json', text('{"a": 1}')],
  ['a.csv', text('a,b\n1,2')],
  // Begins as a bitmap, a program, a film and a sound do.
  ['a.txt', text('BMW sells cars.')],
  ['a.md', text('MZ is a postcode.')],
  ['a.txt', text('FWS means framework system.')],
  ['a.txt', text('ID3 tags are metadata.')],
  ['a.txt', text('\u001b[31mred\u001b[0m')],
  ['a.txt', iconv.encode('年假二十五天', 'big5')],
  ['a.txt', iconv.encode('年假二十五天', 'utf-16le', { addBOM: true })],
])('%s with what belongs to it is taken', async (name, bytes) => expect(await verdict(name, bytes)).toBe('taken'));

test('a text that is cut in the middle of a letter is one', async () => {
  expect(await verdict('a.txt', text('年'.repeat(30_000)).subarray(0, 65_537))).toBe('taken');
});

test.each<[string, string, Uint8Array]>([
  [
    'a JPEG that is as large as a wall',
    'a.jpg',
    Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03012200021101031101ffd9', 'hex'),
  ],
  ['a GIF that is as large as a wall', 'a.gif', Buffer.from('GIF89a\xff\xff\xff\xff\x00\x00\x00;', 'latin1')],
])('%s', async (_, name, bytes) => expect(await verdict(name, bytes)).toBe('file_too_complex'));

test('an Office document that names its kind behind large pictures is taken by its beginning, any other archive is not', async () => {
  const { '[Content_Types].xml': types = new Uint8Array(), ...parts } = unzipSync(makeDocx([{ text: 'x' }]));
  const noise = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 251);
  const bytes = zipSync({ 'docProps/thumbnail.jpeg': noise, ...parts, '[Content_Types].xml': types }, { level: 0 });
  expect(await verdict('a.docx', bytes)).toBe('taken');
  expect(await verdict('a.docx', bytes.subarray(0, 100_000), false)).toBe('taken');
  expect(await verdict('a.docx', zipSync({ 'a.txt': text('x') }))).toBe('file_type_mismatch');
  expect(await verdict('a.pdf', bytes.subarray(0, 100_000), false)).toBe('file_type_mismatch');
});

test('an Office document under a password says so, an old one does not pass as a new one', async () => {
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1_000)]);
  expect(
    await verdict('a.docx', Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(100)])),
  ).toBe('file_encrypted');
  expect(await verdict('a.docx', old)).toBe('file_type_mismatch');
});

test('every kind is found again by its type', () => {
  for (const name of [
    'a.pdf',
    'a.docx',
    'a.xlsx',
    'a.pptx',
    'a.html',
    'a.md',
    'a.txt',
    'a.csv',
    'a.json',
    'a.png',
    'a.jpg',
    'a.webp',
    'a.gif',
  ]) {
    const kind = kindOfName(name);
    expect(kindOfMediaType(kind?.mediaType ?? '')).toEqual(kind);
  }
});
