import { mentionAt, withoutMention } from './mention.ts';

const at = (marked: string) => mentionAt(marked.replace('|', ''), marked.indexOf('|'));

test.each([
  ['@|', ''],
  ['@peo|', 'peo'],
  ['@People De|', 'People De'],
  ['How long? @hou|', 'hou'],
  ['first\n@it|\nlast', 'it'],
  ['@it| and more', 'it'],
])('in “%s” the bot “%s” is looked for', (marked, search) => {
  expect(at(marked)?.search).toBe(search);
});

test.each(['me@there.example|', '@ five|', 'it@|', '@one\ntwo|', '|@one', `@${'x'.repeat(61)}|`, 'nothing|'])(
  'in “%s” none is looked for',
  (marked) => {
    expect(at(marked)).toBeNull();
  },
);

test.each([
  ['@hou|', ''],
  ['When? @hou|', 'When? '],
  ['@hou| When?', 'When?'],
  ['When @hou| is it open?', 'When is it open?'],
])('of “%s” the rest is kept: “%s”', (marked, rest) => {
  const mention = at(marked);
  expect(mention === null ? null : withoutMention(marked.replace('|', ''), mention)).toBe(rest);
});
