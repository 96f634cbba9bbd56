import { listBots, type GalleryBot } from '@parlance/shared/contract/api/bots';
import { listDialogues } from '@parlance/shared/contract/api/dialogues';
import { signOut } from '@parlance/shared/contract/api/session/session';
import { updateProfile } from '@parlance/shared/contract/api/users/profile';
import type { Language } from '@parlance/shared/contract/values/language';
import { setNavigator } from '@parlance/shared/session';
import { call } from '@parlance/shared/http';
import type { PaletteSource } from '@parlance/shared/remote/palette-source';
import { chooseTheme } from '@parlance/shared/theme';
import { fakeServer, renderScreen, type SignedInAs } from '@parlance/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { PartLoader } from '../remotes/known/parts.ts';
import { readRegistry, type Registry } from '../remotes/known/registry.ts';
import { registryLine } from '../testing/registry-lines.ts';
import { PaletteOpener } from './palette-opener.tsx';

const server = fakeServer();
const admin = { role: 'admin', feature: 'user_management' } as const;
const menu = (section: string, order: number) => ({ section, icon: 'home', order });
const chat = registryLine('chat', [
  { id: 'home', path: '/', titles: { en: 'Home', 'zh-TW': '首頁' }, menu: menu('chat', 1) },
  { id: 'bots', path: '/bots/:botId' },
  { id: 'dialogue', path: '/dialogue/:dialogueId' },
]);
const others = [
  registryLine('studio', [
    { id: 'agents', path: '/agent-controller', titles: { en: 'Agents' }, menu: menu('studio', 1) },
    { id: 'builder', path: '/agent-builder', titles: { en: 'New agent' } },
  ]),
  registryLine('admin', [
    {
      id: 'groups',
      path: '/user-group-manager',
      titles: { en: 'User groups' },
      menu: menu('admin', 1),
      requires: admin,
    },
  ]),
  registryLine('registration', [
    {
      id: 'policy',
      path: '/terms/privacy-policy',
      titles: { en: 'Privacy policy' },
      requires: 'public',
      frame: 'page',
    },
  ]),
];
const registry = readRegistry([{ ...chat, remote: { ...chat.remote, palette: {} } }, ...others]);

const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const bot = (number: number, name: string): GalleryBot => ({
  id: id(number),
  name,
  description: 'Answers',
  avatar: '🦉',
  category: 'general',
  has_files: true,
  is_favorite: false,
  last_used_at: null,
});
const people = bot(1, 'People Desk');
const changed = '2026-11-20T10:00:00.000Z';
const dialogue = (number: number, title: string) => ({
  id: id(number),
  title,
  bot: people,
  folder_id: null,
  is_pinned: false,
  is_archived: false,
  is_answering: false,
  created_at: changed,
  updated_at: changed,
});
const only = <T,>(...items: T[]) => ({ items, next_cursor: null });

/** The source of a remote with dialogues and assistants. */
const source: PaletteSource = {
  groups: () => [
    {
      id: 'dialogues',
      title: 'Recent dialogues',
      isNear: true,
      shownAtFirst: 5,
      load: async (signal) =>
        (await call(listDialogues, {}, { signal })).items.map((it) => ({
          id: it.id,
          title: it.title,
          note: it.bot.name,
          icon: { emoji: it.bot.avatar },
          to: `/dialogue/${it.id}`,
        })),
    },
    {
      id: 'bots',
      title: 'Assistants',
      isNear: false,
      shownAtFirst: 5,
      load: async (signal) =>
        (await call(listBots, {}, { signal })).items.map((it) => ({
          id: it.id,
          title: it.name,
          note: it.description,
          icon: { emoji: it.avatar },
          to: `/bots/${it.id}`,
        })),
    },
  ],
};
const searching: PaletteSource = {
  ...source,
  forSearch: (search) => ({
    title: 'Dialogues',
    entries: [
      {
        id: 'search',
        title: `Search dialogues for “${search}”`,
        icon: { drawing: 'search' },
        to: `/dialogue/x?q=${search}`,
      },
    ],
  }),
};

type Options = { session?: SignedInAs; language?: Language; served?: Registry; palette?: PaletteSource | Error };

const partsWith = (palette: PaletteSource | Error): PartLoader => ({
  rail: () => Promise.reject(new Error('The palette asks for no rail.')),
  palette: () => (palette instanceof Error ? Promise.reject(palette) : Promise.resolve(palette)),
});

async function open({ session = {}, language = 'en', served = registry, palette = source }: Options = {}) {
  const shown = renderScreen(
    <>
      <input aria-label="Before" />
      <PaletteOpener registry={served} parts={partsWith(palette)} />
    </>,
    { session, language },
  );
  screen.getByRole('textbox', { name: 'Before' }).focus();
  await shown.user.keyboard('{Control>}k{/Control}');
  return shown;
}
const field = () => screen.findByRole('combobox');
const options = () => screen.getAllByRole('option').map((it) => it.querySelector('.title')?.textContent);
const settled = () => screen.findAllByRole('option');
const dialog = () => screen.getByRole('dialog', { hidden: true });

beforeEach(() => {
  server.answer(listBots, only(people, bot(2, 'House Guide')));
  server.answer(listDialogues, only(dialogue(11, 'Annual leave'), dialogue(12, 'Parking')));
});

test('opens by its key with the focus in the field, and shows what is near: dialogues, screens, assistants, actions', async () => {
  await open();
  expect(await field()).toHaveFocus();
  await settled();
  expect(options()).toEqual([
    'Annual leave',
    'Parking',
    'Home',
    'Agents',
    'New agent',
    'Profile',
    'People Desk',
    'House Guide',
    'Appearance: Light',
    'Appearance: Dark',
    'Sign out',
  ]);
  expect(screen.getByRole('dialog')).toHaveAccessibleName('Command palette');
  for (const name of ['Recent dialogues', 'Screens', 'Assistants', 'Actions'])
    expect(screen.getByRole('group', { name })).toBeInTheDocument();
});

test('opens by its button as well, which names the key', async () => {
  const { user } = renderScreen(<PaletteOpener registry={registry} parts={partsWith(source)} />, { session: {} });
  const button = screen.getByRole('button', { name: 'Search' });
  expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K');
  await user.click(button);
  expect(await field()).toHaveFocus();
});

test('a screen is found and opened with Enter, and the palette closes', async () => {
  const { user, location } = await open();
  await user.type(await field(), 'agents');
  expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('Agents');
  await user.keyboard('{Enter}');
  expect(location()).toBe('/agent-controller');
  await waitFor(() => expect(dialog()).not.toHaveAttribute('open'));
});

test('a key that is held down opens it once and carries nothing out', async () => {
  const { user, location } = await open();
  const before = location();
  await user.type(await field(), 'agents');
  await screen.findByRole('option', { selected: true });
  fireEvent.keyDown(await field(), { key: 'Enter', repeat: true });
  fireEvent.keyDown(await field(), { key: 'k', code: 'KeyK', ctrlKey: true, repeat: true });
  expect(location()).toBe(before);
  expect(dialog()).toHaveAttribute('open');
});

test('an assistant and a dialogue lead to their pages, by a click as well', async () => {
  const { user, location } = await open();
  await user.type(await field(), 'house');
  await user.click(await screen.findByRole('option', { name: /House Guide/ }));
  expect(location()).toBe(`/bots/${id(2)}`);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'leave{Enter}');
  expect(location()).toBe(`/dialogue/${id(11)}`);
});

test('arrows lead through the list and around it; the field says on what one stands', async () => {
  const { user } = await open();
  await settled();
  const stands = async () => {
    const line = screen.getByRole('option', { selected: true });
    expect(await field()).toHaveAttribute('aria-activedescendant', line.id);
    return line.querySelector('.title')?.textContent;
  };
  expect(await stands()).toBe('Annual leave');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(await stands()).toBe('Home');
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(await stands()).toBe('Sign out');
  await user.keyboard('{ArrowDown}');
  expect(await stands()).toBe('Annual leave');
  await user.hover(screen.getByRole('option', { name: /Parking/ }));
  expect(await stands()).toBe('Parking');
  await user.type(await field(), 'p');
  expect(await stands()).toBe('Parking');
  await user.type(await field(), 'e');
  expect(await stands()).toBe('People Desk');
});

describe('only what this person may', () => {
  test('a member does not find a screen of administrators, nor one of the pages outside the frame', async () => {
    const { user } = await open();
    await settled();
    expect(options()).not.toContain('User groups');
    expect(options()).not.toContain('Privacy policy');
    await user.type(await field(), 'user groups');
    expect(await screen.findByText('No results for “user groups”')).toBeInTheDocument();
  });

  test.each([
    ['an administrator whose plan has it finds it', { isAdmin: true }, true],
    ['an administrator whose plan lacks it does not', { isAdmin: true, features: [] }, false],
  ])('%s', async (_, session, isThere) => {
    const { user } = await open({ session });
    await settled();
    await user.type(await field(), 'user');
    expect(screen.queryByRole('option', { name: /User groups/ }) !== null).toBe(isThere);
  });

  test('without a remote that serves them, assistants and dialogues are not even asked for', async () => {
    await open({ served: readRegistry(others) });
    await screen.findByRole('option', { name: /Agents/ });
    expect(options()).toEqual(['Agents', 'New agent', 'Profile', 'Appearance: Light', 'Appearance: Dark', 'Sign out']);
    expect([...server.requests(listBots), ...server.requests(listDialogues)]).toEqual([]);
  });

  test('in an expired workspace nothing is left but the actions', async () => {
    await open({ session: { workspaceStatus: 'EXPIRED' } });
    await screen.findByRole('option', { name: /Sign out/ });
    expect(options()).toEqual(['Appearance: Light', 'Appearance: Dark', 'Sign out']);
    expect(server.requests(listDialogues)).toEqual([]);
  });
});

describe('actions', () => {
  afterEach(() => act(() => chooseTheme('system')));

  test('dark applies at once and the palette closes', async () => {
    const { user } = await open();
    await user.type(await field(), 'dark{Enter}');
    expect(document.documentElement.dataset.theme).toBe('dark');
    await waitFor(() => expect(dialog()).not.toHaveAttribute('open'));
    await user.keyboard('{Control>}k{/Control}');
    await settled();
    expect(options()).toContain('Appearance: System');
    expect(options()).not.toContain('Appearance: Dark');
  });

  test('a language is found by its own name and by the one it has here, and applies at once', async () => {
    server.hang(updateProfile); // it is saved for the account behind it
    const { user } = await open();
    await user.type(await field(), 'german');
    expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('Language: Deutsch');
    await user.clear(await field());
    await user.type(await field(), '繁體{Enter}');
    await waitFor(() => expect(document.documentElement.lang).toBe('zh-TW'));
    expect(screen.getByRole('button', { name: '搜尋' })).toBeInTheDocument();
  });

  test('signing out ends the session; where it cannot, that is said and the palette stays', async () => {
    const toLogin = jest.fn();
    setNavigator({ toLogin });
    jest.spyOn(console, 'warn').mockImplementation(() => undefined); // logged for developers as well
    server.answer(signOut, {});
    server.fail(signOut, 'forbidden', { times: 1 });
    const { user } = await open();
    await user.type(await field(), 'sign out{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('you’re still signed in');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(toLogin).toHaveBeenCalledWith(null));
    jest.restoreAllMocks();
  });
});

describe('what is on its way', () => {
  test('without a search nothing is shown before the recent dialogues; a search finds what is there already', async () => {
    server.hang(listDialogues);
    const { user } = await open();
    expect(await field()).toHaveFocus();
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(screen.getAllByRole('status').map((it) => it.textContent)).toContain('Loading…');
    await user.type(await field(), 'agents');
    expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('Agents');
  });

  test('where it cannot be loaded, that is said, the rest is there, and another try heals it', async () => {
    server.fail(listBots, 'forbidden', { times: 1 });
    const { user } = await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Some results couldn’t be loaded.');
    expect(options()).toContain('Annual leave');
    expect(options()).toContain('Home');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: /House Guide/ })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('where a remote’s part itself does not come, the rest is there all the same', async () => {
    await open({ palette: new Error('not built') });
    expect(await screen.findByRole('alert')).toHaveTextContent('Some results couldn’t be loaded.');
    expect(options()).toContain('Agents');
  });
});

describe('what a remote offers to do with a search', () => {
  test('stands last, and is what Enter means where nothing else is found', async () => {
    const { user, location } = await open({ palette: searching });
    await settled();
    expect(options().join()).not.toContain('Search dialogues');
    await user.type(await field(), 'leave');
    expect(options().at(-1)).toBe('Search dialogues for “leave”');
    expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('Annual leave');
    await user.clear(await field());
    await user.type(await field(), ' zzz ');
    expect(screen.getByText('No results for “zzz”')).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(location()).toBe('/dialogue/x?q=zzz');
  });

  test('is not offered where this person may not go there', async () => {
    const { user } = await open({
      palette: {
        ...searching,
        forSearch: () => ({
          title: 'Members',
          entries: [{ id: 'search', title: 'Search members', icon: { drawing: 'search' }, to: '/user-group-manager' }],
        }),
      },
    });
    await user.type(await field(), 'leave');
    await screen.findByRole('option', { name: /Annual leave/ });
    expect(screen.queryByRole('option', { name: 'Search members' })).not.toBeInTheDocument();
  });
});

test('a group that does not bring everything is asked for what is typed, once there is a pause, and nothing stands there twice', async () => {
  const asked: string[] = [];
  const entry = (number: number, title: string) => ({
    id: id(number),
    title,
    icon: { emoji: '🦉' },
    to: `/bots/${id(number)}`,
  });
  const elsewhere: PaletteSource = {
    groups: () => [
      {
        id: 'bots',
        title: 'Assistants',
        isNear: false,
        shownAtFirst: 5,
        load: () => Promise.resolve([entry(1, 'People Desk')]),
        search: (search) => {
          asked.push(search);
          return Promise.resolve([entry(1, 'People Desk'), entry(150, 'Peony garden')]);
        },
      },
    ],
  };
  const { user } = await open({ palette: elsewhere });
  await user.keyboard('peo');
  // A mark splits a name in two for a query by role.
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([expect.stringContaining('Peony garden')]),
    ),
  );
  expect(screen.getAllByRole('option').filter(({ textContent }) => textContent.includes('People Desk'))).toHaveLength(
    1,
  );
  expect(asked).toEqual(['peo']);
});

test('what was found is marked, and how much it is is said', async () => {
  const { user } = await open();
  await settled();
  await user.type(await field(), 'desk');
  const option = await screen.findByRole('option', { selected: true });
  expect([...option.querySelectorAll('mark')].map((it) => it.textContent)).toEqual(['Desk']);
  expect(screen.getByText(/^Results: \d/)).toHaveAttribute('role', 'status');
});

test('nothing found says so and what to do', async () => {
  const { user } = await open();
  await settled();
  await user.type(await field(), '  zzz ');
  // The cast holds: its place in the palette.
  const state = (await screen.findByText('No results for “zzz”')).closest('[role=status]') as HTMLElement;
  expect(within(state).getByText('Try fewer words, or only the start of one.')).toBeInTheDocument();
  expect(await field()).not.toHaveAttribute('aria-activedescendant');
  expect(await field()).toHaveAttribute('aria-expanded', 'false');
});

test('in Chinese it is Chinese, and finds without blanks', async () => {
  server.answer(listDialogues, only(dialogue(11, '員工請假規定')));
  const { user } = await open({ language: 'zh-TW' });
  await user.type(await field(), '請假');
  expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('員工請假規定');
  expect(screen.getByRole('dialog')).toHaveAccessibleName('命令選擇區');
});

test('the Enter that ends a composition opens nothing', async () => {
  const { user, location } = await open();
  await user.type(await field(), 'agents');
  (await field()).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
  expect(location()).toBe('/');
});

test('its key closes it again, and what was searched for is forgotten', async () => {
  const { user } = await open();
  await user.type(await field(), 'agents');
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(dialog()).not.toHaveAttribute('open'));
  await user.keyboard('{Control>}k{/Control}');
  expect(await field()).toHaveValue('');
});

test('a click beside it closes it', async () => {
  const { user } = await open();
  await field();
  await user.click(dialog());
  await waitFor(() => expect(dialog()).not.toHaveAttribute('open'));
});
