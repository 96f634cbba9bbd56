import { sessionStore, unknownSession } from '@parlance/shared/session';
import { getProfile } from '@parlance/shared/contract/api/profile';
import { getWhoami } from '@parlance/shared/contract/api/session';
import { loadSession } from '@parlance/shared/session';
import { fakeServer, renderRoutes, type SignedInAs } from '@parlance/shared/testing';
import { act, screen, within } from '@testing-library/react';
import { readRegistry } from '../../remotes/registry.ts';
import type { ScreenLoader } from '../../remotes/screen-loader.ts';
import { routesFor } from '../../shell/routes.tsx';
import { registryLine } from '../../testing/registry-lines.ts';

const server = fakeServer();
const registry = readRegistry([registryLine('chat', [{ id: 'home', path: '/' }])]);
const Empty = () => null;
const loader: ScreenLoader = { ready: () => Empty, load: () => Promise.resolve(Empty) };
const show = (session?: SignedInAs) => renderRoutes(routesFor({ registry, loader }), { path: '/profile', ...(session === undefined ? {} : { session }) });

/** The value that stands beside a name in the description list. */
const fact = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling;

test('§3: shows every field of the profile', async () => {
  show({ profile: { role: 'Head of Knowledge', organization: 'Northwind', mfa_preference: 'EMAIL_OTP', language: 'de-DE', teams: ['Knowledge', 'Support'] } });
  expect(await fact('Name')).toHaveTextContent('Mia Member');
  expect(await fact('E-mail')).toHaveTextContent('member@pro.example');
  expect(await fact('Role')).toHaveTextContent('Head of Knowledge');
  expect(await fact('Organisation')).toHaveTextContent('Northwind');
  expect(await fact('Second sign-in step')).toHaveTextContent('A code by e-mail');
  expect(await fact('Language of the account')).toHaveTextContent('Deutsch');
  const teams = (await fact('Teams')) as HTMLElement; // a dd
  expect(within(teams).getAllByRole('listitem').map((it) => it.textContent)).toEqual(['Knowledge', 'Support']);
});

test('what is not there is said in words', async () => {
  show({ profile: { username: null, role: '', mfa_preference: 'NONE' } });
  expect(await fact('Name')).toHaveTextContent('Not given');
  expect(await fact('Role')).toHaveTextContent('Not given');
  expect(await fact('Teams')).toHaveTextContent('In no team yet');
  expect(await fact('Second sign-in step')).toHaveTextContent('Off');
});

test('a language applies at once, to everything, and is remembered', async () => {
  const { user } = show({});
  const section = await screen.findByRole('region', { name: 'Language and appearance' });
  await user.selectOptions(within(section).getByRole('combobox', { name: 'Language' }), 'zh-TW');
  expect(await screen.findByRole('heading', { level: 1, name: '個人資料' })).toBeInTheDocument();
  expect(document.documentElement.lang).toBe('zh-TW');
  expect(document.title).toBe('個人資料 · Parlance');
  expect(localStorage.getItem('i18nextLng')).toBe('zh-TW');
});

test('light and dark apply at once and are remembered', async () => {
  const { user } = show({});
  const section = await screen.findByRole('region', { name: 'Language and appearance' });
  await user.click(within(section).getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.cookie).toContain('theme=dark');
  await user.click(within(section).getByRole('radio', { name: 'System' }));
  expect(document.documentElement.dataset.theme).toBe('system');
});

test('the cookie settings can be opened', async () => {
  show({});
  expect(within(await screen.findByRole('region', { name: 'Cookies' })).getByRole('button', { name: 'Cookie settings' })).toHaveAttribute('aria-haspopup', 'dialog');
});

test('§4: in an expired workspace it leads away as every page does', async () => {
  const { location } = show({ workspaceStatus: 'EXPIRED' });
  expect(await screen.findByRole('heading', { level: 1, name: 'The plan of this workspace has expired' })).toBeInTheDocument();
  expect(location()).toBe('/error?code=workspace-expired');
});

test('until it is known who is there, a spinner stands in its place', () => {
  sessionStore.setState(unknownSession, true);
  show();
  expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('Loading…');
});

test('§8: a profile of another shape is told, and can be asked for again', async () => {
  sessionStore.setState(unknownSession, true);
  server.answer(getWhoami, {
    member_id: '0198f0aa-0000-7000-8000-000000000001', organization_id: '0198f0aa-0000-7000-8000-000000000002', organization_name: 'Pro example',
    is_admin: false, is_owner: false, primary_active_plan_name: 'Pro', workspace_status: 'ACTIVE', plan_options: '',
  });
  server.answerRaw(getProfile, 200, { success: true, data: { email: 'not an address' } });
  jest.spyOn(console, 'error').mockImplementation(() => undefined); // the plan's keys are not there either
  show();
  await act(() => loadSession().catch(() => undefined));
  expect(sessionStore.getState().problem?.message).toBe('Invalid profile response');
  expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent('Something went wrong. Please try again.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  jest.restoreAllMocks();
});
