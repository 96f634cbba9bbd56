import { renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { greetNewcomer } from './greet-newcomer.ts';

beforeEach(() => {
  localStorage.clear();
  renderScreen(null);
  // The browser is idle at once.
  Object.assign(window, { requestIdleCallback: (run: () => void) => run() });
});
afterEach(() => jest.restoreAllMocks());

test('never two questions at once: about cookies it is asked when the device warning is gone', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Mobile');
  const offer = jest.fn();
  greetNewcomer({ offer });
  const understood = await screen.findByRole('button', { name: 'I Understand' });
  expect(offer).not.toHaveBeenCalled();
  await userEvent.click(understood);
  await waitFor(() => expect(offer).toHaveBeenCalledTimes(1));
});

test('on a desktop about cookies alone', async () => {
  const offer = jest.fn();
  greetNewcomer({ offer });
  await waitFor(() => expect(offer).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a warning that cannot be shown keeps no question back', async () => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Mobile');
  jest.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => {
    throw new DOMException('no', 'InvalidStateError');
  });
  const warn = jest.spyOn(console, 'warn').mockReturnValue();
  const offer = jest.fn();
  greetNewcomer({ offer });
  await waitFor(() => expect(offer).toHaveBeenCalledTimes(1));
  expect(warn).toHaveBeenCalledTimes(1);
});
