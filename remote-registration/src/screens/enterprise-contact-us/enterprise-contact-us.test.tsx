import { contactSales } from '@parlance/shared/contract/api/registration/registration-steps';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { beginAnew, standAt } from '../../examples/at-a-step.ts';
import { exampleAttempt } from '../../examples/examples.ts';
import EnterpriseContactUs from './enterprise-contact-us.tsx';

const server = fakeServer();
/** Returns the page's announcements, from all live regions. */
const said = () =>
  screen
    .getAllByRole('alert')
    .map((it) => it.textContent)
    .join(' ');
beforeEach(beginAnew);

function show(stage = 4) {
  const { left, options: at } = standAt(server, {
    attempt: exampleAttempt(stage),
    path: '/terms/register/enterprise-contact-us',
  });
  return { ...renderScreen(<EnterpriseContactUs />, at), left };
}
const seats = () => screen.findByRole('textbox', { name: 'Number of people' });
const message = () => screen.getByRole('textbox', { name: 'What do you need?' });
const send = () => screen.getByRole('button', { name: 'Send' });
const keys = () => server.requests(contactSales).map(({ body }) => body.idempotency_key);

async function fillIn({ user }: ReturnType<typeof show>): Promise<void> {
  await user.type(await seats(), '2500');
  await user.type(message(), 'Our own servers.');
}

test('what is known is filled in; what is sent arrives, and the person is thanked', async () => {
  server.answer(contactSales, { id: '0198f0aa-0000-7000-8000-000000000009' });
  const shown = show();
  await fillIn(shown);
  await shown.user.dblClick(send());
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you' })).toHaveFocus();
  expect(server.requests(contactSales)).toHaveLength(1);
  expect(server.requests(contactSales)[0]?.body).toMatchObject({
    name: 'Nora Newman',
    organization: 'New example',
    seats: 2500,
    message: 'Our own servers.',
  });
  await shown.user.click(screen.getByRole('link', { name: 'Back to plans' }));
  expect(shown.location()).toBe('/terms/register/step4');
});

test.each([
  ['', 'Enter the number of people.'],
  ['many', /whole number/],
  ['0', /whole number/],
  ['1.5', /whole number/],
  ['2000000', /too large to enter/],
])('%j people are no number of people', async (typed, words) => {
  const { user } = show();
  if (typed !== '') await user.type(await seats(), typed);
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await seats()).toHaveAccessibleDescription(words);
  expect(message()).toHaveAccessibleDescription('Describe what you need.');
  expect(await seats()).toHaveFocus();
});

test('sent again as it was it is the same enquiry, and written anew another one; nothing typed is lost', async () => {
  server.answer(contactSales, { id: '0198f0aa-0000-7000-8000-000000000009' });
  server.lose(contactSales, { times: 3 });
  const shown = show();
  await fillIn(shown);
  for (const sent of [1, 2]) {
    await shown.user.click(send());
    await waitFor(() => expect(keys()).toHaveLength(sent));
    await waitFor(() => expect(said()).toMatch(/can’t be reached.*What you entered is kept/));
  }
  await shown.user.type(message(), ' And training.');
  await shown.user.click(send());
  await waitFor(() => expect(keys()).toHaveLength(3));
  expect(new Set(keys()).size).toBe(2);
  shown.unmount();
  const again = show();
  expect(await seats()).toHaveValue('2500');
  expect(message()).toHaveValue('Our own servers. And training.');
  await again.user.click(send());
  expect(await screen.findByText('Thank you')).toBeInTheDocument();
});

test('is open from step 4 on', async () => {
  const { location } = show(3);
  await waitFor(() => expect(location()).toBe('/terms/register/step3'));
});
