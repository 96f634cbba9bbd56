import { Linter } from 'eslint';
import { comparingTable } from './comparing.ts';

const linter = new Linter({ configType: 'flat' });
const messagesFor = (source: string) =>
  linter
    .verify(
      source,
      [
        {
          rules: {
            'no-restricted-syntax': [
              'error',
              ...comparingTable.map(({ selector, message }) => ({ selector, message })),
            ],
          },
        },
      ],
      'module.mjs',
    )
    .map(({ message }) => message);

describe('what comes from the database is not compared by its text: every row bites', () => {
  it.each(comparingTable)('$selector', ({ message, refuses, allows }) => {
    expect(messagesFor(refuses)).toContain(message);
    expect(messagesFor(allows)).toEqual([]);
  });
});
