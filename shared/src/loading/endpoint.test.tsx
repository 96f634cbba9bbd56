import { renderHook, waitFor } from '@testing-library/react';
import { startI18n } from '@parlance/shared/i18n';
import {
  forgetLoaded,
  pick,
  useComposed,
  useComposedPages,
  useEndpoint,
  useEndpointPages,
  useEveryRow,
} from '@parlance/shared/loading';
import { fakeServer } from '@parlance/shared/testing';
import { listBots } from '../contract/api/bots.ts';
import { listColleagues } from '../contract/api/shares.ts';
import { allTexts } from '../testing/texts.ts';

void startI18n({ resources: allTexts(), language: 'en' }); // all texts are given, so it is ready on return
beforeEach(forgetLoaded);
const server = fakeServer();

const id = (last: number) => `0198f0aa-0000-7000-8000-00000000000${last}`;
const colleague = (last: number) => ({ id: id(last), name: `Colleague ${last}` });
const page = (...last: number[]) => ({ items: last.map(colleague), next_cursor: null });
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map((row) => Number(row.id.at(-1)));

test('two endpoints, two inputs and two ways of asking for the same id have nothing of one another', async () => {
  server.answer(listColleagues, ({ query }) => (query.id === id(2) ? page(2) : page(1)));
  server.answer(listBots, { items: [], next_cursor: null });
  const { result } = renderHook(() => ({
    one: useEndpoint(listColleagues, { query: { id: id(1) } }),
    other: useEndpoint(listColleagues, { query: { id: id(2) } }),
    ofBots: useEndpoint(listBots, { query: {} }),
    pages: useEndpointPages(listColleagues, { query: { id: id(1) } }),
    rows: useEveryRow(listColleagues, { query: { id: id(1) } }),
    composed: useComposed('shared/first', [id(1)], () => Promise.resolve('first')),
    composedToo: useComposed('shared/second', [id(1)], () => Promise.resolve('second')),
    composedPages: useComposedPages('shared/first', [id(1)], () =>
      Promise.resolve({ items: [{ id: 'a row' }], next_cursor: null }),
    ),
  }));
  await waitFor(() =>
    expect(Object.values(result.current).map((it) => ('rows' in it ? it.rows : it).status)).toEqual(
      Array.from({ length: 8 }, () => 'ready'),
    ),
  );
  const { one, other, ofBots, pages, rows, composed, composedToo, composedPages } = result.current;
  expect([one, other].map((it) => pick(it, ({ items }) => idsOf(items)))).toMatchObject([{ data: [1] }, { data: [2] }]);
  expect(ofBots).toMatchObject({ data: { items: [] } });
  expect([pages.rows, rows]).toMatchObject([{ data: [colleague(1)] }, { data: [colleague(1)] }]);
  expect([composed, composedToo, composedPages.rows]).toMatchObject([
    { data: 'first' },
    { data: 'second' },
    { data: [{ id: 'a row' }] },
  ]);
});

test('whoever asks the same shares the answer, and another visit does not', async () => {
  server.answer(listColleagues, page(1));
  const { result } = renderHook(() => [
    useEndpoint(listColleagues, { query: {} }),
    useEndpoint(listColleagues, { query: {} }),
    useEndpoint(listColleagues, { query: {} }, { visit: 'another' }),
  ]);
  await waitFor(() => expect(result.current.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']));
  expect(server.requests(listColleagues)).toHaveLength(2);
});

test('every row of a list comes page after page, with what was asked for', async () => {
  server.answer(listColleagues, ({ query }) =>
    query.cursor === undefined ? { ...page(1), next_cursor: 'next' } : page(2),
  );
  const { result } = renderHook(() => useEveryRow(listColleagues, { query: { q: 'a' } }));
  await waitFor(() => expect(result.current).toMatchObject({ data: [colleague(1), colleague(2)] }));
  expect(server.requests(listColleagues).map(({ query }) => [query.q, query.cursor])).toEqual([
    ['a', undefined],
    ['a', 'next'],
  ]);
});
