import { readConfig } from './platform/config/config.ts';
import { startParlance } from './start.ts';
import { endPrograms, filledFolder, startProgram } from './testing/program.ts';
import { packagesLoaded, reportLoaded } from './testing/report-loaded.ts';

jest.setTimeout(90_000);
afterAll(endPrograms);

/** Each takes megabytes from every process that loads it, and is for what somebody does later, or has set. */
const large = [
  // Loaded on demand: a tool, a document, an invoice.
  '@modelcontextprotocol/sdk',
  'any-ascii',
  'mathjs',
  'undici',
  '@mozilla/readability',
  'csv-parse',
  'dingbat-to-unicode',
  'htmlparser2',
  'linkedom',
  'numfmt',
  'pdfjs-dist',
  'postal-mime',
  'ajv',
  'unpdf',
  'pdfkit',
  // Loaded only if configured: vectors, mails, payments, a bucket.
  '@ai-sdk/openai-compatible',
  'nodemailer',
  'stripe',
  'aws4fetch',
];

test('what is large and needed later is not loaded when the product is ready', async () => {
  // The program holds the embedded database, whatever the other tests run on.
  const program = startProgram({ DATA_DIR: filledFolder(), NODE_OPTIONS: reportLoaded('/node_modules/') });
  await program.ready;
  program.child.kill('SIGTERM');
  const { code, stderr } = await program.ended;
  const loaded = packagesLoaded(stderr);
  expect({ code, hasSaid: loaded.has('fastify'), large: large.filter((name) => loaded.has(name)) }).toEqual({
    code: 0,
    hasSaid: true,
    large: [],
  });
});

test('a file of certificates that is wrong stops the start, before anything is opened', async () => {
  const config = readConfig({ CA_CERTIFICATES_FILE: '/nowhere/authorities.pem', DATA_DIR: '/nowhere/data' });
  await expect(startParlance(config)).rejects.toThrow(
    'The file of CA_CERTIFICATES_FILE (/nowhere/authorities.pem) cannot be read (ENOENT). Set it to a PEM file that this user may read.',
  );
});
