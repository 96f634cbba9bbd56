import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import {
  completeRegistration,
  getRegistration,
  verifyRegistrationByLink,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { beginAnew, otherTab, standAt } from '../../examples/at-a-step.ts';
import { exampleAttempt, exampleProfile, exampleToken, exampleWhoami } from '../../examples/examples.ts';
import { keepDraft } from '../../registration/draft.ts';
import Verify from './verify.tsx';

const server = fakeServer();
beforeEach(beginAnew);
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

/** Runs every effect twice. Work done on opening a screen must still happen once. */
function show(attempt: RegistrationAttempt | null, after = '', hasConsented = true) {
  const { left, options: at } = standAt(server, { attempt, path: `/terms/register/verify${after}`, hasConsented });
  return {
    ...renderScreen(
      <StrictMode>
        <Verify />
      </StrictMode>,
      at,
    ),
    left,
  };
}
const done = {
  member_id: exampleWhoami.member_id,
  organization_id: exampleWhoami.organization_id,
  plan_to_order: null,
};
const facts = () => screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);

describe('the summary', () => {
  test('shows everything that was entered, and where to change it', async () => {
    show(exampleAttempt(5));
    await screen.findByRole('heading', { level: 1, name: 'Check your details' });
    expect(facts()).toEqual([
      ['Email', 'nora@new.example'],
      ['Language', 'English'],
      ['Account type', 'For an organisation'],
      ['Your name', 'Nora Newman'],
      ['Organisation', 'New example'],
      ['Your job title', 'Head of support'],
    ]);
    expect(screen.getByText('Team')).toBeInTheDocument();
    expect(screen.getByText(/You start free of charge. Order Team afterwards/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Change About you' })).toHaveAttribute('href', '/terms/register/step3');
    expect(screen.getByRole('link', { name: 'Change Plan' })).toHaveAttribute('href', '/terms/register/step4');
  });

  test('of who was invited names whom they join, and no plan', async () => {
    show(
      exampleAttempt(5, {
        invitation: { organization: 'Pro example', inviter: null },
        organization: null,
        plan_name: null,
      }),
    );
    expect(await screen.findByRole('button', { name: 'Join Pro example' })).toBeInTheDocument();
    expect(facts()).toContainEqual(['Organisation', 'Pro example']);
    expect(screen.queryByRole('link', { name: 'Change Plan' })).not.toBeInTheDocument();
    expect(screen.getByText('Step 4 of 4')).toBeInTheDocument();
  });

  test('is confirmed once, leaves nothing in the tab, leads home by a page of its own, and the other tabs hear it', async () => {
    const tab = otherTab();
    keepDraft('start.account_kind', 'organization');
    server.answer(completeRegistration, done);
    const { user, left } = show(exampleAttempt(5));
    await user.dblClick(await screen.findByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(left).toEqual(['/']));
    expect(server.requests(completeRegistration)).toHaveLength(1);
    expect(sessionStorage).toHaveLength(0);
    await waitFor(() => expect(tab.heard).toEqual(['signed-in']));
    tab.close();
  });

  test.each([
    ['rate_limited', /Too many attempts/],
    ['shutting_down', /restarting/],
  ] as const)('%s is said in words, and it can be tried again', async (code, words) => {
    server.answer(completeRegistration, done);
    // A 5xx is retried once automatically.
    server.fail(completeRegistration, code, { times: code === 'shutting_down' ? 2 : 1 });
    const { user, left } = show(exampleAttempt(5));
    await user.click(await screen.findByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
    expect(left).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(left).toEqual(['/']));
  });

  test('that was completed in another tab leads home', async () => {
    server.fail(completeRegistration, 'registration_complete');
    server.answer(getWhoami, exampleWhoami);
    server.answer(getProfile, exampleProfile());
    server.answer(getRegistrationStatus, { is_completed: true, stage: 5 });
    const { user, left } = show(exampleAttempt(5));
    await user.click(await screen.findByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(left).toEqual(['/']));
  });

  test('of who was invited says where no seat is free', async () => {
    server.fail(completeRegistration, 'seats_taken');
    const { user } = show(exampleAttempt(5, { invitation: { organization: 'Pro example', inviter: null } }));
    await user.click(await screen.findByRole('button', { name: 'Join Pro example' }));
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        'Pro example has no free seats. Ask the person who invited you.',
      ),
    );
  });

  test('whose invitation has ended says so, and leads to an organisation of their own', async () => {
    server.fail(completeRegistration, 'invitation_ended');
    server.answer(getRegistration, exampleAttempt(5, { organization: null, plan_name: null }));
    const { user } = show(
      exampleAttempt(5, { invitation: { organization: 'Pro example', inviter: null }, plan_name: null }),
    );
    await user.click(await screen.findByRole('button', { name: 'Join Pro example' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/no longer valid/));
    expect(await screen.findByRole('link', { name: 'Change Plan' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Create account' })).toBeInTheDocument();
  });

  test('is not for who has not got there', async () => {
    const { location } = show(exampleAttempt(4));
    await waitFor(() => expect(location()).toBe('/terms/register/step4'));
  });
});

describe('the link in the email', () => {
  const link = `#token=${exampleToken}`;

  test('verifies the address in the browser of the registration by itself, once', async () => {
    server.answer(verifyRegistrationByLink, exampleAttempt(3));
    const { location } = show(exampleAttempt(2), link);
    await waitFor(() => expect(location()).toBe('/terms/register/step3'));
    expect(server.requests(verifyRegistrationByLink).map(({ body }) => body)).toEqual([{ token: exampleToken }]);
  });

  test('asks in another browser for the password, and goes on there; the other tabs hear it', async () => {
    const tab = otherTab();
    server.answer(verifyRegistrationByLink, exampleAttempt(3));
    server.fail(verifyRegistrationByLink, 'password_wrong', { times: 1 });
    const { user, location } = show(null, link);
    const password = await screen.findByLabelText('Password');
    expect(password).toHaveAttribute('autocomplete', 'current-password');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(password).toHaveAccessibleDescription('Enter your password.');
    await user.type(password, 'wrong{Enter}');
    await waitFor(() => expect(password).toHaveAccessibleDescription('The password isn’t correct.'));
    server.answer(getWhoami, exampleWhoami);
    server.answer(getProfile, exampleProfile());
    server.answer(getRegistrationStatus, { is_completed: false, stage: 3 });
    await user.clear(password);
    await user.type(password, 'rain on the bridge{Enter}');
    await waitFor(() => expect(location()).toBe('/terms/register/step3'));
    expect(server.requests(verifyRegistrationByLink).map(({ body }) => body.password)).toEqual([
      'wrong',
      'rain on the bridge',
    ]);
    await waitFor(() => expect(tab.heard).toEqual(['signed-in']));
    tab.close();
  });

  test('of another registration than the one of this browser asks for its password too', async () => {
    server.fail(verifyRegistrationByLink, 'password_wrong');
    show(exampleAttempt(2), link);
    expect(await screen.findByLabelText('Password')).toBeInTheDocument();
  });

  test('that is too old says so, and leads on to the code', async () => {
    server.fail(verifyRegistrationByLink, 'link_invalid');
    const { user, location } = show(exampleAttempt(2), link);
    expect(await screen.findByRole('alert')).toHaveTextContent('This link isn’t valid');
    await user.click(screen.getByRole('link', { name: 'Continue registration' }));
    expect(location()).toBe('/terms/register/step2');
  });

  test('that met a lost network can be followed again', async () => {
    server.answer(verifyRegistrationByLink, exampleAttempt(3));
    server.lose(verifyRegistrationByLink, { times: 1 });
    const { user, location } = show(exampleAttempt(2), link);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(location()).toBe('/terms/register/step3'));
  });

  test('of an address that is verified already leads on', async () => {
    const { location } = show(exampleAttempt(4), link);
    await waitFor(() => expect(location()).toBe('/terms/register/step4'));
    expect(server.requests(verifyRegistrationByLink)).toEqual([]);
  });

  test('comes after the documents, and is found again then', async () => {
    const { location } = show(null, link, false);
    await waitFor(() => expect(location()).toBe('/terms/privacy-policy?to=%2Fterms%2Fregister%2Fverify'));
    show(null);
    expect(await screen.findByLabelText('Password')).toBeInTheDocument();
  });

  test('goes out of the address before anything else, and is followed again by a reload', async () => {
    server.fail(verifyRegistrationByLink, 'password_wrong');
    const { location, unmount } = show(exampleAttempt(2), link);
    await screen.findByLabelText('Password');
    expect(location()).toBe('/terms/register/verify');
    expect(JSON.stringify(sessionStorage)).toContain(exampleToken);
    unmount();
    show(exampleAttempt(2));
    await screen.findByLabelText('Password');
    expect(server.requests(verifyRegistrationByLink).map(({ body }) => body)).toEqual([
      { token: exampleToken },
      { token: exampleToken },
    ]);
  });

  test('is forgotten once it is used: at the end of the registration this address is the summary', async () => {
    show(exampleAttempt(5), link);
    expect(await screen.findByRole('heading', { name: 'Check your details' })).toBeInTheDocument();
    expect(JSON.stringify(sessionStorage)).not.toContain(exampleToken);
  });

  test('with its secret in the query, which servers and their logs would have seen, opens nothing', async () => {
    const { location } = show(exampleAttempt(2), `?token=${exampleToken}`);
    await waitFor(() => expect(location()).toBe('/terms/register/step2'));
    expect(server.requests(verifyRegistrationByLink)).toEqual([]);
  });
});
