import { passagesOf } from './passages.ts';

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
