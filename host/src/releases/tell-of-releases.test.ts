import { fakeServer, renderScreen, signIn } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { waitFor } from '@testing-library/react';
import { registryLine } from '../testing/registry-lines.ts';
import { readRegistry } from '../remotes/known/registry.ts';
import { askForReleases } from '../remotes/known/served-releases.ts';
import { tellOfReleases } from './tell-of-releases.ts';

const server = fakeServer();
const registry = readRegistry([
  registryLine('chat', [{ id: 'home', path: '/' }]),
  registryLine('admin', [{ id: 'dashboard', path: '/dashboard', requires: { role: 'admin' } }]),
]);
const asBuilt = Object.fromEntries(registry.remotes.map(({ base, remote }) => [remote.name, base]));

let heard: Notice[];
let leave: (() => void)[];
let asked: number;
let served: { host: string; remotes: Record<string, string> };
beforeEach(() => {
  renderScreen(null);
  signIn();
  heard = [];
  asked = 0;
  served = { host: 'test', remotes: asBuilt };
  server.answerAddress(`${window.location.origin}/registry.json`, () => {
    asked += 1;
    return { json: served };
  });
  leave = [onNotice((notice) => heard.push(notice)), tellOfReleases(registry)];
});
afterEach(() => {
  for (const it of leave) it();
});

/** Simulates a return to the tab, and waits for the responses to the page's requests. */
async function comeBack(): Promise<void> {
  const before = asked;
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(asked).toBe(before + 1));
  // Requested later, and so answered later.
  await askForReleases();
}

test('another release of what the person may open is offered once, with a button that loads the page anew', async () => {
  await comeBack();
  expect(heard).toEqual([]);
  served = { host: 'test', remotes: { ...asBuilt, chat: '/remotes/chat/2-b/' } };
  await comeBack();
  await waitFor(() =>
    expect(heard).toMatchObject([
      { message: 'A new version is available. What you’re writing is kept.', action: { label: 'Reload' } },
    ]),
  );
  await comeBack();
  expect(heard).toHaveLength(1);
  served = { host: 'test', remotes: { ...asBuilt, chat: '/remotes/chat/3-c/' } };
  await comeBack();
  await waitFor(() => expect(heard).toHaveLength(2));
});

test('so is another release of the host, and a remote that is new', async () => {
  served = { host: 'other', remotes: asBuilt };
  await comeBack();
  await waitFor(() => expect(heard).toHaveLength(1));
  served = { host: 'test', remotes: { ...asBuilt, lab: '/remotes/lab/1-a/' } };
  await comeBack();
  await waitFor(() => expect(heard).toHaveLength(2));
});

test('nobody is asked to load anew for what they may not open', async () => {
  served = { host: 'test', remotes: { ...asBuilt, admin: '/remotes/admin/2-b/' } };
  await comeBack();
  served = { host: 'test', remotes: { chat: asBuilt.chat ?? '' } };
  await comeBack();
  expect(heard).toEqual([]);
});
