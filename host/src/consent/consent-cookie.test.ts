import { eraseConsentCookie, readChoice } from './consent-cookie.ts';

const whole = {
  categories: ['necessary', 'analytics'],
  revision: 1,
  data: null,
  consentTimestamp: '2026-01-01T10:00:00.000Z',
  consentId: '0198f0aa-0000-4000-8000-000000000001',
  services: { necessary: [], analytics: [] },
  languageCode: 'en',
  lastConsentTimestamp: '2026-01-01T10:00:00.000Z',
  expirationTime: 1_783_000_000_000,
};
const cookieOf = (choice: unknown) =>
  `theme=dark; cookie_consent=${encodeURIComponent(JSON.stringify(choice))}; csrftoken=1`;

test.each([
  ['everything', whole, true],
  ['the necessary alone', { ...whole, categories: ['necessary'] }, false],
  ['nothing at all', { ...whole, categories: [] }, false],
])('who accepted %s has chosen, and analytics are allowed: %#', (_, choice, allowsAnalytics) => {
  expect(readChoice(cookieOf(choice))).toEqual({ state: 'chosen', allowsAnalytics });
});

test.each([
  ['a higher one', 2],
  ['a lower one', 0],
])('a choice of another revision, %s, is no choice of this one', (_, revision) => {
  expect(readChoice(cookieOf({ ...whole, revision }))).toEqual({ state: 'outdated', allowsAnalytics: false });
});

test.each(['', 'theme=dark', 'my_cookie_consent=1', 'cookie_consent_2=1'])(
  'where the cookies are “%s” nobody has chosen',
  (cookies) => {
    expect(readChoice(cookies)).toEqual({ state: 'none', allowsAnalytics: false });
  },
);

test.each([
  ['no text', 'cookie_consent='],
  ['no JSON', 'cookie_consent=yes'],
  ['cut off', cookieOf(whole).slice(0, 120)],
  ['no encoding', 'cookie_consent=%E0%A4%A'],
  ['a number', 'cookie_consent=1'],
  ['null', 'cookie_consent=null'],
  ['a list', 'cookie_consent=%5B%5D'],
  ['of another program', cookieOf({ analytics: true })],
  ['without its revision', cookieOf({ ...whole, revision: undefined })],
  ['without an id', cookieOf({ ...whole, consentId: '' })],
  ['with categories that are no list', cookieOf({ ...whole, categories: 'analytics' })],
  ['with a moment that is none', cookieOf({ ...whole, consentTimestamp: 'yesterday' })],
  ['with a change at no moment', cookieOf({ ...whole, lastConsentTimestamp: 12 })],
])('a cookie that is %s allows nothing', (_, cookies) => {
  expect(readChoice(cookies)).toEqual({ state: 'unreadable', allowsAnalytics: false });
});

test('what cannot be read is erased', () => {
  document.cookie = 'cookie_consent=yes; path=/';
  expect(readChoice().state).toBe('unreadable');
  eraseConsentCookie();
  expect(readChoice().state).toBe('none');
});
