import { cutCode, cutRows, passagesOf } from './passages.ts';
import { substanceOf } from './substance.ts';

describe('passages', () => {
  test('stand under their headings, with those above from the second level on', () => {
    const markdown = '# Handbook\n\nWelcome.\n\n## Leave\n\n### Annual leave\n\n25 days.\n\n## Travel\n\nBy train.\n';
    expect(passagesOf(markdown)).toEqual([
      { heading: 'Handbook', content: 'Welcome.' },
      { heading: 'Leave › Annual leave', content: '25 days.' },
      { heading: 'Travel', content: 'By train.' },
    ]);
  });

  test('are the document word for word, and none is longer than a quotation', () => {
    const sentence = 'A sentence that says one thing. ';
    const text = [sentence.repeat(100).trim(), 'x'.repeat(3_000), '🙂'.repeat(1_000), '一'.repeat(2_000)].join('\n\n');
    const passages = passagesOf(text);
    expect(
      passages
        .map(({ content }) => content)
        .join('')
        .replace(/\s/g, ''),
    ).toBe(text.replace(/\s/g, ''));
    for (const { content } of passages) {
      expect(content.length).toBeLessThanOrEqual(900);
      expect(content.isWellFormed()).toBe(true);
    }
  });

  test('of an empty document are none', () => {
    expect(passagesOf('')).toEqual([]);
    expect(passagesOf('# Only a heading\n')).toEqual([]);
  });
});

test('rows and code have the same measure as text', () => {
  const rows = Array.from({ length: 100 }, (_, at) => `第${at}會議室在大樓的三樓靠近電梯 | 可容納十二人`);
  const pieces = cutRows('會議室 | 人數', rows);
  expect(pieces.length).toBeGreaterThan(8);
  for (const piece of pieces) {
    expect(piece.startsWith('會議室 | 人數\n')).toBe(true);
    expect(substanceOf(piece)).toBeLessThanOrEqual(900);
  }
  for (const piece of cutRows(
    'No.',
    Array.from({ length: 500 }, (_, at) => `${at}`),
  ))
    expect(substanceOf(piece)).toBeLessThanOrEqual(900);
  const [long = '', ...rest] = cutRows('房', ['一'.repeat(400)]);
  expect(substanceOf(long)).toBeLessThanOrEqual(900);
  expect(rest.length).toBe(1);
  // A longer header is a row like others.
  expect(cutRows('表'.repeat(100), ['列'])).toEqual([`${'表'.repeat(100)}\n列`]);
  expect(cutRows('x'.repeat(300), ['row 1', 'row 2'])).toEqual([`${'x'.repeat(300)}\nrow 1\nrow 2`]);
  for (const piece of cutCode(`// ${'註解'.repeat(1_000)}\n\n  return 1;`)) {
    expect(substanceOf(piece)).toBeLessThanOrEqual(900);
    expect(piece.startsWith('```\n')).toBe(true);
  }
  for (const piece of cutCode('let a = 1;\n'.repeat(500))) expect(substanceOf(piece)).toBeLessThanOrEqual(900);
  expect(cutCode('if (a) {\n\n  b();\n}')).toEqual(['```\nif (a) {\n\n  b();\n}\n```']);
});

test('a line that is too long for a heading is a paragraph', () => {
  const [passage] = passagesOf(`# ${'word '.repeat(100)}\n\nText.`);
  expect(passage).toMatchObject({ heading: '', content: expect.stringMatching(/^# word .*\n\nText\.$/s) });
  expect(passagesOf('## Closed ##\n\nText.')).toEqual([{ heading: 'Closed', content: 'Text.' }]);
  expect(passagesOf('#Tag\n\nText.')).toEqual([{ heading: '', content: '#Tag\n\nText.' }]);
});
