import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hearAnswer, longDeadlines } from '../../testing/chat-stream.ts';
import {
  certificateOfAnother,
  companyAuthority,
  expiredCertificate,
  serverCertificate,
  serverKey,
} from '../../testing/company-certificates.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type TlsFront, startTlsFront } from '../../testing/tls-front.ts';
import { createEmbedder } from '../language-models/embedder.ts';
import { createLanguageModel } from '../language-models/native/open-model.ts';
import { createS3Storage } from '../storage/s3/s3-storage.ts';
import { certificateWords } from './certificate-failure.ts';
import { trustCertificates } from './certificates.ts';
import { createOutgoing } from './outgoing.ts';

const folder = mkdtempSync(join(tmpdir(), 'parlance-certificates-'));
const fileWith = (content: string | Buffer) => {
  const file = join(folder, `${Math.random()}.pem`);
  writeFileSync(file, content);
  return file;
};

let server: ModelServer;
const fronts: TlsFront[] = [];
const frontWith = async (certificate: string) => {
  const front = await startTlsFront(Number(new URL(server.baseUrl).port), certificate);
  fronts.push(front);
  return front;
};
beforeAll(async () => {
  server = await startModelServer({ answer: () => ['Good', ' day'] });
});
afterEach(async () => {
  trustCertificates(undefined);
  for (const front of fronts.splice(0)) await front.close();
});
afterAll(() => server.close());

const ask = ({ port }: TlsFront, host = 'localhost') =>
  hearAnswer(
    createLanguageModel({
      api: 'openai',
      baseUrl: `https://${host}:${port}/v1`,
      apiKey: 'k',
      modelName: 'm',
      deadlines: longDeadlines,
    }),
  );

test('an authority of the file is trusted for models, embeddings and tools, beside the usual ones', async () => {
  const front = await frontWith(serverCertificate);
  expect((await ask(front)).failure).toMatchObject({ code: 'model_unavailable' });
  trustCertificates(fileWith(`# ours\n${companyAuthority}`));
  expect(await ask(front)).toMatchObject({ text: 'Good day', failure: null });
  const baseUrl = `https://localhost:${front.port}/v1`;
  const embedder = createEmbedder({ baseUrl, modelName: 'small', provider: 'house' });
  expect((await embedder.embed(['e'], new AbortController().signal)).vectors).toHaveLength(1);
  const outgoing = createOutgoing({ allowedHosts: ['localhost'] });
  expect((await outgoing.get(`https://localhost:${front.port}/`)).status).toBe(404);
  await outgoing.close();
  const { getCACertificates } = await import('node:tls');
  expect(getCACertificates('default').length).toBeGreaterThan(getCACertificates('bundled').length);
  trustCertificates(undefined);
  expect(getCACertificates('default')).not.toContain(companyAuthority.trim());
});

test.each([
  [
    'an authority that nobody trusts',
    serverCertificate,
    false,
    'untrusted',
    /is of an authority that is not trusted here\. CA_CERTIFICATES_FILE can add one/,
  ],
  [
    'a certificate that has expired',
    expiredCertificate,
    true,
    'expired',
    /has expired, or is not valid yet\. \(certificate has expired\)/,
  ],
  ['a certificate for another name', certificateOfAnother, true, 'name', /is for another name\. .*elsewhere\.test/],
])('%s is named to operators and to people', async (_, certificate, isTrusted, fault, words) => {
  if (isTrusted) trustCertificates(fileWith(companyAuthority));
  const front = await frontWith(certificate);
  expect((await ask(front)).failure).toMatchObject({
    code: 'model_unavailable',
    said: { words: expect.stringMatching(words) },
  });
  const outgoing = createOutgoing({ allowedHosts: ['localhost'] });
  await expect(outgoing.get(`https://localhost:${front.port}/`)).rejects.toMatchObject({
    apiCode: 'address_unreachable',
    message: expect.stringMatching(words),
    details: { issues: [{ path: 'unreachable', message: `certificate_${fault}` }] },
  });
  await outgoing.close();
  const settings = { bucket: 'files', region: 'x', accessKeyId: 'a', secretAccessKey: 'b', pathStyle: true };
  const storage = createS3Storage(
    { endpoint: `https://localhost:${front.port}`, ...settings },
    { connectMs: 5_000, silenceMs: 5_000, sendingMs: 5_000, firstPauseMs: 1, tries: 1 },
  );
  const failure = await storage.check().then(
    () => null,
    (error: unknown) => error,
  );
  expect(certificateWords(failure)).toMatch(words);
  await storage.close();
});

test.each([
  ['is not there', () => join(folder, 'nowhere.pem'), /cannot be read \(ENOENT\)/],
  ['is a folder', () => folder, /cannot be read \(EISDIR\)/],
  ['is empty', () => fileWith(''), /holds no certificate/],
  ['is binary', () => fileWith(Buffer.from([0x30, 0x82, 1, 2, 3])), /holds no certificate/],
  ['is text', () => fileWith('certificate'), /holds no certificate/],
  [
    'has a certificate that is damaged',
    () => fileWith(companyAuthority + companyAuthority.replace('MII', 'MIX')),
    /cannot be read at its certificate [12]/,
  ],
  [
    'is cut off',
    () => fileWith(companyAuthority + companyAuthority.slice(0, 300)),
    /holds a certificate that is cut off/,
  ],
  [
    'has a request in it',
    () => fileWith(`${companyAuthority}-----BEGIN CERTIFICATE REQUEST-----\nAA==\n-----END CERTIFICATE REQUEST-----\n`),
    /cut off, or none/,
  ],
  ['has a key in it', () => fileWith(companyAuthority + serverKey), /holds a private key/],
  ['is too large', () => fileWith(companyAuthority.repeat(10_000)), /is larger than/],
])('a file that %s stops the start with words', (_, file, words) => {
  expect(() => trustCertificates(file())).toThrow(words);
  expect(() => trustCertificates(file())).toThrow(/^The file of CA_CERTIFICATES_FILE \(/);
  expect(() => trustCertificates(file())).toThrow(expect.objectContaining({ name: 'ConfigError' }));
});
