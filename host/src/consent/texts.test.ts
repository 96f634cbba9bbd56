import { consentLanguageFor, consentTexts } from './texts.ts';
import { translationOf } from './translation.ts';

const entries = Object.entries(consentTexts);

test('§9: the texts exist in en and zh-TW, with the same keys', () => {
  expect(Object.keys(consentTexts)).toEqual(['en', 'zh-TW']);
  expect(Object.keys(consentTexts['zh-TW']).sort()).toEqual(Object.keys(consentTexts.en).sort());
});

test('each of them is there, translated, and names the support where the English one does', () => {
  for (const key of Object.keys(consentTexts.en) as (keyof typeof consentTexts.en)[]) {
    const [english, chinese] = [consentTexts.en[key], consentTexts['zh-TW'][key]];
    expect([key, english.trim(), chinese.trim()]).not.toContain('');
    expect([key, chinese]).toEqual([key, expect.stringMatching(/\p{Script=Han}/u)]);
    expect([key, chinese.includes('{email}')]).toEqual([key, english.includes('{email}')]);
  }
});

test.each([
  ['en', 'en'],
  ['zh-TW', 'zh-TW'],
  ['de-DE', 'en'],
  ['th-TH', 'en'],
  ['', 'en'],
  ['toString', 'en'],
])('a page in “%s” asks in %s', (language, given) => {
  expect(consentLanguageFor(language)).toBe(given);
});

test.each(entries)('§1: in %s the prompt and the settings name the address of customer support', (_, texts) => {
  const { consentModal, preferencesModal } = translationOf(texts, 'help@chat.example');
  const link = '<a href="mailto:help@chat.example">help@chat.example</a>';
  expect(consentModal.description).toContain(link);
  expect(preferencesModal.sections.at(-1)?.description).toContain(link);
  expect(JSON.stringify([consentModal, preferencesModal])).not.toContain('{email}');
});

test('an address is text, never markup', () => {
  const { consentModal } = translationOf(consentTexts.en, '"><img src=x onerror=alert(1)>@evil.example');
  expect(consentModal.description).not.toContain('<img');
});
