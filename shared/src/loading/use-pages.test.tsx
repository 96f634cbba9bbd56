import { act, fireEvent, renderHook, waitFor } from '@testing-library/react';
import { usePages, type LoadPage, type Page } from './use-pages.ts';
import { refreshOnFocusAfter } from './use-refresh.ts';

type Row = { id: string };
const page = (...ids: string[]): Page<Row> => ({ items: ids.map((id) => ({ id })), next_cursor: null });
const show = (load: LoadPage<Row>, key = 'first') => renderHook(({ of }) => usePages(of, load), { initialProps: { of: key } });
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).join();

/** Loads that the test answers by hand, in the order it wants. */
function byHand() {
  const asked: { signal: AbortSignal; give: (given: Page<Row>) => void }[] = [];
  const load: LoadPage<Row> = (_, signal) => new Promise((give) => asked.push({ signal, give }));
  return { asked, load };
}

test('the rows before stay, marked as stale, while those of a new key are on their way', async () => {
  const { asked, load } = byHand();
  const { result, rerender } = show(load);
  expect(result.current.status).toBe('loading');
  await act(() => Promise.resolve(asked[0]?.give(page('a'))));
  rerender({ of: 'second' });
  expect([idsOf(result.current.rows), result.current.isStale]).toEqual(['a', true]);
  await act(() => Promise.resolve(asked[1]?.give(page('b'))));
  expect([idsOf(result.current.rows), result.current.isStale]).toEqual(['b', false]);
});

test('an answer to a question that is no longer asked is aborted and not shown', async () => {
  const { asked, load } = byHand();
  const { result, rerender } = show(load);
  rerender({ of: 'second' });
  expect(asked[0]?.signal.aborted).toBe(true);
  await act(() => Promise.resolve(asked[1]?.give(page('new'))));
  await act(() => Promise.resolve(asked[0]?.give(page('old'))));
  expect(idsOf(result.current.rows)).toBe('new');
});

test('a row that comes again on a later page is shown once', async () => {
  const { result } = show((cursor) => Promise.resolve(cursor === undefined ? { ...page('a', 'b'), next_cursor: 'next' } : page('b', 'c')));
  await waitFor(() => expect(result.current.more).not.toBeNull());
  act(() => result.current.more?.load());
  await waitFor(() => expect(idsOf(result.current.rows)).toBe('a,b,c'));
  expect(result.current.more).toBeNull();
});

describe('coming back to the window', () => {
  const realNow = Date.now;
  afterEach(() => {
    Date.now = realNow;
  });

  test.each([
    ['loads anew what is older than five minutes', refreshOnFocusAfter + 1, 2],
    ['leaves alone what is younger', refreshOnFocusAfter - 1000, 1],
  ])('%s (specification §9)', async (_, age, loads) => {
    let count = 0;
    const { result } = show(() => {
      count += 1;
      return Promise.resolve(page(`load ${count}`));
    });
    await waitFor(() => expect(result.current.status).toBe('ready'));
    Date.now = () => realNow() + age;
    fireEvent.focus(window);
    await waitFor(() => expect(idsOf(result.current.rows)).toBe(`load ${loads}`));
    expect(count).toBe(loads);
  });
});

test('a refresh that fails takes nothing away', async () => {
  let count = 0;
  const { result } = show(() => {
    count += 1;
    return count === 1 ? Promise.resolve(page('a')) : Promise.reject(new Error('gone'));
  });
  await waitFor(() => expect(result.current.status).toBe('ready'));
  await act(async () => {
    result.current.reload();
    await Promise.resolve();
  });
  await waitFor(() => expect(count).toBe(2));
  expect([result.current.status, idsOf(result.current.rows)]).toEqual(['ready', 'a']);
});
