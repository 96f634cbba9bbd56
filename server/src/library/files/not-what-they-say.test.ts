import { uploadAttachment } from '@parlance/shared/contract/api/attachments';
import { showNames } from '@parlance/shared/contract/api/dialogue-log';
import { downloadDialogueFile, downloadFileVersion, getManagedFile } from '@parlance/shared/contract/api/file-manager';
import { downloadFile } from '@parlance/shared/contract/api/files';
import { replaceKnowledgeFile, uploadKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { beginUpload, completeUpload, sendUploadPart } from '@parlance/shared/contract/api/uploads';
import { type Endpoint, fillPath } from '@parlance/shared/contract/endpoint';
import { zipSync } from 'fflate';
import { readWaitingFiles, stateOf } from '../../testing/attaching.ts';
import { bring, dataOf, readWaitingKnowledge, sendFile, sourceNow } from '../../testing/knowledge.ts';
import { makeDocx, makePdf, makePng, makePptx, makeXlsx } from '../../testing/make-files.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin@pro.example');
  dataOf(await admin.call(showNames, { body: { reason: 'To look at what was sent' } }));
});
afterAll(() => server.close());
beforeEach(() => server.db.asSystem((trx) => trx.deleteFrom('limited_acts').execute()));

const script = '<script>parent.document.title = "run"</script>';
const text = (content: string) => Buffer.from(content);
const joined = (...pieces: (Uint8Array | string)[]) => Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
/** A GIF of one pixel whose comment is a page. */
const gif = joined(
  'GIF89a',
  Uint8Array.of(1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x21, 0xfe, script.length),
  script,
  Uint8Array.of(0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b),
);

/** Pages that a browser would run if it trusted the bytes or the name. */
const pages: readonly (readonly [kind: string, bytes: Uint8Array])[] = [
  ['a page', text(`<!doctype html><html><body>${script}</body></html>`)],
  ['a page without a head', text(script)],
  ['a page in UTF-16', joined(Uint8Array.of(0xff, 0xfe), Buffer.from(`<html>${script}</html>`, 'utf16le'))],
  ['a page in UTF-7', text('+ADw-script+AD4-parent.document.title=1+ADw-/script+AD4-')],
  ['a drawing', text(`<svg xmlns="http://www.w3.org/2000/svg" onload="parent.document.title=1">${script}</svg>`)],
  [
    'a document of XML with a style sheet',
    text(
      '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#"?><html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>',
    ),
  ],
  ['a program', text('parent.document.title = "run";\n')],
  ['a PDF that is a page', joined(makePdf([['Trains']]), script)],
  ['a page before a PDF', joined(script, '\n', makePdf([['Trains']]))],
  ['a picture that is a page', joined(makePng(2, 2), script)],
  ['a GIF that is a page', gif],
  ['a document that is a page', joined(script, makeDocx([{ text: 'Trains' }]))],
];
const endings = [
  'html',
  'htm',
  'md',
  'txt',
  'csv',
  'json',
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'rtf',
  'eml',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'gif',
  'svg',
  'xhtml',
  'xml',
  'js',
  'mjs',
  'swf',
  'mht',
  'html.pdf',
  'png.html',
  'pdf\u202elmth',
] as const;

/** One ending for each way in which endings are told apart: for uploads that take longer per file. */
const few: readonly string[] = ['html', 'txt', 'pdf', 'docx', 'png', 'svg'];

type Got = { code: string } | { doors: [Endpoint, Record<string, string>][] };

/** The ways in: each refuses with a code, or returns the doors the file can be fetched by. */
const doorsIn: Readonly<Record<string, (name: string, bytes: Uint8Array) => Promise<Got>>> = {
  async 'an attachment'(name, bytes) {
    const { status, data, code } = await sendFile(server, admin, uploadAttachment, { query: { name } }, bytes);
    if (status !== 200) return { code };
    return {
      doors: [
        [downloadFile, { file_id: data.file_id }],
        [downloadDialogueFile, { attachment_id: data.id }],
      ],
    };
  },
  async 'what agents know'(name, bytes) {
    const { status, data, code } = await sendFile(server, admin, uploadKnowledge, { query: { name } }, bytes);
    if (status !== 200) return { code };
    await readWaitingKnowledge(server);
    const { file_id: fileId } = await sourceNow(admin, data.id);
    return { doors: fileId === null ? [] : [[downloadFile, { file_id: fileId }]] };
  },
  async parts(name, bytes) {
    const begun = await admin.call(beginUpload, {
      body: { name, size: bytes.length, modified_at: new Date(0).toISOString(), to: { kind: 'attachment' } },
    });
    if (!begun.body.success) return { code: begun.body.code };
    const params = { upload_id: begun.body.data.id };
    await sendFile(server, admin, sendUploadPart, { params: { ...params, number: '1' }, query: {} }, bytes);
    const { body } = await admin.call(completeUpload, { params });
    if (!body.success) return { code: body.code };
    return { doors: [[downloadFile, { file_id: body.data.attachment?.file_id ?? '' }]] };
  },
};

const refusals = new Set(['media_type_unsupported', 'file_type_mismatch', 'file_unreadable', 'file_too_complex']);
const picture = /^image\/(png|jpeg|webp|gif)$/;

/** Returns why a browser might run the response; null if it would not. */
async function dangerOf(endpoint: Endpoint, params: Record<string, string>): Promise<string | null> {
  const { statusCode, headers } = await server.app.inject({
    url: fillPath(endpoint.path, params),
    headers: admin.headers(),
  });
  if (statusCode !== 200) return `status ${statusCode}`;
  const type = String(headers['content-type']);
  if (type !== 'application/octet-stream' && !picture.test(type)) return type;
  if (headers['x-content-type-options'] !== 'nosniff') return 'sniffed';
  if (!String(headers['content-disposition']).startsWith('attachment;')) return 'shown';
  return /default-src 'none'; sandbox/.test(String(headers['content-security-policy'])) ? null : 'no policy';
}

test('INP-04: whatever a file says it is and comes in by, it is refused, or given back to be saved and never run in our origin', async () => {
  const wrong: string[] = [];
  let tried = 0;
  let fetched = 0;
  for (const [entrance, bringIn] of Object.entries(doorsIn)) {
    await server.db.asSystem((trx) => trx.deleteFrom('limited_acts').execute());
    for (const [at, [kind, bytes]] of pages.entries()) {
      // Each that agents are to know is read in a thread of its own.
      if (entrance === 'what agents know' && at % 3 !== 0) continue;
      for (const ending of entrance === 'an attachment' ? endings : few) {
        tried += 1;
        const got = await bringIn(`harmless.${ending}`, bytes);
        if ('code' in got) {
          if (!refusals.has(got.code)) wrong.push(`${kind} as ${ending}, by ${entrance}: ${got.code}`);
          continue;
        }
        for (const [endpoint, params] of got.doors) {
          fetched += 1;
          const danger = await dangerOf(endpoint, params);
          if (danger !== null) wrong.push(`${kind} as ${ending}, by ${entrance} and ${endpoint.path}: ${danger}`);
        }
      }
      await server.db.asSystem((trx) => trx.deleteFrom('limited_acts').execute());
    }
  }
  expect(wrong).toEqual([]);
  expect(fetched).toBeGreaterThan(tried / 4);
  console.info(
    `INP-04: ${wrong.length} of ${tried} files that are not what they say would run in our origin; ${fetched} were given back`,
  );
});

test('an earlier version of a file is given back the same way', async () => {
  const { id } = await bring(server, admin, 'page.html', `<p>Trains before planes.</p>${script}`);
  await sendFile(
    server,
    admin,
    replaceKnowledgeFile,
    { params: { source_id: id }, query: { name: 'page.html' } },
    text(`<p>Planes before trains.</p>${script}`),
  );
  await readWaitingKnowledge(server);
  const { versions } = dataOf(await admin.call(getManagedFile, { params: { source_id: id } }));
  expect(await dangerOf(downloadFileVersion, { source_id: id, version_id: versions[0]?.id ?? '' })).toBeNull();
});

/** Builds nested ZIPs of this depth, with content at the bottom that inflates to a gigabyte if each is opened. */
function zipOfZips(depth: number): Uint8Array {
  let inner = zipSync({ 'a.xml': Buffer.alloc(10_000_000, ' ') });
  for (let at = 0; at < depth; at += 1)
    inner = zipSync(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}.zip`, inner])));
  return inner;
}

test('a ZIP of ZIPs and what inflates without end: refused or read without being opened, by each door, and nothing is left behind', async () => {
  const nested = zipOfZips(2);
  const bombs: [string, Uint8Array, string][] = [
    ['nested.zip', nested, 'media_type_unsupported'],
    ['nested.docx', nested, 'file_type_mismatch'],
    ['nested.pptx', nested, 'file_type_mismatch'],
    ['bomb.xlsx', makeXlsx('a', [], { 'xl/sharedStrings.xml': new Uint8Array(20_000_000) }), 'file_too_complex'],
    ['bomb.docx', makeDocx([{ text: 'x' }], { 'word/comments.xml': new Uint8Array(20_000_000) }), 'file_too_complex'],
    [
      'bomb.pptx',
      makePptx([{ title: 'a', text: 'b' }], { 'ppt/slides/slide2.xml': new Uint8Array(20_000_000) }),
      'file_too_complex',
    ],
    [
      'parts.xlsx',
      makeXlsx(
        'a',
        [],
        Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`xl/media/${at}`, new Uint8Array()])),
      ),
      'file_too_complex',
    ],
    [
      'embedded.docx',
      makeDocx([{ text: 'Outside.' }], { 'word/embeddings/nested.docx': nested, 'word/media/nested.zip': nested }),
      'ready',
    ],
  ];
  const outcomes: string[] = [];
  for (const [name, bytes] of bombs) {
    const sent = await sendFile(server, admin, uploadAttachment, { query: { name } }, bytes);
    await readWaitingFiles(server);
    const attached = sent.status === 200 ? await stateOf(admin, sent.data.id) : null;
    outcomes.push(`${name} attached: ${attached === null ? sent.code : (attached.error_code ?? attached.state)}`);
    const known = await sendFile(server, admin, uploadKnowledge, { query: { name } }, bytes);
    await readWaitingKnowledge(server);
    const source = known.status === 200 ? await sourceNow(admin, known.data.id) : null;
    outcomes.push(`${name} known: ${source === null ? known.code : (source.error_code ?? source.state)}`);
  }
  const ofKnowledge = (outcome: string) => (outcome === 'ready' ? /^(ready|indexing)$/ : new RegExp(`^${outcome}$`));
  const wrong = bombs.flatMap(([name, , outcome]) =>
    outcomes.filter((it) => it.startsWith(`${name} `) && !ofKnowledge(outcome).test(it.split(': ')[1] ?? '')),
  );
  expect(wrong).toEqual([]);
  console.info(
    `INP-04: ${wrong.length} of ${outcomes.length} archives in archives and archives without end were opened`,
  );
});
