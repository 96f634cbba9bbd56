import { sessionStore, anonymousSession } from '@parlance/shared/session';
import { renderScreen, signIn } from '@parlance/shared/testing';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { useUnsaved, useUnsavedWaits } from './unsaved.ts';
import { onNotice } from './toasts.ts';

const blank = { name: '', tags: [] as string[], agent: null as string | null };

function Form({ place }: { readonly place: string }) {
  const found = useUnsaved(place, blank);
  const [draft, setDraft] = useState(found?.typed ?? blank);
  useUnsavedWaits(place, draft.name === '' ? null : { typed: draft, revision: 3 });
  return (
    <>
      <input
        aria-label="Name"
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <output>{found?.revision}</output>
    </>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Name' });
const show = (place = 'a form') => renderScreen(<Form place={place} />);
const endSession = () => act(() => sessionStore.setState(anonymousSession, true));
const unsaved = () => Object.entries({ ...sessionStorage }).filter(([key]) => key.startsWith('unsaved.'));

beforeEach(() => {
  sessionStorage.clear();
  signIn();
});

test('what is typed when the session ends is there for the same person in the same place, who is told; then it is in the form alone', async () => {
  const told: string[] = [];
  const stop = onNotice(({ message }) => told.push(message));
  const { user, unmount } = show();
  await user.type(field(), 'Half');
  // Nothing is stored while one works.
  expect(unsaved()).toEqual([]);
  endSession();
  unmount();
  expect(unsaved()).toHaveLength(1);
  signIn();
  show('another form').unmount();
  expect(told).toEqual([]);
  show();
  expect(field()).toHaveValue('Half');
  expect(screen.getByRole('status')).toHaveTextContent('3');
  expect(told).toEqual(['Your unsaved changes are back. They aren’t saved yet.']);
  expect(unsaved()).toEqual([]);
  stop();
});

test('what is typed is there again when another release is loaded', async () => {
  const { user, unmount } = show();
  await user.type(field(), 'Half');
  window.dispatchEvent(new Event('parlance:reload'));
  unmount();
  show();
  expect(field()).toHaveValue('Half');
});

test('nobody else finds it, and where nothing was typed nothing waits', async () => {
  const { user, unmount } = show();
  endSession();
  expect(unsaved()).toEqual([]);
  signIn();
  await user.type(field(), 'Half');
  endSession();
  unmount();
  signIn({ whoami: { member_id: crypto.randomUUID() } });
  show();
  expect(field()).toHaveValue('');
});

test.each([
  ['no JSON', '{"typed"'],
  ['nothing', 'null'],
  ['a part less', JSON.stringify({ typed: { name: 'Half', tags: [] }, revision: 1 })],
  ['a part of another kind', JSON.stringify({ typed: { name: 'Half', tags: 'one', agent: null }, revision: 1 })],
  ['no revision', JSON.stringify({ typed: { ...blank, name: 'Half' } })],
])('what was left by a release before and has %s is no form', (_, text) => {
  sessionStorage.setItem(`unsaved.${sessionStore.getState().whoami?.member_id}.a form`, text);
  show();
  expect(field()).toHaveValue('');
});
