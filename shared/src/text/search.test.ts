import { hasEveryWord, plain, searchWords } from '@parlance/shared/search';

test.each([
  ['letter case', 'Handbook', 'HAND'],
  ['accents, written in one character or in two', 'Café Mu\u0308ller', 'cafe müller'],
  ['width', 'ＡＢＣ １２３', 'abc 123'],
  ['the Turkish dotted capital', 'İstanbul', 'istanbul'],
  ['the order of the words', 'Annual leave of 2026', '2026 leave'],
  ['a language without blanks', '員工手冊與請假規定', '請假'],
])('does not mind %s', (_, text, search) => {
  expect(hasEveryWord(text, search)).toBe(true);
});

test('every word must be there', () => {
  expect(hasEveryWord('Annual leave', 'annual report')).toBe(false);
});

test('the vowels and tones of Thai are letters, not accents', () => {
  expect(plain('ที่')).toBe('ที่');
  expect(hasEveryWord('คู่มือพนักงาน', 'คมอ')).toBe(false);
  expect(hasEveryWord('คู่มือพนักงาน', 'มือ')).toBe(true);
});

test('a search of blanks has no words, and everything matches it', () => {
  expect(searchWords(' \t ')).toEqual([]);
  expect(hasEveryWord('', ' ')).toBe(true);
});
