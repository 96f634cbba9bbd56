import { ReasoningTags } from './reasoning-tags.ts';

type PartedText = { text: string; reasoning: string };

/** Parts a text that comes in pieces; what was unsaid is dropped from the text, as readers do. */
function partOf(pieces: readonly string[], elsewhere = false): PartedText {
  const tags = new ReasoningTags();
  if (elsewhere) tags.reasonsElsewhere();
  const parted = { text: '', reasoning: '' };
  for (const piece of [...pieces.flatMap((it) => tags.hear(it)), ...tags.end()]) {
    if (piece.type === 'unsaid') parted.text = '';
    else parted[piece.type] += piece.text;
  }
  return parted;
}

const fence = '```';

const texts: [what: string, said: string, text: string, reasoning: string][] = [
  ['no tag', 'Good day. 1 < 2, a[0] and <b>bold</b>.', 'Good day. 1 < 2, a[0] and <b>bold</b>.', ''],
  ['whole', '<think>\nHm.\n</think>\n\nGood day.', 'Good day.', 'Hm.\n'],
  ['behind blanks', '\n\n <think>Hm.</think>Good day.', '\n\n Good day.', 'Hm.'],
  ['nothing in it', '<think>\n\n</think>\n\nGood day.', 'Good day.', ''],
  ['not closed', '<think>Hm. And so on', '', 'Hm. And so on'],
  ['not opened', 'Hm. What now?\n</think>\n\nGood day.', 'Good day.', 'Hm. What now?'],
  ['not opened, in one line', 'Hm.</think>Good day.', 'Good day.', 'Hm.'],
  ['closed before a word', '</think>\n\nGood day.', 'Good day.', ''],
  ['closed twice', '<think>Hm.</think>\n</think>\nGood day.', 'Good day.', 'Hm.'],
  ['twice', '<think>One.</think>Good\n<think>Two.</think>\nday.', 'Good\nday.', 'One.Two.'],
  ['within a line', 'Good <think>Hm.</think>day.', 'Good day.', 'Hm.'],
  ['within a line, not closed', 'The tag <think> opens it. That is all.', 'The tag <think> opens it. That is all.', ''],
  ['in a code span', 'Write `<think>` and `</think>` around it.', 'Write `<think>` and `</think>` around it.', ''],
  ['in a longer span', 'So: `` a`b <think> `` ends.', 'So: `` a`b <think> `` ends.', ''],
  ['behind a stray backtick', 'A ` is odd.\n<think>Hm.</think>Good.', 'A ` is odd.\nGood.', 'Hm.'],
  [
    'in a block',
    `So:\n\n${fence}xml\n<think>a</think>\n${fence}\n\n<think>Hm.</think>End.`,
    `So:\n\n${fence}xml\n<think>a</think>\n${fence}\n\nEnd.`,
    'Hm.',
  ],
  [
    'in a block with tildes that holds backticks',
    `~~~\n${fence}\n<think>a</think>\n${fence}\n~~~\nEnd.`,
    `~~~\n${fence}\n<think>a</think>\n${fence}\n~~~\nEnd.`,
    '',
  ],
  [
    'in a block of a list',
    `- So:\n  ${fence}\n  <think>a</think>\n  ${fence}`,
    `- So:\n  ${fence}\n  <think>a</think>\n  ${fence}`,
    '',
  ],
  [
    'in an indented block',
    'So:\n\n    <think>\n    a\n    </think>\n\nEnd.',
    'So:\n\n    <think>\n    a\n    </think>\n\nEnd.',
    '',
  ],
  ['in quotes', 'It says "<think>" and “</think>” (<think>).', 'It says "<think>" and “</think>” (<think>).', ''],
  [
    'code in the reasoning',
    `<think>Write ${fence}\na\n${fence} or \`b</think>Good.`,
    'Good.',
    `Write ${fence}\na\n${fence} or \`b`,
  ],
  ['thinking', '<thinking>Hm.</thinking>Good.', 'Good.', 'Hm.'],
  ['Gemini', '<thought>Hm.</thought>Good.', 'Good.', 'Hm.'],
  ['reasoning', '<reasoning>Hm.</reasoning>Good.', 'Good.', 'Hm.'],
  ['Seed-OSS', '<seed:think>Hm.</seed:think>Good.', 'Good.', 'Hm.'],
  ['Kimi-VL', '◁think▷Hm.◁/think▷Good.', 'Good.', 'Hm.'],
  ['Magistral', '[THINK]Hm.[/THINK]Good.', 'Good.', 'Hm.'],
  ['OpenThinker', '<|begin_of_thought|>Hm.<|end_of_thought|>Good.', 'Good.', 'Hm.'],
  ['Command A', '<|START_THINKING|>Hm.<|END_THINKING|>Good.', 'Good.', 'Hm.'],
  ['in capitals', '<THINK>Hm.</THINK>Good.', 'Good.', 'Hm.'],
  ['another word', 'I [think] so, <thinker>.', 'I [think] so, <thinker>.', ''],
  ['signs of two units', '<think>🤔…</think>👍 Good.', '👍 Good.', '🤔…'],
];

test.each(texts)('%s', (_, said, text, reasoning) => {
  expect(partOf([said])).toEqual({ text, reasoning });
  expect(partOf(said.split(''))).toEqual({ text, reasoning });
  for (let at = 1; at < said.length; at++)
    expect(partOf([said.slice(0, at), said.slice(at)])).toEqual({ text, reasoning });
});

test('where the model reasons in fields, a tag that is only closed says nothing', () => {
  expect(partOf(['Good day.\n</think>\nAnd night.'], true)).toEqual({ text: 'Good day.\n\nAnd night.', reasoning: '' });
});

test('nothing is held back that can be no tag', () => {
  const tags = new ReasoningTags();
  expect(tags.hear('Good')).toEqual([{ type: 'text', text: 'Good' }]);
  expect(tags.hear(' <thi')).toEqual([{ type: 'text', text: ' ' }]);
  expect(tags.hear('s>')).toEqual([{ type: 'text', text: '<this>' }]);
});
