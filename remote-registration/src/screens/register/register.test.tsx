import { signOut } from '@parlance/shared/contract/api/session';
import { setNavigator } from '@parlance/shared/session';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import Register from './register.tsx';

const server = fakeServer();
const show = (stage: number, isCompleted = false) =>
  renderScreen(<Register />, {
    path: '/terms/register/step3',
    route: '/terms/register/*',
    session: { registration: { is_completed: isCompleted, stage }, profile: { email: 'pending@new.example' } },
  });

test('marks the step of the stage, those before as done and those after as open', () => {
  show(3);
  const steps = screen.getAllByRole('listitem');
  expect(steps.map((step) => /Done|You are here|Still to do/.exec(step.textContent)?.[0])).toEqual([
    'Done', 'Done', 'Done', 'You are here', 'Still to do', 'Still to do',
  ]);
  expect(steps.filter((step) => step.getAttribute('aria-current') === 'step')).toEqual([steps[3]]);
  expect(steps[3]).toHaveTextContent('Name, organisation, team and role');
});

test('says whose registration it is, who helps, and where to write', () => {
  show(3);
  expect(screen.getByText('Signed in as pending@new.example')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'support@parlance.example' })).toHaveAttribute('href', 'mailto:support@parlance.example');
});

test('a completed registration leads home', async () => {
  const { location } = show(5, true);
  await waitFor(() => expect(location()).toBe('/'));
});

test('one can sign out, and is led to the login page', async () => {
  server.answer(signOut, {});
  const led: (string | null)[] = [];
  setNavigator({ toLogin: (to) => led.push(to) });
  const { user } = show(3);
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(led).toEqual([null]));
  expect(server.requests(signOut)).toHaveLength(1);
});

test('a sign-out that the server did not hear of is told', async () => {
  server.lose(signOut);
  const { user } = show(3);
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('cannot be reached');
});
