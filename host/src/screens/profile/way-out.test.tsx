import { listConnectedAccounts } from '@parlance/shared/contract/api/tools/connected-accounts';
import type { OwnData } from '@parlance/shared/contract/api/own-data';
import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import { getOwnData } from '@parlance/shared/contract/api/own-data';
import { listOwnMemberships } from '@parlance/shared/contract/api/session/memberships';
import { listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import { signOut } from '@parlance/shared/contract/api/session/session';
import { sessionStore } from '@parlance/shared/session';
import { fakeServer } from '@parlance/shared/testing';
import { onNotice } from '@parlance/shared/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import { answerNoUsage } from '../../testing/answer-usage.ts';
import { showProfile } from '../../testing/show-profile.tsx';

const server = fakeServer();
const data: OwnData = {
  exported_at: '2026-11-21T10:00:00.000Z',
  account: {
    email: 'member@pro.example',
    username: 'Mia Member',
    language: 'en',
    mfa_preference: 'NONE',
    created_at: '2026-01-01T00:00:00.000Z',
  },
  terms_accepted: [],
  sessions: [],
  enquiries: [],
  memberships: [],
};
const section = async (name: string) => within(await screen.findByRole('region', { name }));
let notices: string[] = [];
let stop = () => undefined as unknown;

beforeEach(() => {
  notices = [];
  stop = onNotice(({ message }) => notices.push(message));
  server.answer(listOwnSessions, { items: [] });
  server.answer(listConnectedAccounts, { items: [] });
  server.answer(listOwnMemberships, { items: [] });
  answerNoUsage(server);
});
afterEach(() => void stop());

describe('one’s own data', () => {
  test('is a file of the day, with everything in it', async () => {
    server.answer(getOwnData, data);
    const kept: Blob[] = [];
    const names: string[] = [];
    URL.createObjectURL = (blob) => `blob:${kept.push(blob as Blob)}`; // only a Blob is ever passed
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = showProfile({});
    await user.click((await section('Your data')).getByRole('button', { name: 'Download file' }));
    await waitFor(() => expect(notices).toEqual(['Data downloaded']));
    expect(names).toEqual(['parlance-2026-11-21.json']);
    expect(kept[0]?.type).toBe('application/json');
    jest.restoreAllMocks();
  });

  test('that cannot be had now is said in words', async () => {
    server.fail(getOwnData, 'rate_limited');
    const { user } = showProfile({});
    await user.click((await section('Your data')).getByRole('button', { name: 'Download file' }));
    await waitFor(() => expect(notices).toEqual(['Too many attempts. Wait a moment and try again.']));
  });
});

describe('deleting the account', () => {
  // jsdom cannot leave a page, and logs that
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => void jest.restoreAllMocks());

  async function askToDelete(password = 'demo-password-1') {
    const { user } = showProfile({});
    const place = await section('Delete account');
    await user.click(place.getByRole('button', { name: 'Delete my account…' }));
    expect(place.getByLabelText('Your password')).toHaveFocus();
    if (password !== '') await user.type(place.getByLabelText('Your password'), password);
    return { user, place, submit: () => user.click(place.getByRole('button', { name: 'Delete permanently' })) };
  }

  test('says what goes and what stays, and needs the password', async () => {
    const { place, submit } = await askToDelete('');
    expect(place.getAllByRole('listitem').map((it) => it.textContent)).toEqual([
      'Your dialogues, your usage data and everything else about you are deleted.',
      'Assistants and files belong to the organisation and stay there.',
      'This can’t be undone.',
    ]);
    await submit();
    expect(place.getByLabelText('Your password')).toHaveAccessibleDescription('Enter your password.');
    expect(server.requests(deleteAccount)).toEqual([]);
  });

  test('signs the person out here and in the other tabs, and leaves nothing typed behind', async () => {
    server.answer(deleteAccount, {});
    server.answer(signOut, {});
    window.sessionStorage.setItem('draft', 'secret');
    const otherTab = new BroadcastChannel('parlance:session');
    const heard: unknown[] = [];
    otherTab.onmessage = ({ data: news }) => heard.push(news);
    const { submit } = await askToDelete();
    await submit();
    await waitFor(() => expect(sessionStore.getState().status).toBe('anonymous'));
    expect(window.sessionStorage).toHaveLength(0);
    await waitFor(() => expect(heard).toEqual(['signed-out']));
    expect(server.requests(deleteAccount).map(({ body }) => body)).toEqual([
      { password: 'demo-password-1', delete_organization: false },
    ]);
    otherTab.close();
  });

  test('the last owner is refused in words, and stays signed in', async () => {
    server.fail(deleteAccount, 'last_owner');
    const { place, submit } = await askToDelete();
    await submit();
    expect(await place.findByText(/The organisation needs an owner\. Transfer ownership first\./)).toBeInTheDocument();
    expect(sessionStore.getState().status).toBe('signed-in');
  });

  test('whoever is the only member has to want that the organisation goes as well', async () => {
    server.answer(deleteAccount, {});
    server.answer(signOut, {});
    server.fail(deleteAccount, 'organization_would_end', { times: 1 });
    const { user, place, submit } = await askToDelete();
    expect(place.queryByRole('checkbox')).not.toBeInTheDocument();
    await submit();
    const too = await place.findByRole('checkbox', { name: /Also delete the organisations/ });
    expect(too).toHaveAccessibleDescription(/You’re the only member/);
    await submit();
    expect(server.requests(deleteAccount)).toHaveLength(1);
    await user.click(too);
    await submit();
    await waitFor(() =>
      expect(server.requests(deleteAccount).at(-1)?.body).toEqual({
        password: 'demo-password-1',
        delete_organization: true,
      }),
    );
  });

  test('is asked for once, however often the button is pressed', async () => {
    server.hang(deleteAccount);
    const { user, place, submit } = await askToDelete();
    await submit();
    await user.click(await place.findByRole('button', { name: 'One moment…' }));
    await user.type(place.getByLabelText('Your password'), '{Enter}');
    expect(server.requests(deleteAccount)).toHaveLength(1);
  });

  test('with a wrong password deletes nothing', async () => {
    server.fail(deleteAccount, 'password_wrong');
    const { place, submit } = await askToDelete();
    await submit();
    await waitFor(() =>
      expect(place.getByLabelText('Your password')).toHaveAccessibleDescription('The password isn’t correct.'),
    );
    expect(sessionStore.getState().status).toBe('signed-in');
  });
});
