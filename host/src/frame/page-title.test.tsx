import { listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import { useEffect, type ComponentType } from 'react';
import { useScreenName } from '@parlance/shared/remote/screen-name';
import { listOwnMemberships } from '@parlance/shared/contract/api/session/memberships';
import { listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import { changeLanguage } from '@parlance/shared/i18n';
import { fakeServer, renderRoutes } from '@parlance/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { readRegistry } from '../remotes/known/registry.ts';
import { plainLoader } from '../testing/loaders.ts';
import { registryLine } from '../testing/registry-lines.ts';
import { routesFor } from './routes.tsx';

const server = fakeServer();
const registry = readRegistry([
  registryLine('chat', [{ id: 'home', path: '/', titles: { en: 'Home', 'zh-TW': '首頁' } }]),
  registryLine('admin', [
    {
      id: 'governance',
      path: '/governance',
      children: [':ruleId'],
      titles: { en: 'Governance', 'zh-TW': '治理' },
      requires: { role: 'admin' },
    },
  ]),
  registryLine('registration', [
    {
      id: 'policy',
      path: '/terms/privacy-policy',
      titles: { en: 'Privacy policy', 'zh-TW': '隱私權政策' },
      requires: 'public',
      frame: 'page',
    },
  ]),
]);
const Empty = () => null;
const loader = plainLoader({ ready: () => Empty, load: () => Promise.resolve(Empty) });

test.each([
  ['/', 'Home · Parlance', '首頁 · Parlance'],
  ['/governance', 'Governance · Parlance', '治理 · Parlance'],
  ['/governance/7', 'Governance · Parlance', '治理 · Parlance'],
  ['/terms/privacy-policy', 'Privacy policy · Parlance', '隱私權政策 · Parlance'],
  ['/profile', 'Profile · Parlance', '個人資料 · Parlance'],
  ['/no/such/screen', 'This page doesn’t exist · Parlance', '找不到這個頁面 · Parlance'],
  ['/error?code=404', 'This doesn’t exist · Parlance', '找不到此內容 · Parlance'],
  ['/redirect?to=https://elsewhere.example', 'You’re leaving Parlance · Parlance', '您即將離開 Parlance · Parlance'],
])('%s is titled in the language of the page, and changes with it', async (path, english, chinese) => {
  for (const list of [listOwnSessions, listOwnMemberships, listConnectedAccounts]) server.hang(list);
  document.title = '';
  renderRoutes(routesFor({ registry, loader }), { path, session: { isAdmin: true } });
  await waitFor(() => expect(document.title).toBe(english));
  await act(() => changeLanguage('zh-TW'));
  expect(document.title).toBe(chinese);
});

const open = (Screen: ComponentType) =>
  renderRoutes(
    routesFor({
      registry,
      loader: { ready: () => Screen, load: () => Promise.resolve(Screen), loadAnew: () => Promise.resolve(Screen) },
    }),
    { path: '/', session: {} },
  );
const crumbs = () => screen.getAllByRole('listitem').map((it) => it.textContent);

test('a screen that names itself names the document and the breadcrumb, until it is gone', async () => {
  function Named() {
    useScreenName('People Desk');
    return null;
  }
  const { user } = open(Named);
  await waitFor(() => expect(document.title).toBe('People Desk · Parlance'));
  expect(crumbs()).toEqual(expect.arrayContaining(['People Desk']));
  await act(() => changeLanguage('zh-TW'));
  expect(document.title).toBe('People Desk · Parlance');
  await user.click(screen.getByRole('link', { name: '個人資料' }));
  await waitFor(() => expect(document.title).toBe('個人資料 · Parlance'));
  expect(screen.queryByText('People Desk')).not.toBeInTheDocument();
});

test('a released remote that knows no name, and sets the title itself, keeps it; the breadcrumb says what kind of screen it is', async () => {
  function Old() {
    useEffect(() => {
      document.title = 'People Desk · Parlance';
    }, []);
    return <h1>Old</h1>;
  }
  open(Old);
  expect(await screen.findByRole('heading', { name: 'Old' })).toBeInTheDocument();
  expect(document.title).toBe('People Desk · Parlance');
  expect(crumbs()).toEqual(expect.arrayContaining(['Home']));
});
