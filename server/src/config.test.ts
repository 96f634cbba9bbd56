import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample } from './config-example.ts';
import { ConfigError, readConfig, root, settings } from './config.ts';

test('without a word from the environment everything has its default', () => {
  expect(readConfig({})).toMatchObject({ WEB_PORT: 3000, API_PORT: 8000, CHARTS_PORT: 8001, PAYMENT_PORT: 8002, TRUST_PROXY: false, DATA_DIR: join(root, '.data'), DATABASE_URL: undefined });
});

test('an empty setting counts as absent', () => {
  expect(readConfig({ API_PORT: '', DATABASE_URL: '' })).toMatchObject({ API_PORT: 8000, DATABASE_URL: undefined });
});

test.each([
  ['API_PORT', '99999'],
  ['API_PORT', 'eight'],
  ['WEB_PORT', '-1'],
  ['TRUST_PROXY', 'yes'],
  ['NODE_ENV', 'prod'],
  ['LOG_LEVEL', 'loud'],
  ['WEB_ORIGIN', 'https://chat.example.org/path'],
  ['API_URL', 'ftp://example.org'],
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
])('%s=%s is refused with a sentence that names it and says what would be right', (name, value) => {
  const setting = Object.entries(settings).find(([known]) => known === name);
  expect(() => readConfig({ MODEL_NAME: 'm', MAIL_FROM: 'mail@example.org', [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ MODEL_NAME: 'm', MAIL_FROM: 'mail@example.org', [name]: value })).toThrow(new RegExp(`^The setting ${name} is .*, and must be ${setting?.[1].right.replace(/[.?*()]/g, '\\$&')}\\.$`, 's'));
});

test('all wrong settings are named at once', () => {
  expect(() => readConfig({ API_PORT: 'x', WEB_PORT: 'y' })).toThrow(/API_PORT[\s\S]*WEB_PORT|WEB_PORT[\s\S]*API_PORT/);
});

test('a model address without a model name is refused', () => {
  expect(() => readConfig({ MODEL_BASE_URL: 'http://localhost:11434/v1' })).toThrow(/MODEL_NAME/);
});

test('a sender is an address, with a name or without', () => {
  expect(readConfig({ MAIL_FROM: 'Parlance, for you <no-reply@example.org>' }).MAIL_FROM).toEqual({ name: 'Parlance, for you', address: 'no-reply@example.org' });
  expect(readConfig({ MAIL_FROM: 'no-reply@example.org' }).MAIL_FROM).toEqual({ name: '', address: 'no-reply@example.org' });
});

test('a mail server without a sender is refused', () => {
  expect(() => readConfig({ SMTP_URL: 'smtps://mail.example.org' })).toThrow(/MAIL_FROM/);
});

test('a wrong secret is not repeated', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:hunter2@localhost/x' })).not.toThrow(/hunter2/);
  expect(() => readConfig({ SMTP_URL: 'http://user:hunter2@localhost' })).not.toThrow(/hunter2/);
});

test('.env.example lists every setting with its default', () => {
  const file = readFileSync(join(root, '.env.example'), 'utf8');
  // Where this differs: node server/src/config-example.ts > .env.example
  expect(file).toBe(envExample());
});
