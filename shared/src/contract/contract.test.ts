import * as z from '@parlance/shared/contract/schema';
import { abilityRules, rulesAllow } from './access/ability.ts';
import { endpoint, fillPath, pageQuery } from './endpoint.ts';
import { languages, localizedText, nearestLanguage, preferredLanguage, textIn } from './values/language.ts';

describe('abilityRules (specification §6)', () => {
  test.each([
    ['Pro', true, [{ action: 'manage', subject: 'all' }]],
    [
      'Pro',
      false,
      [
        { action: 'read', subject: 'all' },
        { action: 'view', subject: 'all' },
      ],
    ],
    [
      'Free!',
      false,
      [
        { action: 'manage', subject: 'agent-studio' },
        { action: 'read', subject: 'all' },
        { action: 'view', subject: 'all' },
      ],
    ],
    [
      'Free!',
      true,
      [
        { action: 'manage', subject: 'agent-studio' },
        { action: 'read', subject: 'all' },
        { action: 'view', subject: 'all' },
      ],
    ],
    ['Free', true, []],
    ['Team', true, []],
    ['Growth', true, []],
    ['business', true, []],
    ['personal', false, []],
  ])('plan %s, admin=%s', (planName, isAdmin, rules) => {
    expect(abilityRules({ planName, isAdmin })).toEqual(rules);
  });

  test.each([
    ['Pro', true, 'delete', 'anything', true],
    ['Pro', false, 'read', 'anything', true],
    ['Pro', false, 'manage', 'anything', false],
    ['Free!', false, 'edit', 'agent-studio', true],
    ['Free!', false, 'view', 'anything', true],
    ['Free!', false, 'edit', 'anything', false],
    ['Free!', false, 'manage', 'all', false],
    ['Team', true, 'read', 'anything', false],
  ])('let on plan %s, admin=%s, %s %s: %s', (planName, isAdmin, action, subject, expected) => {
    expect(rulesAllow(abilityRules({ planName, isAdmin }), action, subject)).toBe(expected);
  });
});

describe('languages (specification §9)', () => {
  test('are nine, and English is the first', () => {
    expect(languages).toEqual(['en', 'zh-TW', 'th-TH', 'es-ES', 'fr-FR', 'pt-PT', 'de-DE', 'it-IT', 'nl-NL']);
  });

  test.each([
    ['de', 'de-DE'],
    ['DE-at', 'de-DE'],
    ['zh-Hant-HK', 'zh-TW'],
    ['en-GB', 'en'],
    ['pt-BR', 'pt-PT'],
    ['ja', null],
    ['', null],
  ])('%p is served in %p', (wish, expected) => {
    expect(nearestLanguage(wish)).toBe(expected);
  });

  test('the first wish that can be met wins, else English', () => {
    expect(preferredLanguage(['ja', 'fr-CA;q=0.8', 'de;q=0.7'])).toBe('fr-FR');
    expect(preferredLanguage(['ja', 'ko'])).toBe('en');
    expect(preferredLanguage(['ja', ''], 'nl-NL')).toBe('nl-NL');
  });

  // RFC 9110 §12.4.2 and §12.5.4.
  it.each([
    ['the heaviest, wherever it stands', 'fr;q=0.2, de;q=0.9, en;q=0.5', 'de-DE'],
    ['one without a weight before all others', 'fr;q=0.9, de', 'de-DE'],
    ['the first of those that weigh the same', 'it;q=0.5, nl;q=0.5', 'it-IT'],
    ['a weight in capitals and with blanks', 'fr ; Q=0.1 ,de ; q=0.20', 'de-DE'],
    ['nothing that is refused', 'fr;q=0, de;q=0.1', 'de-DE'],
    ['nothing that is refused, also where another region of it is wanted', 'de;q=0, de-AT, nl;q=0.1', 'nl-NL'],
    ['nothing that is refused, also where it is the fallback', 'en;q=0', 'zh-TW'],
    ['a region of what is refused, where that region is ours and wanted', 'de;q=0, de-DE', 'de-DE'],
    ['anything where all the rest is refused', 'ja, *;q=0', 'en'],
    ['a star as what would have been taken anyway', '*', 'en'],
    ['a star as something else than what is refused', 'en;q=0, *', 'zh-TW'],
    ['a star after what weighs more', '*;q=0.1, th', 'th-TH'],
    ['a wish whose weight is none as if it had none', 'fr;q=much, de;q=0.9', 'fr-FR'],
  ])('takes %s (%s)', (_, header, language) => {
    expect(preferredLanguage(header.split(','))).toBe(language);
  });

  test('a localised text falls back to English, then to whatever there is', () => {
    expect(textIn({ en: 'Hello', 'de-DE': 'Hallo' }, 'de-DE')).toBe('Hallo');
    expect(textIn({ en: 'Hello', 'de-DE': 'Hallo' }, 'it-IT')).toBe('Hello');
    expect(textIn({ 'th-TH': 'สวัสดี' }, 'it-IT')).toBe('สวัสดี');
    expect(textIn({}, 'en')).toBe('');
  });

  test('a localised text in a language we do not have is refused', () => {
    expect(localizedText.safeParse({ 'ja-JP': 'こんにちは' }).success).toBe(false);
  });
});

describe('endpoint', () => {
  test('is of the main service and answers JSON unless it says otherwise', () => {
    const plain = endpoint({ method: 'GET', path: '/a/v1/b', requires: {}, summary: 'B.', response: z.object({}) });
    expect(plain).toMatchObject({
      service: 'main',
      answers: 'json',
      params: undefined,
      query: undefined,
      body: undefined,
    });
  });

  test('encodes parameters of the path and refuses to leave one out', () => {
    expect(fillPath('/a/:id/b/:name', { id: '1', name: '../x?' })).toBe('/a/1/b/..%2Fx%3F');
    expect(() => fillPath('/a/:id')).toThrow('“id”');
  });

  test('pages hold at most 100 rows and 30 when nothing is said', () => {
    expect(pageQuery.parse({})).toEqual({ limit: 30 });
    expect(pageQuery.parse({ limit: '100' })).toEqual({ limit: 100 });
    for (const limit of ['0', '101', '1.5', 'x']) expect(pageQuery.safeParse({ limit }).success).toBe(false);
  });
});
