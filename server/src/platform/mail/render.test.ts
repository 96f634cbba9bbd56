import { readFileSync } from 'node:fs';
import { languages } from '@parlance/shared/contract/values/language';
import { readConfig } from '../config/config.ts';
import { renderMail } from './render.ts';
import type { MailTemplate, MailValues } from './templates.ts';

const site = readConfig({
  NODE_ENV: 'test',
  WEB_ORIGIN: 'https://chat.example.org',
  SUPPORT_EMAIL: 'help@example.org',
});

/** Values that try to break out of HTML, a header or a sentence, for each template. */
const nasty = `Ada </p><img src=x onerror=alert(1)> "&' {{support}}`;
const samples: MailValues = {
  registration_code: { code: '123456', link: '/terms/register/verify?a=b&c=d#token=e', minutes: 10 },
  account_exists: { link: '/auth/login' },
  sign_in_code: { code: '654321', link: '/auth/login', minutes: 10 },
  password_reset: { link: '/auth/login#token=x', minutes: 60 },
  password_changed: { when: '2026-11-21T16:26:00.000Z' },
  email_change_confirm: { code: '111222', link: '/profile', minutes: 10 },
  email_change_permit: { newEmail: `a…@${nasty}`, code: '222111', minutes: 10 },
  email_change_notice: { newEmail: `a…@${nasty}`, link: '/auth/login#address=x', days: 3 },
  email_change_undone: { newEmail: `a…@${nasty}` },
  mfa_code: { code: '333444', minutes: 10 },
  invitation: {
    organization: `Win at evil.example ${nasty}`,
    inviter: `Bob\r\nBcc: all@evil.example ${nasty}`,
    link: '/terms/register#invitation=t',
    days: 7,
  },
  role_changed: { organization: `Win at evil.example ${nasty}`, role: 'admin' },
  member_deactivated: { organization: nasty },
  enterprise_enquiry: {
    name: nasty,
    email: 'cto@corp.example',
    organization: nasty,
    seats: 1200,
    message: `Hello,\nwe are many.\n${nasty}`,
  },
  account_deleted: { when: '2026-11-21T16:26:00.000Z' },
  new_sign_in: { when: '2026-11-21T16:26:00.000Z', device: `Firefox on Linux ${nasty}` },
  invoice_issued: {
    organization: nasty,
    number: 'INV-000007',
    amount: 583_100,
    currency: 'EUR',
    day: '2026-12-06T09:00:00.000Z',
    link: '/subscription-manager',
  },
  invoice_reminder: {
    organization: nasty,
    number: 'INV-000007',
    amount: 583_100,
    currency: 'EUR',
    day: '2026-12-20T09:00:00.000Z',
    link: '/subscription-manager',
  },
  charge_announced: {
    organization: nasty,
    number: 'INV-000007',
    amount: 583_100,
    currency: 'EUR',
    day: '2026-12-06T09:00:00.000Z',
    link: '/subscription-manager',
  },
  charge_made: {
    organization: nasty,
    number: 'INV-000007',
    amount: 583_100,
    currency: 'EUR',
    link: '/subscription-manager?tab=invoices&invoice=1',
  },
  charge_refused: {
    organization: nasty,
    number: 'INV-000007',
    amount: 583_100,
    currency: 'EUR',
    day: '2026-12-07T09:00:00.000Z',
    link: '/subscription-manager?tab=invoices&invoice=1',
  },
  charge_unconfirmed: {
    organization: nasty,
    number: 'INV-000007',
    amount: 583_100,
    currency: 'EUR',
    link: '/subscription-manager?tab=invoices&invoice=1',
  },
  charge_given_up: {
    organization: nasty,
    number: 'INV-000007',
    amount: 583_100,
    currency: 'EUR',
    link: '/subscription-manager?tab=invoices&invoice=1',
  },
  payment_disputed: {
    organization: nasty,
    number: 'INV-000007',
    amount: 583_100,
    currency: 'EUR',
    link: '/subscription-manager',
  },
  workspace_expired: { organization: nasty, link: '/subscription-manager' },
  automations_left: { organization: nasty, name: nasty, number: 3, link: '/agent-automation?view=control' },
  automations_received: { organization: nasty, number: 1, link: '/agent-scheduling' },
  organization_export_ready: { organization: nasty, day: '2026-12-06T09:00:00.000Z', link: '/subscription-manager' },
  execution_failed: { name: nasty, link: '/agent-scheduling' },
  execution_paused: { name: nasty, link: '/agent-scheduling' },
  execution_waits: { name: nasty, link: '/dialogue/1' },
  automation_message: {
    automation: `Orders ${nasty}`,
    subject: `Order 3.50\r\nBcc: all@evil.example ${nasty}`,
    text: `Hello,\nan order.\n${nasty}`,
  },
};
const templates = Object.keys(samples) as MailTemplate[]; // the keys of our own object
const render = (template: MailTemplate, language: (typeof languages)[number] = 'en') =>
  renderMail({ template, language, values: samples[template] }, site);

/** The text a reader sees of the page, without the hidden preview line. */
const seen = (html: string) =>
  html
    .replace(/<head>[\s\S]*<\/head>|<div style="display:none[\s\S]*?<\/div>/g, '')
    .replaceAll(/<br>/g, '\n')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
    )
    .replaceAll(/\s+/g, ' ');

describe.each(templates)('%s', (template) => {
  test.each(languages)('in %s says in text what it says in HTML, with nothing left open', (language) => {
    const { subject, text, html } = render(template, language);
    expect(subject).not.toMatch(/[\p{Cc}]/u);
    expect(html).toContain(`<html lang="${language}">`);
    // Values of the samples are text: none becomes an element, and no placeholder in them is filled in.
    expect(html).not.toMatch(/<img|<\/p><img/);
    for (const place of [subject, text, html])
      expect(place.replaceAll('{{support}}', '')).not.toMatch(/\{\{|\}\}|undefined|\[object/);
    const page = seen(html);
    for (const sentence of text.split('\n').filter((line) => line.trim() !== '' && line !== '-- ')) {
      expect(page).toContain(sentence.replace(/:$/, '').replaceAll(/\s+/g, ' ').trim());
    }
    const { code, link } = samples[template] as { code?: string; link?: string };
    if (code !== undefined) expect(text).toContain(`\n${code}\n`);
    if (link !== undefined) {
      expect(text).toContain(`\nhttps://chat.example.org${link}\n`);
      expect(html).toContain(`href="https://chat.example.org${link.replaceAll('&', '&amp;')}"`);
    }
  });
});

test('no code stands in a subject, which servers on the way keep in their logs', () => {
  for (const template of templates) {
    const { code = 'none' } = samples[template] as { code?: string };
    for (const language of languages) expect(render(template, language).subject).not.toContain(code);
  }
});

test('numbers and times are in words of the language', () => {
  expect(render('sign_in_code').text).toContain('valid for 10 minutes');
  expect(render('invitation', 'de-DE').text).toContain('gilt 7 Tage');
  expect(render('password_changed', 'fr-FR').text).toMatch(/le 21 novembre 2026 à 16:26 UTC/);
  expect(render('enterprise_enquiry', 'de-DE').text).toContain('Personen: 1200');
});

test('a name that looks like a link is none, and one with a line break adds no header', () => {
  const { subject, text } = render('invitation');
  expect(text).not.toContain('evil.example');
  expect(text.replaceAll('\u200c', '')).toContain('Win at evil.example');
  expect(subject).toMatch(/^Bob Bcc/);
});

test.each([
  ['owner', 'Eigentümer'],
  ['admin', 'Administrator'],
  ['member', 'Mitglied'],
] as const)('a role is named in the language of who gets it: %s', (role, named) => {
  expect(
    renderMail({ template: 'role_changed', language: 'de-DE', values: { organization: 'Corp', role } }, site).text,
  ).toContain(`Ihre Rolle in Corp ist jetzt ${named}.`);
});

test('an answer goes to people: to support, and for an enquiry to who asked', () => {
  expect(render('registration_code').replyTo).toBe('help@example.org');
  expect(render('enterprise_enquiry').replyTo).toBe('cto@corp.example');
});

test('a mail asks for nothing from elsewhere', () => {
  for (const template of templates)
    expect(render(template).html).not.toMatch(/<(img|script|link|iframe)\b|<[^>]*\s(src|background)=|@import|url\(/i);
});

test('without WEB_ORIGIN links lead to this machine, whatever a request said', () => {
  const local = renderMail(
    { template: 'account_exists', language: 'en', values: samples.account_exists },
    readConfig({ WEB_PORT: '3456' }),
  );
  expect(local.text).toContain('http://localhost:3456/auth/login');
});

test('a mail whose content is not of its template is not made', () => {
  expect(() =>
    renderMail({ template: 'sign_in_code', language: 'en', values: { link: '/auth/login' } }, site),
  ).toThrow();
});

test('every text is said by some mail', () => {
  const { mail } = JSON.parse(readFileSync(new URL('../../../locales/en.json', import.meta.url), 'utf8'));
  const said = templates
    .map((template) => render(template))
    .flatMap(({ subject, text, html }) => [subject, text, seen(html)])
    .join('\n')
    .replaceAll('\u200c', '');
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts);
  for (const fragment of texts(mail).flatMap((text) => text.split(/\{\{\w+\}\}/))) expect(said).toContain(fragment);
});
