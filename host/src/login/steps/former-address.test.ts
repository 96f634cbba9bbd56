import { revertEmail } from '@parlance/shared/contract/api/users/email-reversal';
import { fakeServer } from '@parlance/shared/testing';
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { openLogin } from '../../testing/open-login.ts';

const server = fakeServer();
const token = 'A'.repeat(43);
const leave = jest.fn<undefined, [path: string]>();
const password = () => screen.getByLabelText('New password');

test('the link at a former address asks for a new password, keeps its secret out of address and history, and signs nobody in', async () => {
  server.answer(revertEmail, {});
  const user = userEvent.setup();
  openLogin({ address: `/auth/login#address=${token}`, leave });
  expect(await screen.findByRole('heading', { name: 'Restore your email address' })).toBeInTheDocument();
  expect(screen.getByText(/Your account gets this address back/)).toBeInTheDocument();
  expect(document.title).toBe('Restore your email address · Parlance');
  expect(password()).toHaveFocus();
  expect(`${window.location.href} ${JSON.stringify(window.history.state)}`).not.toContain(token);
  await user.type(password(), 'a new long password');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByRole('status')).toHaveTextContent(
    'Your account has its address back. Sign in with this address and your new password.',
  );
  expect(server.requests(revertEmail).map(({ body }) => body)).toEqual([{ token, password: 'a new long password' }]);
  expect(leave).not.toHaveBeenCalled();
});

test('a dead link is said where one signs in', async () => {
  server.fail(revertEmail, 'link_invalid');
  const user = userEvent.setup();
  openLogin({ address: `/auth/login#address=${token}`, leave });
  await user.type(password(), 'a new long password');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('This link isn’t valid, has already been used or has expired.');
});

test('loaded again, the link has to be opened once more', async () => {
  openLogin({ address: `/auth/login#address=${token}`, leave });
  openLogin({ leave });
  expect(await screen.findByText('Open the link in the email again.')).toBeInTheDocument();
});
