import { Linter } from 'eslint';
import { waitingTable } from './waiting.ts';

const linter = new Linter({ configType: 'flat' });
const messagesFor = (source: string) =>
  linter
    .verify(
      source,
      [
        {
          rules: {
            'no-restricted-syntax': ['error', ...waitingTable.map(({ selector, message }) => ({ selector, message }))],
          },
        },
      ],
      'journey.mjs',
    )
    .map(({ message }) => message);

describe('tests in a browser never assert on the moment: every row bites', () => {
  it.each(waitingTable)('$selector', ({ message, refuses, allows }) => {
    expect(messagesFor(refuses)).toContain(message);
    expect(messagesFor(allows)).toEqual([]);
  });
});
