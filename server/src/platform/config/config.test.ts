import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample } from './config-example.ts';
import { ConfigError, readConfig, settings } from './config.ts';
import { root } from './setting-kinds.ts';

test('without a word from the environment everything has its default', () => {
  expect(readConfig({})).toMatchObject({
    WEB_PORT: 3000,
    API_PORT: 8000,
    CHARTS_PORT: 8001,
    PAYMENT_PORT: 8002,
    TRUST_PROXY: false,
    DATA_DIR: join(root, '.data'),
    DATABASE_URL: undefined,
  });
});

test('an empty setting counts as absent', () => {
  expect(readConfig({ API_PORT: '', DATABASE_URL: '' })).toMatchObject({ API_PORT: 8000, DATABASE_URL: undefined });
});

const storage = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};
/** Settings that the tried ones depend on. */
const others = { MODEL_NAME: 'm', MAIL_FROM: 'mail@example.org', ...storage };

test.each([
  ['API_PORT', '99999'],
  ['API_PORT', 'eight'],
  ['WEB_PORT', '-1'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10.0.0.5,'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', 'fe80::1%eth0'],
  ['TRUST_PROXY', 'proxy.example.org'],
  ['NODE_ENV', 'prod'],
  ['LOG_LEVEL', 'loud'],
  ['WEB_ORIGIN', 'https://chat.example.org/path'],
  ['API_URL', 'ftp://example.org'],
  ['API_URL', 'https://example.org/api?x=1'],
  ['CHARTS_URL', 'https://example.org/#api'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SUPPORT_EMAIL', 'nobody'],
  ['COOKIE_DOMAIN', 'localhost'],
  ['SALES_EMAIL', 'sales'],
  ['SMTP_URL', 'http://mail.example.org'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://mail.example.org?tls.rejectUnauthorized=false'],
  ['MAIL_FROM', 'Parlance'],
  ['MAIL_FROM', 'Parlance <no-reply@example.org>\r\nBcc: all@example.org'],
  ['MAIL_FROM', 'Parl\nance <no-reply@example.org>'],
  ['MAIL_FROM', 'a@example.org, b@example.org'],
  ['MODEL_BASE_URL', 'not an address'],
  ['S3_ENDPOINT', 'https://s3.example.org/bucket'],
  ['S3_ENDPOINT', 'ftp://s3.example.org'],
  ['S3_BUCKET', 'Files'],
  ['S3_BUCKET', 'files/../other'],
  ['S3_REGION', 'eu central'],
  ['S3_PATH_STYLE', 'yes'],
  ['METRICS_PORT', 'many'],
  ['METRICS_TOKEN', 'short'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no header'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=a%0d%0ab'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
])('%s=%s is refused with a sentence that names it and says what would be right', (name, value) => {
  const setting = Object.entries(settings).find(([known]) => known === name);
  expect(() => readConfig({ ...others, [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ ...others, [name]: value })).toThrow(
    new RegExp(`^The setting ${name} is .*, and must be ${setting?.[1].right.replace(/[.?*()]/g, '\\$&')}\\.$`, 's'),
  );
});

test('the proxies in front are told by their addresses', () => {
  const told = 'loopback, 10.0.0.5,10.1.0.0/16, 2001:db8::/32';
  expect(readConfig({ TRUST_PROXY: told }).TRUST_PROXY).toEqual([
    'loopback',
    '10.0.0.5',
    '10.1.0.0/16',
    '2001:db8::/32',
  ]);
});

test('all wrong settings are named at once', () => {
  expect(() => readConfig({ API_PORT: 'x', WEB_PORT: 'y' })).toThrow(/API_PORT[\s\S]*WEB_PORT|WEB_PORT[\s\S]*API_PORT/);
});

test('a model address without a model name is refused', () => {
  expect(() => readConfig({ MODEL_BASE_URL: 'http://localhost:11434/v1' })).toThrow(/MODEL_NAME/);
});

test('a sender is an address, with a name or without', () => {
  expect(readConfig({ MAIL_FROM: 'Parlance, for you <no-reply@example.org>' }).MAIL_FROM).toEqual({
    name: 'Parlance, for you',
    address: 'no-reply@example.org',
  });
  expect(readConfig({ MAIL_FROM: 'no-reply@example.org' }).MAIL_FROM).toEqual({
    name: '',
    address: 'no-reply@example.org',
  });
});

test('figures are given to other machines only for a token', () => {
  const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
  expect(() => readConfig(open)).toThrow(/METRICS_HOST is “0.0.0.0” without METRICS_TOKEN/);
  expect(readConfig({ ...open, METRICS_TOKEN: 't'.repeat(32) }).METRICS_HOST).toBe('0.0.0.0');
  expect(readConfig({ METRICS_PORT: '9464' }).METRICS_HOST).toBe('localhost');
});

test('headers for a collector are pairs, as OpenTelemetry writes them', () => {
  expect(
    readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc=, x-tenant=one' }).OTEL_EXPORTER_OTLP_HEADERS,
  ).toEqual({ authorization: 'Bearer abc=', 'x-tenant': 'one' });
});

test('a mail server without a sender is refused', () => {
  expect(() => readConfig({ SMTP_URL: 'smtps://mail.example.org' })).toThrow(/MAIL_FROM/);
});

test('the settings of a storage are there all or not at all', () => {
  expect(readConfig(storage)).toMatchObject({ ...storage, S3_REGION: 'us-east-1', S3_PATH_STYLE: true });
  for (const [missing] of Object.entries(storage)) {
    expect(() => readConfig({ ...storage, [missing]: '' })).toThrow(
      new RegExp(`^The setting ${missing} is missing beside others of the storage, and must be `),
    );
  }
});

test('a wrong secret is not repeated', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:hunter2@localhost/x' })).not.toThrow(/hunter2/);
  expect(() => readConfig({ SMTP_URL: 'http://user:hunter2@localhost' })).not.toThrow(/hunter2/);
});

test('.env.example lists every setting with its default', () => {
  const file = readFileSync(join(root, '.env.example'), 'utf8');
  // To update the file: node server/src/platform/config/config-example.ts > .env.example
  expect(file).toBe(envExample());
});
