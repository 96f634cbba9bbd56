import { jsonPieces } from './json-stream.ts';

async function* each<T>(...items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
async function textOf(value: unknown): Promise<string> {
  let text = '';
  for await (const piece of jsonPieces(value)) text += piece;
  return text;
}

test('lists that are still to come are written as those that are there', async () => {
  const items = ['one', 'two "quoted"'];
  const streamed = {
    name: 'Ann',
    none: null,
    empty: each(),
    of: { lists: each({ of: each(1, 2), is: true }, { of: each(), is: false }) },
    items: each(...items),
    there: [{ a: [] }],
  };
  const whole = {
    name: 'Ann',
    none: null,
    empty: [],
    of: {
      lists: [
        { of: [1, 2], is: true },
        { of: [], is: false },
      ],
    },
    items,
    there: [{ a: [] }],
  };
  expect(await textOf(streamed)).toBe(JSON.stringify(whole));
  expect(await textOf(each())).toBe('[]');
});

test('what comes is read when what was before it has been taken', async () => {
  let given = 0;
  async function* counted() {
    for (;;) {
      given += 1;
      yield 'x'.repeat(1_000);
    }
  }
  const pieces = jsonPieces({ list: counted() });
  for (let at = 0; at < 3; at++) await pieces.next();
  await pieces.return(undefined);
  expect(given).toBeLessThan(110);
});
