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

/** The beginning of a file of the ISO base media format (ISO/IEC 14496-12, 4.3) with these brands. */
const media = (major: string, ...compatible: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 16 + compatible.length * 4]),
    Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1'),
    Buffer.from([0, 0, 0, 8]),
    Buffer.from('meta\0\0\0\0', 'latin1'),
  ]);

test.each([
  ['of an iPhone', media('heic', 'mif1', 'MiHB', 'MiHE', 'MiPr', 'miaf', 'heic', 'tmap')],
  ['of another camera', media('mif1', 'mif1', 'heic', 'miaf')],
  ['in ten bits', media('heix', 'mif1', 'heix')],
  ['in motion', media('hevc', 'msf1', 'hevc')],
  ['in a series', media('msf1', 'msf1', 'hevc')],
])('a picture in HEIC %s is told from what its name says', async (_, bytes) => {
  for (const name of ['IMG_0001.jpg', 'a.jpeg', 'a.png', 'a.pdf', 'a.txt', 'a.docx'])
    expect([name, await verdict(name, bytes)]).toEqual([name, 'heic_unsupported']);
});

test('a film and a picture in AVIF are not taken for one in HEIC', async () => {
  for (const bytes of [media('isom', 'isom', 'mp41'), media('avif', 'avif', 'mif1', 'miaf')])
    expect(await verdict('a.jpg', bytes)).toBe('file_type_mismatch');
});

test('every kind is found again by its type', () => {
  for (const name of [
    'a.pdf',
    'a.docx',
    'a.xlsx',
    'a.xlsm',
    'a.pptx',
    'a.odt',
    'a.ods',
    'a.odp',
    'a.rtf',
    'a.eml',
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
