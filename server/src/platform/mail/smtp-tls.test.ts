import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificateOfAnother, companyAuthority, expiredCertificate } from '../../testing/company-certificates.ts';
import { type SmtpServerOptions, type SmtpTestServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { readConfig } from '../config/config.ts';
import { openMailServer } from './smtp.ts';

const usualAuthorities = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...usualAuthorities, companyAuthority]));
// The authorities are those of the process, and so of the tests after these.
afterAll(() => setDefaultCACertificates(usualAuthorities));

const asIs = (url: string) => url;
type Tls = 'implicit' | 'required' | 'offered' | 'none' | undefined;
const user = { name: 'ada@example.org', password: 'hunter2' };

/** Sends a mail; resolves to the words of the failure, or to null. */
async function send(smtp: SmtpTestServer, tls: Tls, change = asIs): Promise<string | null> {
  const config = readConfig({ SMTP_URL: change(smtp.url), SMTP_TLS: tls, MAIL_FROM: 'no-reply@example.org' });
  const { SMTP_URL = '', SMTP_TLS, MAIL_FROM = { name: '', address: '' } } = config;
  const server = openMailServer({ SMTP_URL, SMTP_TLS, MAIL_FROM }, 3_000);
  const mail = {
    id: 'a',
    to: 'ada@example.org',
    language: 'en',
    createdAt: new Date(),
    subject: 'Hello',
    text: 'x',
    html: 'x',
    replyTo: 'help@example.org',
  };
  try {
    await server.send(mail, new AbortController().signal);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    server.close();
  }
}
async function withServer(options: SmtpServerOptions, act: (smtp: SmtpTestServer) => Promise<void>): Promise<void> {
  const smtp = await startSmtpServer(options);
  try {
    await act(smtp);
  } finally {
    await smtp.close();
  }
}

test('an authority that nobody trusts is named, and nothing is sent', async () => {
  setDefaultCACertificates(usualAuthorities);
  await withServer({ tls: { kind: 'starttls' } }, async (smtp) => {
    expect(await send(smtp, 'required')).toMatch(
      /^The certificate of the server is of an authority that is not trusted here\. CA_CERTIFICATES_FILE can add one\. \(/,
    );
    expect(smtp.received).toEqual([]);
  });
  setDefaultCACertificates([...usualAuthorities, companyAuthority]);
});

test.each<[string, SmtpServerOptions, Tls, number]>([
  ['implicit, by the address', { tls: { kind: 'implicit' }, user }, undefined, 1],
  ['implicit, by the setting', { tls: { kind: 'implicit' } }, 'implicit', 1],
  ['required', { tls: { kind: 'starttls' }, user }, 'required', 1],
  ['offered, where it is', { tls: { kind: 'starttls' } }, 'offered', 1],
  ['offered without the setting', { tls: { kind: 'starttls' } }, undefined, 1],
  ['offered, where it is not', {}, 'offered', 0],
  ['none, though it is offered', { tls: { kind: 'starttls' } }, 'none', 0],
])('%s', async (_, options, tls, encrypted) => {
  await withServer(options, async (smtp) => {
    expect(await send(smtp, tls)).toBeNull();
    expect([smtp.received.length, smtp.encrypted()]).toEqual([1, encrypted]);
  });
});

test.each<[string, SmtpServerOptions, Tls, RegExp, (url: string) => string]>([
  [
    'no STARTTLS where it is required',
    {},
    'required',
    /^The mail server has no STARTTLS, without which nothing is sent there/,
    asIs,
  ],
  [
    'a password that is refused',
    { tls: { kind: 'starttls' }, user },
    'required',
    /^The mail server refuses the name and password of SMTP_URL\. \(535 /,
    (url) => url.replace('hunter2', 'wrong'),
  ],
  [
    'smtps: at a port without TLS',
    {},
    'implicit',
    /^The mail server does not speak TLS from the first byte/,
    (url) => url.replace('smtp:', 'smtps:'),
  ],
  [
    'an expired certificate',
    { tls: { kind: 'starttls', certificate: expiredCertificate } },
    'required',
    /^The certificate of the server has expired/,
    asIs,
  ],
  [
    'an expired certificate, implicit',
    { tls: { kind: 'implicit', certificate: expiredCertificate } },
    'implicit',
    /^The certificate of the server has expired/,
    asIs,
  ],
  [
    'a certificate for another name',
    { tls: { kind: 'implicit', certificate: certificateOfAnother } },
    'implicit',
    /^The certificate of the server is for another name/,
    asIs,
  ],
])('%s is named in words, and nothing is sent', async (_, options, tls, words, change) => {
  await withServer(options, async (smtp) => {
    const failure = await send(smtp, tls, change);
    expect(failure).toMatch(words);
    expect(failure).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(smtp.received).toEqual([]);
  });
});

test.each([
  [
    { SMTP_URL: 'smtps://mail.example.org', SMTP_TLS: 'required' },
    /SMTP_TLS is “required” with an address that begins with smtps:/,
  ],
  [
    { SMTP_URL: 'smtp://mail.example.org', SMTP_TLS: 'implicit' },
    /SMTP_TLS is “implicit” with an address that begins with smtp:/,
  ],
  [
    { SMTP_URL: 'smtp://a:hunter2@mail.example.org', SMTP_TLS: 'offered' },
    /SMTP_TLS is “offered” while SMTP_URL has a password for another machine/,
  ],
  [
    { SMTP_URL: 'smtp://a:hunter2@mail.example.org', SMTP_TLS: 'none' },
    /SMTP_TLS is “none” while SMTP_URL has a password/,
  ],
  [
    { SMTP_URL: 'smtp://mail.example.org', SMTP_TLS: 'starttls' },
    /^The setting SMTP_TLS is “starttls”, and must be implicit with/,
  ],
  [{ SMTP_TLS: 'none' }, /^The setting SMTP_TLS is there without SMTP_URL/],
])('settings that do not belong together are refused in words', (settings, words) => {
  const read = () => readConfig({ MAIL_FROM: 'a@example.org', ...settings });
  expect(read).toThrow(words);
  expect(read).not.toThrow(/hunter2/);
});
