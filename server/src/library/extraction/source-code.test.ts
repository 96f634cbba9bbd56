import { attachmentEndings, imageEndings, sourceEndings } from '@parlance/shared/contract/api/attachments';
import { knowledgeEndings } from '@parlance/shared/contract/api/knowledge/knowledge';
import { makePng } from '../../testing/make-files.ts';
import { extractPassages } from './extract.ts';
import { kindOfName } from './file-kinds.ts';
import { readCode } from './read-text.ts';
import { cutSections } from './sections.ts';
import { checkContent } from './sniff.ts';

const named = (
  'py ts tsx js mjs java c h cpp cs go rs rb php sh ps1 sql r kt swift css scss log yaml yml toml ini conf env xml svg ' +
  'tex srt vtt ics diff patch ndjson jsonl geojson tsv rst adoc org'
).split(' ');
const reading = { lane: 'background', organizationId: 'one', signal: new AbortController().signal } as const;
const shown = (code: string) => cutSections(readCode(Buffer.from(code))).map(({ content }) => content);

test('the list of the contract is the list of the server, and no ending stands in it twice', () => {
  expect(attachmentEndings.filter((ending) => kindOfName(`a.${ending}`) === null)).toEqual([]);
  expect(new Set(attachmentEndings).size).toBe(attachmentEndings.length);
  expect(knowledgeEndings).toEqual(
    attachmentEndings.filter((ending) => kindOfName(`a.${ending}`)?.kind === 'document'),
  );
  expect(imageEndings.every((ending) => kindOfName(`a.${ending}`)?.kind === 'image')).toBe(true);
  for (const name of ['a.constructor', 'README', 'a.exe', 'a.doc']) expect(kindOfName(name)).toBeNull();
});

test('text of every ending is taken and read, a picture of that name is not', async () => {
  const read: string[] = [];
  for (const ending of new Set([...named, ...sourceEndings])) {
    const kind = kindOfName(`Server.${ending.toUpperCase()}`);
    if (kind?.kind !== 'document') continue;
    const bytes = Buffer.from(ending === 'geojson' ? '{"port": 8080}' : '# Server\n  port: 8080\n\n\nuser\thost\n');
    await checkContent(bytes, kind);
    await expect(checkContent(makePng(2, 2), kind)).rejects.toMatchObject({ code: 'file_type_mismatch' });
    const { passages } = await extractPassages({ format: kind.format, bytes }, reading);
    if (passages.some(({ content }) => content.includes('8080'))) read.push(ending);
  }
  expect(read).toEqual([...new Set([...named, ...sourceEndings])]);
  console.info(`Text files: ${read.length} of ${read.length} kinds are taken and read`);
}, 120_000);

test('a settings file without a name before its dot is one', () => {
  for (const name of ['.env', 'env', 'prod.env']) expect(kindOfName(name)?.kind).toBe('document');
});

describe('code', () => {
  test('stays as it is indented, with its empty lines, in a fence', () => {
    expect(shown('    if a:\n\n\n        b = "# no heading"\n')).toEqual([
      '```\n    if a:\n\n\n        b = "# no heading"\n```',
    ]);
  });

  test('has a longer fence than those in it', () => {
    expect(shown('/**\n * ````js\n * x\n * ````\n */')).toEqual(['`````\n/**\n * ````js\n * x\n * ````\n */\n`````']);
  });

  test('is cut between lines, each piece in a fence of its own', () => {
    const lines = Array.from({ length: 200 }, (_, at) => `  call(${at}); // step ${at}`);
    const pieces = shown(lines.join('\r\n'));
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(piece).toMatch(/^```\n {2}call[^`]*\n```$/);
    expect(pieces.flatMap((piece) => piece.split('\n').slice(1, -1))).toEqual(lines);
  });

  test('of one long line is cut too', () => {
    const pieces = shown('x=1;'.repeat(1_000));
    expect(pieces.map((piece) => piece.slice(4, -4)).join('')).toBe('x=1;'.repeat(1_000));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(900);
  });
});
