import { onNotice, snackbar, toast, type Notice } from './toasts.ts';

let heard: Notice[];
let stop: () => void;
beforeEach(() => {
  heard = [];
  stop = onNotice((notice) => heard.push(notice));
});
afterEach(() => stop());
const sendForeign = (detail: unknown) => window.dispatchEvent(new CustomEvent('parlance:notice', { detail }));

test('a snackbar and a toast reach whoever listens, until they stop', () => {
  const action = { label: 'Undo', run: () => undefined };
  snackbar('Saved.', { tone: 'good', action });
  toast('You’re offline.');
  stop();
  snackbar('Nobody hears this.');
  expect(heard).toEqual([
    { kind: 'snackbar', message: 'Saved.', tone: 'good', action },
    { kind: 'toast', message: 'You’re offline.', tone: 'info' },
  ]);
});

test('they cost nothing and fail nowhere while nobody listens', () => {
  stop();
  expect(() => snackbar('Saved.')).not.toThrow();
});

test('a program of a newer release is understood as far as it can be', () => {
  sendForeign({
    kind: 'banner',
    message: 'New.',
    tone: 'celebrate',
    action: { label: 'Go', href: '/x' },
    picture: 'x.png',
  });
  expect(heard).toEqual([{ kind: 'snackbar', message: 'New.', tone: 'info' }]);
});

test.each([[{}], [{ message: '' }], [{ message: 7 }]])('%j is no notice', (detail) => {
  sendForeign(detail);
  expect(heard).toEqual([]);
});
