import { readFileSync } from 'node:fs';
import {
  closeOperatorSession,
  getDeployment,
  getOperatorSession,
  openOperatorSession,
  type DeployedRemote,
} from '@parlance/shared/contract/api/releases/operator';
import { switchRemote } from '@parlance/shared/contract/api/releases/releases';
import { pageBlocks } from '@parlance/shared/contract/page/page-blocks';
import { fakeServer } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { textOf } from '../login/page-texts.ts';
import { loginTextsIn } from '../testing/open-login.ts';
import { startOperatorPage } from './operator-page.ts';

const server = fakeServer();
const session = { by: 'Olga', csrf_token: 'token' };
const remote: DeployedRemote = {
  remote: 'chat',
  is_off: true,
  feature: null,
  current: null,
  canary: null,
  releases: [],
  built: null,
  health: [],
};

/** Opens the page as the web service sends it in English. */
function openPage(): void {
  const texts = loginTextsIn('en');
  const page = readFileSync(new URL('../../pages/operator.html', import.meta.url), 'utf8')
    .replace(/\{\{text\.([\w.]+)\}\}/g, (_, key: string) => textOf(texts, `host.${key}`) ?? '')
    .replace('{{{languages}}}', '<option value="en">en</option>');
  document.body.innerHTML = page
    .slice(page.indexOf('<header>'), page.indexOf('</body>'))
    .replaceAll(/\{\{\{?[\w.]+\}?\}\}/g, '');
  for (const [id, value] of [
    [pageBlocks.config, { apiBase: 'http://localhost:3000/api/main', language: 'en' }],
    [pageBlocks.texts, texts],
  ] as const) {
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = id;
    block.textContent = JSON.stringify(value);
    document.body.append(block);
  }
  startOperatorPage();
}

async function pressTwice(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  button.click();
  button.click();
}

test('what is pressed twice is asked for once: opening, switching on, signing out', async () => {
  server.fail(getOperatorSession, 'unauthenticated');
  server.answer(openOperatorSession, session);
  server.answer(getDeployment, { remotes: [remote], organizations: [], guard: null, log: [] });
  server.answer(switchRemote, { ...remote, is_off: false });
  server.answer(closeOperatorSession, {});
  openPage();
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Your name, for the log' }), 'Olga');
  await user.type(screen.getByLabelText('Operator key'), 'secret');
  await pressTwice('Open');
  await pressTwice('Turn on chat');
  await screen.findByText('chat turned on');
  await pressTwice('Sign out');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toBeVisible());
  const asked = [openOperatorSession, switchRemote, closeOperatorSession].map(
    (endpoint) => server.requests(endpoint).length,
  );
  expect(asked).toEqual([1, 1, 1]);
});

test('why models did not answer is told in the words of their providers, and how often', async () => {
  const failure = {
    provider: 'house',
    model: 'large',
    code: 'model_misconfigured',
    status: 401,
    words: 'Incorrect API key provided: [secret]',
    request_id: 'req_1',
    failures: 1_200,
    first_at: '2026-11-25T08:00:00.000Z',
    last_at: '2026-11-26T09:30:00.000Z',
  };
  server.answer(getOperatorSession, session);
  server.answer(getDeployment, {
    remotes: [remote],
    organizations: [],
    guard: null,
    log: [],
    model_failures: [failure, { ...failure, status: null, words: 'No connection.', request_id: null, failures: 1 }],
  });
  openPage();
  const table = within(await screen.findByRole('region', { name: 'Failed model calls' }));
  const [, first, second] = table.getAllByRole('row');
  expect(first).toHaveTextContent(/^house\/large401Incorrect API key provided: \[secret\]Request req_11,200.*since/);
  expect(second).toHaveTextContent(/^house\/large–No connection\.1/);
});

test('a server that tells nothing of models has none that failed', async () => {
  server.answer(getOperatorSession, session);
  server.answer(getDeployment, { remotes: [remote], organizations: [], guard: null, log: [] });
  openPage();
  expect(await screen.findByText('No model calls failed in the last 30 days.')).toBeVisible();
});
