import { changeLanguage } from '@parlance/shared/i18n';
import { useScreenName } from '@parlance/shared/remote/screen-name';
import { Link, useLocation } from '@parlance/shared/router';
import { renderScreen } from '@parlance/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { readRegistry } from '../../remotes/known/registry.ts';
import { registryLine } from '../../testing/registry-lines.ts';
import { Breadcrumb } from './breadcrumb.tsx';

const { screens } = readRegistry([
  registryLine('chat', [
    {
      id: 'home',
      path: '/',
      titles: { en: 'Home', 'de-DE': 'Startseite' },
      menu: { section: 'chat', icon: 'home', order: 1 },
    },
    { id: 'bots', path: '/bots/:botId', titles: { en: 'Assistant', 'de-DE': 'Assistent' } },
  ]),
  registryLine('admin', [
    {
      id: 'governance',
      path: '/governance',
      children: [':ruleId'],
      titles: { en: 'Governance' },
      menu: { section: 'admin', icon: 'safety', order: 1 },
    },
  ]),
  registryLine('new', [
    { id: 'labs', path: '/labs', titles: { en: 'Labs' }, menu: { section: 'laboratory', icon: 'flask', order: 1 } },
  ]),
]);

/** A screen that gives itself a name, as a remote does. */
function Named({ name }: { readonly name: string }) {
  useScreenName(name);
  return null;
}
function At({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  return useLocation().pathname === path && children;
}

const crumbs = () => screen.getAllByRole('listitem').map((it) => it.textContent);
const show = (path: string, name?: string) =>
  renderScreen(
    <>
      <Breadcrumb screens={screens} />
      {name !== undefined && (
        <At path={path}>
          <Named name={name} />
        </At>
      )}
      <Link to="/bots/8">Another</Link>
    </>,
    { path },
  );

test.each([
  ['a screen of the menu stands in its section', '/', undefined, ['Chat', 'Home']],
  ['one without an entry stands where the others of its remote do', '/bots/7', undefined, ['Chat', 'Assistant']],
  ['… by the name it gives itself', '/bots/7', 'People Desk', ['Chat', 'People Desk']],
  ['a name may have the mark in it that parts it from the product', '/bots/7', 'One · two', ['Chat', 'One · two']],
  [
    'a detail stands below its list',
    '/governance/7',
    'No card numbers',
    ['Administration', 'Governance', 'No card numbers'],
  ],
  ['… and is not said twice while it has no name', '/governance/7', 'Governance', ['Administration', 'Governance']],
  ['a section that this version does not know is the last one', '/labs', undefined, ['Administration', 'Labs']],
  ['a screen of the shell itself is named alone', '/profile', 'Profile', ['Profile']],
])('%s', async (_, path, name, expected) => {
  show(path, name);
  await waitFor(() => expect(crumbs()).toEqual(expected));
});

test('the list above a detail is a link, where one is is marked', async () => {
  show('/governance/7', 'No card numbers');
  expect(await screen.findByText('No card numbers')).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Governance' })).toHaveAttribute('href', '/governance');
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toBeInTheDocument();
});

test('the name of the screen before is not shown at another address', async () => {
  const { user } = show('/bots/7', 'People Desk');
  await screen.findByText('People Desk');
  await user.click(screen.getByRole('link', { name: 'Another' }));
  expect(crumbs()).toEqual(['Chat', 'Assistant']);
});

test('it follows the language', async () => {
  show('/');
  await act(() => changeLanguage('de-DE'));
  expect(crumbs()).toEqual(['Chat', 'Startseite']);
});
