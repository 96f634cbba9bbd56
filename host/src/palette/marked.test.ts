import { markedParts } from './marked.ts';

/** Puts the marked parts in brackets. */
const shown = (text: string, search: string) =>
  markedParts(text, search)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['nothing where nothing is searched for', 'People Desk', '', 'People Desk'],
  ['every place of every word', 'People Desk', 'e de', 'P[e]opl[e] [De]sk'],
  ['without regard to case and accents', 'Café Müller', 'CAFE mull', '[Café] [Müll]er'],
  ['an accent of its own character', 'Mu\u0308ller', 'mu', '[Mu\u0308]ller'],
  ['one character that is several for the search', 'Mind the ½ and the ﬁle', 'fi', 'Mind the ½ and the [ﬁ]le'],
  ['Chinese', '員工手冊與請假規定', '請假', '員工手冊與[請假]規定'],
  ['a Thai consonant with its vowel and tone', 'คู่มือพนักงาน', 'มือ', 'คู่[มือ]พนักงาน'],
  ['full width', 'ＡＢＣ 手冊', 'bc', 'Ａ[ＢＣ] 手冊'],
])('marks %s', (_, text, search, expected) => {
  expect(shown(text, search)).toBe(expected);
});

test('no character is lost', () => {
  const text = 'Ω 🧑‍💼 ﬃ İstanbul é';
  expect(
    markedParts(text, 'is e')
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
