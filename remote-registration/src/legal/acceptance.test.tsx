import { openInvitation } from '@parlance/shared/contract/api/invitations';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import { getWhoami, signOut } from '@parlance/shared/contract/api/session/session';
import { acceptTerms } from '@parlance/shared/contract/api/terms';
import { legalVersions, type LegalDocument } from '@parlance/shared/contract/page/legal';
import { onRedirect } from '@parlance/shared/redirect';
import { anonymousSession, sessionStore, setNavigator, unknownSession } from '@parlance/shared/session';
import { fakeServer, renderRoutes, type SignedInAs } from '@parlance/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { isFresh, recordConsent } from '../consent/consent-records.ts';
import { beginAnew } from '../examples/at-a-step.ts';
import { exampleEmail, exampleProfile, exampleToken, exampleWhoami, registeringAt } from '../examples/examples.ts';
import { keepDraft } from '../registration/draft.ts';
import PrivacyPolicy from '../screens/privacy-policy/privacy-policy.tsx';
import Service from '../screens/service/service.tsx';

const server = fakeServer();
beforeEach(beginAnew);
// The examples have invalid plan tokens, which the session logs.
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

const show = (path = '/terms/privacy-policy', session?: SignedInAs) =>
  renderRoutes(
    [
      { path: '/terms/privacy-policy', element: <PrivacyPolicy /> },
      { path: '/terms/service', element: <Service /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { path, ...(session === undefined ? {} : { session }) },
  );
const acceptPolicy = () => screen.findByRole('button', { name: 'I accept the privacy policy' });
const acceptService = () => screen.findByRole('button', { name: 'I accept the terms of service' });
const owing = (...documents: LegalDocument[]): SignedInAs => ({ whoami: { terms_to_accept: documents } });

/** Answers for the member of `owing` once everything is accepted. */
function settle(): void {
  server.answer(acceptTerms, { items: [] });
  server.answer(getWhoami, () => ({ ...exampleWhoami, ...sessionStore.getState().whoami, terms_to_accept: [] }));
  server.answer(getProfile, exampleProfile('member@pro.example'));
  server.answer(getRegistrationStatus, { is_completed: true, stage: 5 });
}

describe('who registers', () => {
  test('accepts the policy at its end, then the terms, and begins to register', async () => {
    const { user, location } = show();
    await user.click(await acceptPolicy());
    expect(location()).toBe('/terms/service');
    expect([isFresh('privacy-policy'), isFresh('terms-of-service')]).toEqual([true, false]);
    await user.click(await acceptService());
    expect(location()).toBe('/terms/register');
    expect(isFresh('terms-of-service')).toBe(true);
    expect(server.requests(acceptTerms)).toEqual([]);
  });

  test('who begins with the terms is led to the policy', async () => {
    const { user, location } = show('/terms/service');
    await user.click(await acceptService());
    expect(location()).toBe('/terms/privacy-policy');
    await user.click(await acceptPolicy());
    expect(location()).toBe('/terms/register');
  });

  test('comes back to where the guard had sent them away, and is told before the text why they read', async () => {
    const { user, location } = show('/terms/privacy-policy?to=%2Fterms%2Fregister%2Fstep3', registeringAt(3));
    const [why] = await screen.findAllByRole('note');
    expect(why).toHaveTextContent('To continue your registration, read this document and accept it at the end.');
    await user.click(within(why!).getByRole('link', { name: 'Go to acceptance' }));
    expect(location()).toBe('/terms/privacy-policy?to=%2Fterms%2Fregister%2Fstep3#acceptance');
    expect(screen.getByRole('link', { name: 'Terms of service' })).toHaveAttribute(
      'href',
      '/terms/service?to=%2Fterms%2Fregister%2Fstep3',
    );
    await user.click(await acceptPolicy());
    await user.click(await acceptService());
    expect(location()).toBe('/terms/register/step3');
  });

  test('is told by whom they are invited', async () => {
    server.answer(openInvitation, {
      organization: 'Pro example',
      inviter: null,
      email: exampleEmail,
      role: 'member',
      expires_at: '2026-11-28T10:00:00Z',
    });
    keepDraft('link.invitation', exampleToken);
    show('/terms/privacy-policy?to=%2Fterms%2Fregister');
    expect(await screen.findByText(/Pro example has invited you/)).toBeInTheDocument();
  });

  test('finds what was accepted accepted, and goes on', async () => {
    recordConsent('privacy-policy');
    const { user, location } = show();
    expect(await screen.findByText(/You accepted this at .*Your acceptance is valid for 3 hours/)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Continue' }));
    expect(location()).toBe('/terms/service');
  });

  test('whose browser keeps nothing is told so, and gets through all the same', async () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { user, location } = show();
    await user.click(await acceptPolicy());
    expect(await screen.findByText(/Your acceptance is valid only until this page is closed/)).toBeInTheDocument();
    await user.click(await acceptService());
    expect(location()).toBe('/terms/register');
  });

  test('is not led to another site', async () => {
    recordConsent('terms-of-service');
    const { user, location } = show('/terms/privacy-policy?to=%2F%2Fevil.example');
    await user.click(await acceptPolicy());
    expect(location()).toBe('/terms/register');
  });
});

describe('who only reads', () => {
  test('without a session finds the control at the end and nothing before', async () => {
    show();
    await acceptPolicy();
    expect(screen.getAllByRole('note')).toHaveLength(1);
    expect(screen.getByRole('note')).toHaveTextContent('template');
  });

  test.each([
    ['a member who has accepted everything', {}],
    ['somebody of whom nothing is known yet', undefined],
  ])('%s is not asked', async (_, session) => {
    if (session === undefined) sessionStore.setState(unknownSession, true);
    show('/terms/privacy-policy', session);
    expect(await screen.findByRole('article')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /accept/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Acceptance' })).not.toBeInTheDocument();
    if (session !== undefined) return;
    act(() => sessionStore.setState(anonymousSession, true));
    expect(await acceptPolicy()).toBeInTheDocument();
  });
});

describe('a member for whom a version is new', () => {
  test('accepts it on the server, and comes back to where they were', async () => {
    settle();
    const { user, location } = show('/terms/privacy-policy?to=%2Fdialogue%2F7%3Fx%3D1', owing('privacy-policy'));
    expect((await screen.findAllByText(/A new version has been published since you last accepted/)).length).toBe(2);
    await user.click(await acceptPolicy());
    await waitFor(() => expect(location()).toBe('/dialogue/7?x=1'));
    expect(server.requests(acceptTerms).map(({ body }) => body)).toEqual([{ accepted: legalVersions, language: 'en' }]);
    expect(sessionStore.getState().whoami?.terms_to_accept).toEqual([]);
  });

  test('who does not accept can sign out, and nobody else is offered that', async () => {
    const toLogin = jest.fn();
    setNavigator({ toLogin });
    server.answer(signOut, {});
    const { user } = show('/terms/privacy-policy', owing('privacy-policy'));
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(toLogin).toHaveBeenCalledWith(null));
    expect(server.requests(acceptTerms)).toEqual([]);
    expect(await acceptPolicy()).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
  });

  test('accepts once, however often the button is pressed', async () => {
    server.hang(acceptTerms);
    const { user } = show('/terms/privacy-policy', owing('privacy-policy'));
    await user.click(await acceptPolicy());
    await waitFor(() => expect(server.requests(acceptTerms)).toHaveLength(1));
    await user.dblClick(screen.getByRole('button', { name: 'One moment…' }));
    expect(server.requests(acceptTerms)).toHaveLength(1);
  });

  test('of both documents accepts both, and the server hears of it when both were read', async () => {
    settle();
    const { user, location } = show('/terms/privacy-policy', owing('privacy-policy', 'terms-of-service'));
    await user.click(await acceptPolicy());
    expect(location()).toBe('/terms/service');
    expect(server.requests(acceptTerms)).toEqual([]);
    await user.click(await acceptService());
    await waitFor(() => expect(location()).toBe('/'));
    expect(server.requests(acceptTerms)).toHaveLength(1);
  });

  test('is led on from a document that is not new', async () => {
    const { user, location } = show('/terms/privacy-policy?to=%2Fbots%2F1', owing('terms-of-service'));
    expect(
      await screen.findByText('You have already accepted this version. The other document is new.'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Continue' }));
    expect(location()).toBe('/terms/service?to=%2Fbots%2F1');
  });

  test('is told what failed, and can try again', async () => {
    settle();
    server.lose(acceptTerms, { times: 1 });
    const { user, location } = show('/terms/privacy-policy', owing('privacy-policy'));
    await user.click(await acceptPolicy());
    expect(await screen.findByRole('alert')).toHaveTextContent(/can’t be reached/);
    await user.click(await acceptPolicy());
    await waitFor(() => expect(location()).toBe('/'));
  });

  test('whose page is older than the document loads it anew, and nothing counts as accepted', async () => {
    const left: string[] = [];
    onRedirect((to) => left.push(to));
    server.fail(acceptTerms, 'terms_outdated');
    const { user } = show('/terms/privacy-policy?to=%2Fbots%2F1', owing('privacy-policy'));
    await user.click(await acceptPolicy());
    await user.click(await screen.findByRole('button', { name: 'Reload page' }));
    expect(left).toEqual(['/terms/privacy-policy?to=%2Fbots%2F1']);
    expect(isFresh('privacy-policy')).toBe(false);
  });
});
