import {
  getRegistration,
  sendRegistrationCode,
  verifyRegistration,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { beginAnew, standAt } from '../../examples/at-a-step.ts';
import { exampleAttempt, freshCode } from '../../examples/examples.ts';
import Token from './token.tsx';

const server = fakeServer();
beforeEach(beginAnew);
afterEach(() => jest.useRealTimers());

const sent = (code: Partial<typeof freshCode> = {}) => exampleAttempt(2, { code: { ...freshCode, ...code } });
function show(attempt: RegistrationAttempt = sent()) {
  const { left, options: at } = standAt(server, { attempt, path: '/terms/register/step2/token' });
  return { ...renderScreen(<Token />, at), left };
}
const field = () => screen.findByRole('textbox', { name: '6-digit code' });
const codes = () => server.requests(verifyRegistration).map(({ body }) => body.code);

const wrong = (left: number) =>
  server.answerRaw(verifyRegistration, 400, {
    success: false,
    code: 'code_wrong',
    message: 'Wrong.',
    request_id: '1',
    issues: [{ path: 'tries_left', message: String(left) }],
  });

test('a code that is pasted is sent by itself, and leads on', async () => {
  server.answer(verifyRegistration, exampleAttempt(3));
  const { user, location } = show();
  expect(await field()).toHaveFocus();
  await user.paste('123 456');
  await waitFor(() => expect(location()).toBe('/terms/register/step3'));
  expect(codes()).toEqual(['123456']);
});

test('a code that is typed is sent with its last digit, once', async () => {
  server.answer(verifyRegistration, exampleAttempt(3));
  const { user, location } = show();
  await user.type(await field(), '12345');
  expect(codes()).toEqual([]);
  await user.type(await field(), '6{Enter}');
  await waitFor(() => expect(location()).toBe('/terms/register/step3'));
  expect(codes()).toEqual(['123456']);
});

test('is known to phones and to who reads aloud', async () => {
  show();
  expect(await field()).toHaveAttribute('inputmode', 'numeric');
  expect(await field()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(screen.getByText(/We’ve sent a 6-digit code to nora@new.example/)).toBeInTheDocument();
});

test('an unfinished one is not sent', async () => {
  const { user } = show();
  await user.type(await field(), '123{Enter}');
  expect(await field()).toHaveAccessibleDescription('The code has 6 digits.');
  expect(codes()).toEqual([]);
});

test('a wrong one says how many tries are left, and can be typed over', async () => {
  wrong(4);
  const { user, location } = show();
  await user.type(await field(), '111111');
  await waitFor(async () =>
    expect(await field()).toHaveAccessibleDescription('This isn’t the latest code we sent. 4 tries left.'),
  );
  expect(await field()).toHaveFocus();
  expect(((await field()) as HTMLInputElement).selectionEnd).toBe(6);
  // Enter, which many press out of habit, is no further try.
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(codes()).toEqual(['111111']);
  wrong(1);
  await user.paste('222222');
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription(/1 try left/));
  server.answer(verifyRegistration, exampleAttempt(3));
  await user.paste('123456');
  await waitFor(() => expect(location()).toBe('/terms/register/step3'));
  expect(codes()).toEqual(['111111', '222222', '123456']);
});

test('one that is no longer valid says so, and another one is sent', async () => {
  server.fail(verifyRegistration, 'code_expired', { times: 1 });
  server.answer(sendRegistrationCode, sent());
  const { user } = show(sent({ resend_in: 0 }));
  await user.type(await field(), '123456');
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription(/is no longer valid/));
  await user.click(screen.getByRole('button', { name: 'Send another code' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('Another code is on its way to nora@new.example.'),
  );
  expect(await field()).toHaveValue('');
  expect(await field()).toHaveAccessibleDescription('');
});

test('one whose ten minutes are over, or that was tried too often, is not waited for', async () => {
  const { unmount } = show(sent({ expires_in: 0 }));
  expect(await field()).toHaveAccessibleDescription(/is no longer valid/);
  unmount();
  beginAnew();
  show(sent({ tries_left: 0 }));
  expect(await field()).toHaveAccessibleDescription(/is no longer valid/);
});

test('another one can be sent after the seconds that the server said; they are shown and not said', async () => {
  jest.useFakeTimers({
    now: 0,
    doNotFake: ['queueMicrotask', 'setTimeout', 'clearTimeout', 'setImmediate', 'performance'],
  });
  server.answer(sendRegistrationCode, sent());
  const { user } = show(sent({ resend_in: 2 }));
  const resend = await screen.findByRole('button', { name: 'Send another code' });
  expect(resend).toHaveTextContent('(in 2 s)');
  expect(resend).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await user.click(resend);
  act(() => jest.advanceTimersByTime(1000));
  expect(resend).toHaveTextContent('(in 1 s)');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.getByRole('status')).toHaveTextContent('You can request another code now.');
  expect(server.requests(sendRegistrationCode)).toEqual([]);
  await user.click(resend);
  await waitFor(() => expect(server.requests(sendRegistrationCode)).toHaveLength(1));
});

test('a wrong code does not make the time for another one begin anew', async () => {
  jest.useFakeTimers({
    now: 0,
    doNotFake: ['queueMicrotask', 'setTimeout', 'clearTimeout', 'setImmediate', 'performance'],
  });
  wrong(4);
  const { user } = show(sent({ resend_in: 30 }));
  await field();
  act(() => jest.advanceTimersByTime(10_000));
  await user.paste('111111');
  await screen.findByText(/4 tries left/);
  expect(screen.getByRole('button', { name: 'Send another code' })).toHaveTextContent('(in 20 s)');
});

test('a lost network is said in words, the code stays, and can be sent again', async () => {
  server.answer(verifyRegistration, exampleAttempt(3));
  server.lose(verifyRegistration, { times: 1 });
  const { user, location } = show();
  await user.type(await field(), '123456');
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map((it) => it.textContent)
        .join(''),
    ).toMatch(/can’t be reached/),
  );
  expect(await field()).toHaveValue('123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(location()).toBe('/terms/register/step3'));
});

test('where the link in the email was opened meanwhile, coming back finds it done', async () => {
  server.answer(getRegistration, exampleAttempt(3));
  const { location } = show();
  await field();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(location()).toBe('/terms/register/step3'));
});

test('without a code that was sent it leads back to where one is', async () => {
  const { location } = show(exampleAttempt(2));
  await waitFor(() => expect(location()).toBe('/terms/register/step2'));
});
