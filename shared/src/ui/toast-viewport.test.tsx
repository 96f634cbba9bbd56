import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../testing/render-screen.tsx';
import { showNotice, ToastViewport } from './toast-viewport.tsx';
import type { Notice } from './toasts.ts';

let user: ReturnType<typeof userEvent.setup>;
let visibility: DocumentVisibilityState;

beforeEach(() => {
  jest.useFakeTimers();
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  renderScreen(
    <>
      <button>Page</button>
      <ToastViewport onReady={() => undefined} />
    </>,
  );
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const show = (notice: Partial<Notice>) =>
  act(() => showNotice({ kind: 'toast', tone: 'info', message: 'Something happened.', ...notice }));
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const toasts = () =>
  within(screen.getByRole('region', { name: /^Notifications/ }))
    .queryAllByText(/./, { selector: 'p' })
    .map((it) => it.textContent);
const snackbars = () =>
  within(screen.getByRole('region', { name: /^Confirmations/ }))
    .queryAllByText(/./, { selector: 'p' })
    .map((it) => it.textContent);
const closeAll = () => {
  for (const button of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(button);
};
const deleted = (name: string, run = () => undefined) =>
  show({ kind: 'snackbar', message: `“${name}” deleted`, action: { label: 'Undo', run } });
const undo = (name: string) =>
  fireEvent.click(screen.getByRole('button', { name: 'Undo', description: `“${name}” deleted` }));

test('§9: toasts leave by themselves after 5000 ms, at the left foot of the page', () => {
  show({});
  expect(toasts()).toEqual(['Something happened.']);
  pass(4999);
  expect(toasts()).toHaveLength(1);
  pass(1);
  expect(toasts()).toEqual([]);
});

test.each(['toast', 'snackbar'] as const)('§9: at most three of a %s at once; the others queue and follow', (kind) => {
  for (const message of ['one', 'two', 'three', 'four', 'five']) show({ kind, message });
  const shown = kind === 'toast' ? toasts : snackbars;
  expect(shown()).toEqual(['one', 'two', 'three']);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[1]!);
  expect(shown()).toEqual(['one', 'three', 'four']);
  pass(5000);
  expect(shown()).toEqual(['five']);
  pass(5000);
  expect(shown()).toEqual([]);
});

test('toasts and snackbars do not wait for one another', () => {
  for (const message of ['one', 'two', 'three']) show({ kind: 'toast', message });
  show({ kind: 'snackbar', message: 'Saved.' });
  expect([toasts().length, snackbars()]).toEqual([3, ['Saved.']]);
});

test.each([
  ['that says that something failed', { tone: 'bad' }],
  ['that offers something', { action: { label: 'Undo', run: () => undefined } }],
] as const)('a snackbar %s stays until it is closed', (_, given) => {
  show({ kind: 'snackbar', ...given });
  pass(600_000);
  expect(snackbars()).toHaveLength(1);
  closeAll();
  expect(snackbars()).toEqual([]);
});

test('who listens hears it when it is quiet, and at once where something failed', () => {
  expect(screen.getByRole('region', { name: /^Notifications/ })).toHaveAttribute('aria-live', 'polite');
  show({ message: 'You are back online.' });
  expect(screen.getByRole('status')).toHaveTextContent('You are back online.');
  show({ kind: 'snackbar', tone: 'bad', message: 'It was not saved.' });
  expect(screen.getByRole('alert')).toHaveTextContent('It was not saved.');
});

test('while the pointer is at a notice none beside it leaves, and then the rest of its time passes', async () => {
  show({});
  pass(4000);
  await user.hover(screen.getByText('Something happened.'));
  pass(60_000);
  expect(toasts()).toHaveLength(1);
  await user.unhover(screen.getByText('Something happened.'));
  pass(900);
  expect(toasts()).toHaveLength(1);
  pass(100);
  expect(toasts()).toEqual([]);
});

test('while nobody sees the page no time passes', () => {
  visibility = 'hidden';
  show({});
  pass(60_000);
  expect(toasts()).toHaveLength(1);
  visibility = 'visible';
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  pass(5000);
  expect(toasts()).toEqual([]);
});

test('by keyboard: F8 leads to it, nothing leaves meanwhile, Escape closes it, and the focus is back where it was', async () => {
  const page = screen.getByRole('button', { name: 'Page' });
  page.focus();
  show({});
  await user.keyboard('{F8}');
  expect(screen.getByRole('status')).toHaveFocus();
  pass(60_000);
  expect(toasts()).toHaveLength(1);
  await user.keyboard('{Escape}');
  expect(toasts()).toEqual([]);
  expect(page).toHaveFocus();
});

test('an action runs once, closes its notice and gives the focus back', async () => {
  const page = screen.getByRole('button', { name: 'Page' });
  page.focus();
  const run = jest.fn();
  show({ kind: 'snackbar', message: 'Deleted.', action: { label: 'Undo', run } });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(snackbars()).toEqual([]);
  expect(page).toHaveFocus();
});

test('the same again while it is there is shown once, and anew when it is gone', () => {
  show({ kind: 'snackbar', message: 'Saved.' });
  show({ kind: 'snackbar', message: 'Saved.' });
  expect(snackbars()).toEqual(['Saved.']);
  pass(5000);
  show({ kind: 'snackbar', message: 'Saved.' });
  expect(snackbars()).toEqual(['Saved.']);
});

test('each offer stands beside the others, also where it says the same, and does what it was made for', () => {
  const undone: string[] = [];
  deleted('Visa', () => void undone.push('first'));
  deleted('Visa', () => void undone.push('second'));
  expect(snackbars()).toEqual(['“Visa” deleted', '“Visa” deleted']);
  const [first, second] = screen.getAllByRole('button', { name: 'Undo' });
  fireEvent.click(first!);
  fireEvent.click(second!);
  expect(undone).toEqual(['first', 'second']);
  expect(snackbars()).toEqual([]);
});

test('the oldest offer makes room for a newer one, and comes back when there is a place', () => {
  const undone: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E']) deleted(name, () => void undone.push(name));
  expect(snackbars()).toEqual(['C', 'D', 'E'].map((name) => `“${name}” deleted`));
  for (const name of ['D', 'B', 'A', 'C', 'E']) undo(name);
  expect(undone).toEqual(['D', 'B', 'A', 'C', 'E']);
  expect(snackbars()).toEqual([]);
});

test('three offers do not keep what was done afterwards from being told', () => {
  for (const name of ['A', 'B', 'C']) deleted(name);
  show({ kind: 'snackbar', message: 'Saved.', tone: 'good' });
  show({ kind: 'snackbar', message: 'It was not saved.', tone: 'bad' });
  expect(snackbars()).toEqual(['“C” deleted', 'Saved.', 'It was not saved.']);
  pass(5000);
  expect(snackbars()).toEqual(['“C” deleted', 'It was not saved.', '“B” deleted']);
});

test('a failure that is told again is shown once, and its action is the one of the last try', () => {
  const tried: number[] = [];
  for (const attempt of [1, 2])
    show({
      kind: 'snackbar',
      tone: 'bad',
      message: 'Not saved.',
      action: { label: 'Retry', run: () => void tried.push(attempt) },
    });
  expect(snackbars()).toEqual(['Not saved.']);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(tried).toEqual([2]);
});

test('what came and went and came again is told in this order', () => {
  for (const message of ['offline', 'online', 'offline']) show({ message });
  expect(toasts()).toEqual(['offline', 'online', 'offline']);
});

test('the content security policy is not asked for an exception: no style element appears', () => {
  show({});
  expect(document.querySelector('style')).toBeNull();
});
