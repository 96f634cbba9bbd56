import { act, renderHook, waitFor } from '@testing-library/react';
import { startI18n } from '@parlance/shared/i18n';
import { ApiFailure } from '@parlance/shared/http';
import { allTexts } from '../testing/texts.ts';
import { useEdited } from './edited.ts';
import { useUnsaved } from './unsaved.ts';

void startI18n({ resources: allTexts(), language: 'en' }); // all texts are given, so it is ready on return
beforeEach(() => sessionStorage.clear());

type Thing = { readonly id: string; readonly text: string; readonly revision: number; readonly isPaused?: boolean };
const thing = (text: string, revision: number): Thing => ({ id: 'one', text, revision });
const conflict = new ApiFailure({
  status: 409,
  code: 'conflict',
  message: 'Somebody was quicker.',
  requestId: 'request-1',
  issues: [],
});

function edit(loaded: Thing, read: () => Promise<Thing> = () => Promise.reject(new Error('Nothing is to be read.'))) {
  const kept: Thing[] = [];
  const shown = renderHook(
    (given: Thing) =>
      useEdited<Thing, { readonly text: string }>({
        loaded: given,
        read,
        placeOf: ({ id }) => `thing ${id}`,
        draftOf: ({ text }) => ({ text }),
        revisionOf: ({ revision }) => revision,
        keep: (saved) => kept.push(saved),
      }),
    { initialProps: loaded },
  );
  const type = (text: string) => act(() => shown.result.current.change({ text }));
  return { ...shown, kept, type, now: () => shown.result.current };
}

test('what a save answers is known and kept, and what was typed meanwhile stays and is a change', async () => {
  const { type, now, kept } = edit(thing('first', 1));
  type('second');
  let letGo: (saved: Thing) => void = () => undefined;
  const save = now();
  const saving = save.save(() => new Promise((answer) => (letGo = answer)));
  type('third');
  letGo(thing('second', 2));
  await act(async () => void (await saving));
  expect(now()).toMatchObject({ known: { text: 'second', revision: 2 }, draft: { text: 'third' }, isChanged: true });
  expect(save.isTypedSince()).toBe(true);
  expect(kept).toEqual([thing('second', 2)]);
  const over: number[] = [];
  await act(
    async () =>
      void (await now().save(({ text }, revision) => Promise.resolve(thing(text, over.push(revision) + revision)))),
  );
  expect(over).toEqual([2]);
  expect(now()).toMatchObject({ draft: { text: 'third' }, isChanged: false });
});

test('what is done beside the form changes what is known, and never what is saved on', async () => {
  const { type, now } = edit(thing('first', 1), () => Promise.resolve(thing('theirs', 5)));
  type('mine');
  act(() => now().learn({ ...thing('theirs', 5), isPaused: true }));
  expect(now()).toMatchObject({ known: { isPaused: true }, draft: { text: 'mine' }, isChanged: true });
  const over: number[] = [];
  await act(async () => {
    expect(await now().save((_, revision) => (over.push(revision), Promise.reject(conflict)))).toBeNull();
  });
  expect(over).toEqual([1]);
  expect(now()).toMatchObject({ theirs: { text: 'theirs', revision: 5 }, draft: { text: 'mine' } });
});

test('a conflict is settled with mine on theirs, or with theirs', async () => {
  const met = async () => {
    const edited = edit(thing('first', 1), () => Promise.resolve(thing('theirs', 5)));
    edited.type('mine');
    await act(async () => void (await edited.now().save(() => Promise.reject(conflict))));
    return edited;
  };
  const mine = await met();
  await act(
    async () =>
      void (await mine
        .now()
        .save(({ text }, revision) => Promise.resolve(thing(text, revision + 1)), mine.now().theirs ?? undefined)),
  );
  expect(mine.now()).toMatchObject({ known: { text: 'mine', revision: 6 }, theirs: null, isChanged: false });
  const other = await met();
  act(() => other.now().begin(thing('theirs', 5)));
  expect(other.now()).toMatchObject({ draft: { text: 'theirs' }, theirs: null, isChanged: false, begun: 5 });
});

test('a refusal that is no conflict, and one that nobody else has made, are told', async () => {
  const { type, now } = edit(thing('first', 1), () => Promise.resolve(thing('first', 1)));
  type('mine');
  await expect(now().save(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  await expect(now().save(() => Promise.reject(conflict))).rejects.toBe(conflict);
  expect(now()).toMatchObject({ theirs: null, draft: { text: 'mine' } });
});

test('a later load takes its place where nothing is typed, and leaves what is typed on what it was typed into', async () => {
  const { type, now, rerender } = edit(thing('first', 1));
  rerender(thing('second', 2));
  expect(now()).toMatchObject({ draft: { text: 'second' }, isChanged: false });
  type('mine');
  rerender(thing('third', 3));
  expect(now()).toMatchObject({ draft: { text: 'mine' }, known: { text: 'third' }, isChanged: true });
  const over: number[] = [];
  await act(
    async () => void (await now().save(({ text }, revision) => Promise.resolve(thing(text, over.push(revision) + 3)))),
  );
  expect(over).toEqual([2]);
  // A response that was already on its way is no news.
  rerender(thing('second', 2));
  expect(now()).toMatchObject({ known: { text: 'mine' }, draft: { text: 'mine' } });
});

test('what was typed while it was being made waits at its own address', async () => {
  const { type, now, unmount } = edit({ ...thing('', 0), id: 'new' });
  type('first');
  const making = now();
  await act(async () => {
    const saving = making.save(({ text }) => Promise.resolve(thing(text, 1)));
    now().change({ text: 'first and more' });
    await saving;
  });
  act(() => making.carry(thing('first', 1)));
  type('first and more still');
  unmount();
  const { result } = renderHook(() => useUnsaved('thing one', { text: '' }));
  await waitFor(() => expect(result.current).toEqual({ typed: { text: 'first and more still' }, revision: 1 }));
});
