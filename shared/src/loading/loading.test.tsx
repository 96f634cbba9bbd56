import { act, fireEvent, renderHook, waitFor } from '@testing-library/react';
import { ApiFailure } from '@parlance/shared/http';
import { startI18n } from '@parlance/shared/i18n';
import {
  useEditedComposed,
  everyRow,
  forgetLoaded,
  refreshOnFocusAfter,
  useLoaded,
  usePages,
  type LoadPage,
  type Loaded,
  type Page,
  type Pages,
} from '@parlance/shared/loading';
import { allTexts } from '../testing/texts.ts';

void startI18n({ resources: allTexts(), language: 'en' }); // all texts are given, so it is ready on return
beforeEach(forgetLoaded);

type Row = { id: string };
const page = (...ids: string[]): Page<Row> => ({ items: ids.map((id) => ({ id })), next_cursor: null });
const show = (load: LoadPage<Row>, keepsRows = true) =>
  renderHook(({ of }) => usePages(of, load, { keepsRows }), { initialProps: { of: 'first' } });
/** Waits for the rows: the response reaches the screen a turn of the event loop or more later. */
const shows = (result: { readonly current: Pages<Row> }, ids: string) =>
  waitFor(() => expect(idsOf(result.current.rows)).toBe(ids));
const idsOf = (rows: Loaded<readonly Row[]>) =>
  rows.status === 'ready' ? rows.data.map(({ id }) => id).join() : rows.status;

/** Loads that the test answers by hand, in any order. */
function byHand() {
  const asked: { signal: AbortSignal; give: (given: Page<Row>) => void }[] = [];
  const load: LoadPage<Row> = (_, signal) => new Promise((give) => asked.push({ signal, give }));
  return { asked, load };
}

test('every row of a list comes page after page, and a page that fails is not passed over', async () => {
  const pages: Record<string, Page<Row>> = {
    first: { items: [{ id: 'a' }], next_cursor: 'second' },
    second: page('b', 'c'),
  };
  expect(await everyRow(async (cursor = 'first') => pages[cursor] ?? page())).toEqual([
    { id: 'a' },
    { id: 'b' },
    { id: 'c' },
  ]);
  await expect(
    everyRow((cursor) =>
      cursor === undefined
        ? Promise.resolve({ items: [{ id: 'a' }], next_cursor: 'second' })
        : Promise.reject(new Error('lost')),
    ),
  ).rejects.toThrow('lost');
});

test('the rows before stay, marked as stale, while those of a new key are on their way', async () => {
  const { asked, load } = byHand();
  const { result, rerender } = show(load);
  expect(result.current.rows.status).toBe('loading');
  asked[0]?.give(page('a'));
  await shows(result, 'a');
  rerender({ of: 'second' });
  expect([idsOf(result.current.rows), result.current.isStale]).toEqual(['a', true]);
  asked[1]?.give(page('b'));
  await shows(result, 'b');
  expect([idsOf(result.current.rows), result.current.isStale]).toEqual(['b', false]);
});

test('the rows of another list are not shown in place of this one', async () => {
  const { asked, load } = byHand();
  const { result, rerender } = show(load, false);
  asked[0]?.give(page('a'));
  await shows(result, 'a');
  rerender({ of: 'second' });
  expect(idsOf(result.current.rows)).toBe('loading');
});

test('an answer to a question that is no longer asked is aborted and not shown', async () => {
  const { asked, load } = byHand();
  const { result, rerender } = show(load);
  rerender({ of: 'second' });
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[1]?.give(page('new'));
  await shows(result, 'new');
  await act(() => Promise.resolve(asked[0]?.give(page('old'))));
  expect(idsOf(result.current.rows)).toBe('new');
});

test('a row that comes again on a later page is shown once', async () => {
  const { result } = show((cursor) =>
    Promise.resolve(cursor === undefined ? { ...page('a', 'b'), next_cursor: 'next' } : page('b', 'c')),
  );
  await waitFor(() => expect(result.current.more).not.toBeNull());
  act(() => result.current.more?.load());
  await waitFor(() => expect(idsOf(result.current.rows)).toBe('a,b,c'));
  expect(result.current.more).toBeNull();
});

describe('coming back to the window', () => {
  const realNow = Date.now;
  const laterBy = (milliseconds: number) => {
    Date.now = () => realNow() + milliseconds;
    fireEvent(window, new Event('visibilitychange'));
  };
  afterEach(() => {
    Date.now = realNow;
  });

  test.each([
    ['loads anew what is older than five minutes', refreshOnFocusAfter + 1000, 2],
    ['leaves alone what is younger', refreshOnFocusAfter - 1000, 1],
  ])('%s (specification §9)', async (_, age, loads) => {
    let count = 0;
    const { result } = show(() => {
      count += 1;
      return Promise.resolve(page(`load ${count}`));
    });
    await waitFor(() => expect(result.current.rows.status).toBe('ready'));
    laterBy(age);
    await waitFor(() => expect(idsOf(result.current.rows)).toBe(`load ${loads}`));
    expect(count).toBe(loads);
  });

  test('loads anew no more often while loading fails', async () => {
    let count = 0;
    const { result } = show(() => {
      count += 1;
      return count === 1 ? Promise.resolve(page('a')) : Promise.reject(new Error('ailing'));
    });
    await shows(result, 'a');
    for (const [age, loads] of [
      [1, 2],
      [1.5, 2],
      [1.9, 2],
      [2.1, 3],
    ] as const) {
      laterBy(age * refreshOnFocusAfter + 1000);
      await manyLooks();
      expect(count).toBe(loads);
    }
  });
});

test('a refresh that fails takes nothing away', async () => {
  const shown: string[] = [];
  const answers = [Promise.resolve(page('a')), Promise.reject(new Error('gone')), Promise.resolve(page('b'))];
  answers[1]?.catch(() => undefined); // refused before anybody asks for it
  let count = 0;
  const { result } = renderHook(() => {
    const pages = usePages('first', () => answers[count++] ?? Promise.reject(new Error('asked too often')));
    shown.push(idsOf(pages.rows));
    return pages;
  });
  await shows(result, 'a');
  const renders = shown.length;
  act(() => result.current.reload());
  // Only the failure is rendered again.
  await waitFor(() => expect(shown.length).toBeGreaterThan(renders));
  act(() => result.current.reload());
  await shows(result, 'b');
  expect(shown.filter((ids, index) => ids !== shown[index - 1])).toEqual(['loading', 'a', 'b']);
});

/** A response of the server that denies a thing, or says that it is gone. */
const refusal = (status: number, requestId: string | null = 'a request') =>
  new ApiFailure({ status, code: 'refused', message: '', requestId });

describe('a refresh that is refused', () => {
  test.each([403, 404, 410])('by %i takes away what was shown, until it is given again', async (status) => {
    const answers: Promise<Page<Row>>[] = [
      Promise.resolve(page('a')),
      Promise.reject(refusal(status)),
      Promise.resolve(page('b')),
    ];
    answers[1]?.catch(() => undefined); // refused before anybody asks for it
    let count = 0;
    const load = () => answers[count++] ?? Promise.reject(new Error('asked too often'));
    const { result, unmount } = show(load);
    await shows(result, 'a');
    act(() => result.current.reload());
    await waitFor(() => expect(result.current.rows).toEqual({ status: 'failed', failure: refusal(status) }));
    unmount();
    const { result: back } = show(load);
    expect(idsOf(back.current.rows)).toBe('loading');
    await shows(back, 'b');
  });

  test.each([
    ['by a server that ails', refusal(503)],
    ['by a proxy, which knows nothing of it', refusal(404, null)],
  ])('%s takes nothing away', async (_, failure) => {
    let count = 0;
    const { result } = renderHook(() =>
      useLoaded('one', () => ((count += 1) === 1 ? Promise.resolve('there') : Promise.reject(failure))),
    );
    await waitFor(() => expect(result.current).toMatchObject({ data: 'there' }));
    act(() => result.current.retry());
    await manyLooks();
    expect(count).toBe(2);
    expect(result.current).toMatchObject({ status: 'ready', data: 'there' });
  });

  test('takes nothing away from under the hand of who types on top of it', async () => {
    let count = 0;
    const { result } = renderHook(() =>
      useLoaded('one', () => ((count += 1) === 1 ? Promise.resolve('there') : Promise.reject(refusal(404))), {
        isEdited: true,
      }),
    );
    await waitFor(() => expect(result.current).toMatchObject({ data: 'there' }));
    act(() => result.current.retry());
    await manyLooks();
    expect(count).toBe(2);
    expect(result.current).toMatchObject({ status: 'ready', data: 'there' });
  });

  test('is not followed by another look, and what was known before does not come back', async () => {
    let count = 0;
    const { result, rerender } = renderHook(() =>
      useLoaded('one', () => ((count += 1) === 1 ? Promise.resolve('there') : Promise.reject(refusal(404))), {
        known: () => 'known',
        lookAgain: { every: 1, while: () => true },
      }),
    );
    await waitFor(() => expect(result.current).toMatchObject({ status: 'failed', failure: refusal(404) }));
    rerender();
    await manyLooks();
    expect(result.current.status).toBe('failed');
    expect(count).toBe(2);
  });
});

/** Resolves once another poll with the same interval has run many times. */
async function manyLooks(): Promise<void> {
  let looks = 0;
  const { result, unmount } = renderHook(() =>
    useLoaded('looked at many times', () => Promise.resolve((looks += 1)), {
      lookAgain: { every: 1, while: (count) => count < 10 },
    }),
  );
  await waitFor(() => expect(result.current).toMatchObject({ data: 10 }));
  unmount();
}

test('what is on its way is looked at again until it is there, and never before the last answer', async () => {
  const { asked, load } = byHand();
  const { result } = renderHook(() =>
    usePages('first', load, { lookAgain: { every: 1, while: (rows) => rows.length < 2 } }),
  );
  asked[0]?.give(page('a'));
  await shows(result, 'a');
  await waitFor(() => expect(asked).toHaveLength(2));
  await manyLooks();
  expect(asked).toHaveLength(2);
  expect(asked[1]?.signal.aborted).toBe(false);
  asked[1]?.give(page('a', 'b'));
  await shows(result, 'a,b');
  await manyLooks();
  expect(asked).toHaveLength(2);
});

describe('one thing', () => {
  const showOne = (load: () => Promise<string>, known?: () => string | undefined) =>
    renderHook(() => useLoaded('one', load, known === undefined ? {} : { known }));

  test('says why it is not to be had, and loads again on retry', async () => {
    let count = 0;
    const { result } = showOne(() => {
      count += 1;
      return count === 1 ? Promise.reject(new Error('gone')) : Promise.resolve('there');
    });
    await waitFor(() => expect(result.current).toMatchObject({ status: 'failed', failure: new Error('gone') }));
    act(() => result.current.retry());
    await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', data: 'there' }));
  });

  test('is looked at again until it is there', async () => {
    let count = 0;
    const load = () => Promise.resolve((count += 1));
    const { result } = renderHook(() =>
      useLoaded('one', load, { lookAgain: { every: 1, while: (looks) => looks < 3 } }),
    );
    await waitFor(() => expect(result.current).toMatchObject({ data: 3 }));
    await manyLooks();
    expect(count).toBe(3);
  });

  test('is not shown as it was at an earlier look where it is asked for afresh, until it is loaded', async () => {
    const answers: ((text: string) => void)[] = [];
    const look = () =>
      renderHook(() => useLoaded('one', () => new Promise<string>((answer) => answers.push(answer)), { afresh: true }));
    const earlier = look();
    answers[0]?.('before');
    await waitFor(() => expect(earlier.result.current).toMatchObject({ status: 'ready', data: 'before' }));
    earlier.unmount();
    const { result } = look();
    expect(result.current.status).toBe('loading');
    answers[1]?.('now');
    await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', data: 'now' }));
  });

  describe('that somebody types on top of', () => {
    const answers: ((text: string) => void)[] = [];
    beforeEach(() => (answers.length = 0));
    const look = (name = 'one') =>
      renderHook(
        ({ of }) => useLoaded(of, () => new Promise<string>((answer) => answers.push(answer)), { isEdited: true }),
        { initialProps: { of: name } },
      );

    test('begins with nothing of an earlier visit', async () => {
      const earlier = look();
      answers[0]?.('before');
      await waitFor(() => expect(earlier.result.current).toMatchObject({ data: 'before' }));
      earlier.unmount();
      const { result } = look();
      expect(result.current.status).toBe('loading');
      answers[1]?.('now');
      await waitFor(() => expect(result.current).toMatchObject({ data: 'now' }));
    });

    test('is visited again where one has gone on to another and comes back, though nothing was drawn anew', async () => {
      const { result, rerender } = look();
      answers[0]?.('before');
      await waitFor(() => expect(result.current).toMatchObject({ data: 'before' }));
      rerender({ of: 'other' });
      expect(result.current.status).toBe('loading');
      rerender({ of: 'one' });
      expect(result.current.status).toBe('loading');
      answers.at(-1)?.('now');
      await waitFor(() => expect(result.current).toMatchObject({ data: 'now' }));
    });

    test('is what a save answered, once that is kept', async () => {
      const { result } = renderHook(() =>
        useEditedComposed('shared/edited', [], () => new Promise<string>((answer) => answers.push(answer))),
      );
      answers[0]?.('before');
      await waitFor(() => expect(result.current).toMatchObject({ data: 'before' }));
      act(() => result.current.keep('saved'));
      await waitFor(() => expect(result.current).toMatchObject({ data: 'saved' }));
      expect(answers).toHaveLength(1);
    });
  });

  test('is shown as far as it is known until it is loaded', async () => {
    const { result } = showOne(
      () => Promise.resolve('loaded'),
      () => 'known',
    );
    expect(result.current).toMatchObject({ status: 'ready', data: 'known' });
    await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', data: 'loaded' }));
  });
});
