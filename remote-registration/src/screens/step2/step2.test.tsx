import {
  sendRegistrationCode,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { beginAnew, standAt } from '../../examples/at-a-step.ts';
import { exampleAttempt, freshCode } from '../../examples/examples.ts';
import Step2 from './step2.tsx';

const server = fakeServer();
beforeEach(beginAnew);

function show(attempt: RegistrationAttempt | null, hasBegun = false) {
  const { left, options: at } = standAt(server, { attempt, path: '/terms/register/step2', hasBegun });
  return { ...renderScreen(<Step2 />, at), left };
}

test('says how the address is verified, sends the code, and leads to where it is entered', async () => {
  server.answer(sendRegistrationCode, exampleAttempt(2, { code: freshCode }));
  const { user, location } = show(exampleAttempt(2));
  expect(
    await screen.findByText('We’ll send a 6-digit code to nora@new.example. You enter it on the next page.'),
  ).toBeInTheDocument();
  expect(screen.getByText('Step 2 of 5')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(location()).toBe('/terms/register/step2/token'));
  expect(server.requests(sendRegistrationCode).map(({ body }) => body)).toEqual([{ channel: 'EMAIL' }]);
});

test('has one code sent, however often the button is pressed', async () => {
  server.hang(sendRegistrationCode);
  const { user } = show(exampleAttempt(2));
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(server.requests(sendRegistrationCode)).toHaveLength(1));
  await user.dblClick(screen.getByRole('button', { name: 'One moment…' }));
  expect(server.requests(sendRegistrationCode)).toHaveLength(1);
});

test('within a minute of the last code it leads to where that one is entered, and sends none', async () => {
  show(exampleAttempt(2, { code: freshCode }));
  expect(await screen.findByRole('link', { name: 'Enter code' })).toHaveAttribute(
    'href',
    '/terms/register/step2/token',
  );
  expect(screen.queryByRole('button', { name: 'Send code' })).not.toBeInTheDocument();
});

test('after that minute both can be done', async () => {
  show(exampleAttempt(2, { code: { ...freshCode, resend_in: 0 } }));
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Enter code' })).toBeInTheDocument();
});

test('a wrong address can be changed', async () => {
  const { user, location } = show(exampleAttempt(2));
  await user.click(await screen.findByRole('link', { name: 'Use another address' }));
  expect(location()).toBe('/terms/register/step1');
});

test.each([
  ['rate_limited', /Too many attempts/],
  ['internal', /Something went wrong on our side/],
] as const)('%s is said in words, and it can be tried again', async (code, words) => {
  server.answer(sendRegistrationCode, exampleAttempt(2, { code: freshCode }));
  // A 5xx is retried once automatically.
  server.fail(sendRegistrationCode, code, { times: code === 'internal' ? 2 : 1 });
  const { user, location } = show(exampleAttempt(2));
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(location()).toBe('/terms/register/step2/token'));
});

test('a verified address needs no code', async () => {
  const { user, location } = show(exampleAttempt(3));
  expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Continue' }));
  expect(location()).toBe('/terms/register/step3');
});

test('a stranger has nothing to verify', async () => {
  const { location } = show(null, true);
  await waitFor(() => expect(location()).toBe('/terms/register/step1'));
});
