import { renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { acknowledgedKey } from './acknowledged.ts';
import { warnOfDevice } from './device-warning.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const denied = () => {
  throw new DOMException('denied', 'SecurityError');
};
const warning = () =>
  screen.findByRole('dialog', {
    name: 'For the best experience, we recommend using this application on a desktop computer.',
  });
const understood = () => screen.getByRole('button', { name: 'I Understand' });

beforeEach(() => {
  localStorage.clear();
  renderScreen(null);
});

test('§1: a mobile device is warned in exactly these words, with one button, which closes it', async () => {
  const done = warnOfDevice(phone);
  expect(await warning()).toHaveTextContent(
    /^For the best experience, we recommend using this application on a desktop computer\.I Understand$/,
  );
  expect(screen.getAllByRole('button')).toEqual([understood()]);
  await userEvent.click(understood());
  await done;
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('once for each browser', async () => {
  const done = warnOfDevice(phone);
  await warning();
  expect(localStorage.getItem(acknowledgedKey)).toBeNull();
  await userEvent.click(understood());
  await done;
  expect(localStorage.getItem(acknowledgedKey)).not.toBeNull();
  await warnOfDevice(phone);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who closes it as the device closes dialogs has read it too', async () => {
  const done = warnOfDevice(phone);
  (await screen.findByRole<HTMLDialogElement>('dialog')).close();
  await done;
  expect(localStorage.getItem(acknowledgedKey)).not.toBeNull();
});

test('a desktop is never warned, and nothing is noted', async () => {
  await warnOfDevice(desktop);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem(acknowledgedKey)).toBeNull();
});

test('where the storage is denied it comes once on each page, and nothing breaks', async () => {
  const done = warnOfDevice(phone, denied);
  await warning();
  await userEvent.click(understood());
  await expect(done).resolves.toBeUndefined();
});

test('it speaks the language of the page', async () => {
  renderScreen(null, { language: 'de-DE' });
  const done = warnOfDevice(phone);
  await userEvent.click(await screen.findByRole('button', { name: 'Verstanden' }));
  await done;
});
