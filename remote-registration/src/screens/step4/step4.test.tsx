import { listPlans } from '@parlance/shared/contract/api/plans/plans';
import {
  saveRegistrationPlan,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { beginAnew, standAt } from '../../examples/at-a-step.ts';
import { exampleAttempt, examplePlans } from '../../examples/examples.ts';
import Step4 from './step4.tsx';

const server = fakeServer();
beforeEach(beginAnew);

function show(attempt: RegistrationAttempt = exampleAttempt(4)) {
  const { left, options: at } = standAt(server, { attempt, path: '/terms/register/step4' });
  return { ...renderScreen(<Step4 />, at), left };
}
const submit = () => screen.getByRole('button', { name: 'Continue' });

test('shows the plans for an organisation with what they cost, allow and include; the one that costs nothing is chosen', async () => {
  server.answer(listPlans, { items: examplePlans });
  show();
  const free = await screen.findByRole('radio', { name: 'Free! free of charge' });
  expect(free).toBeChecked();
  expect(free).toHaveAccessibleDescription(
    'Members 3 Dialogues per month 100 File storage 100 MB Agents 2 Schedules 0',
  );
  expect(screen.getByRole('radio', { name: 'Team €49.50 per month' })).toHaveAccessibleDescription(
    'Members 25 Dialogues per month 5,000 File storage 10 GB Agents unlimited Schedules 10 Includes dashboard and user groups',
  );
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

test('a chosen plan is stored, and the summary comes next', async () => {
  server.answer(listPlans, { items: examplePlans });
  server.answer(saveRegistrationPlan, exampleAttempt(5));
  const { user, location } = show();
  await user.click(await screen.findByText('Team'));
  await user.click(submit());
  await waitFor(() => expect(location()).toBe('/terms/register/verify'));
  expect(server.requests(saveRegistrationPlan).map(({ body }) => body)).toEqual([{ plan_name: 'Team' }]);
});

test('a personal account has plans of its own, and no sales department', async () => {
  server.answer(listPlans, { items: examplePlans });
  show(exampleAttempt(4, { account_kind: 'personal' }));
  expect((await screen.findAllByRole('radio')).map((radio) => (radio as HTMLInputElement).value)).toEqual([
    'Free!',
    'personal',
  ]);
  expect(screen.queryByRole('link', { name: 'Contact us' })).not.toBeInTheDocument();
});

test('a choice survives a failure and a reload', async () => {
  server.answer(listPlans, { items: examplePlans });
  server.lose(saveRegistrationPlan);
  const { user, unmount } = show();
  await user.click(await screen.findByRole('radio', { name: /Team/ }));
  await user.click(submit());
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/can’t be reached/));
  unmount();
  show();
  expect(await screen.findByRole('radio', { name: /Team/ })).toBeChecked();
});

test('plans that could not be loaded are loaded again', async () => {
  server.answer(listPlans, { items: examplePlans });
  server.lose(listPlans, { times: 1 });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: /Free!/ })).toBeInTheDocument();
});

test('a large organisation finds the way to write', async () => {
  server.answer(listPlans, { items: examplePlans });
  const { user, location } = show();
  await user.click(await screen.findByRole('link', { name: 'Contact us' }));
  expect(location()).toBe('/terms/register/enterprise-contact-us');
});

test('whoever was invited does not choose a plan', async () => {
  const { location } = show(exampleAttempt(5, { invitation: { organization: 'Pro example', inviter: null } }));
  await waitFor(() => expect(location()).toBe('/terms/register/verify'));
});
