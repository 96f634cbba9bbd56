import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, openedWindows, pressTwice, renderScreen } from '@parlance/shared/testing';
import { answerElicitation } from '../contract/api/tools/elicitations.ts';
import { exampleCall, exampleElicitation } from './examples.ts';
import ToolCalls from './tool-calls.tsx';

const server = fakeServer();
const windows = openedWindows();
beforeAll(() => import('./elicitation-question.tsx'));
beforeEach(() => server.answer(answerElicitation, {}));

async function show(address: string, isAwaited = false) {
  const asked = exampleElicitation({ asked: { type: 'page', address, is_awaited: isAwaited } });
  const calls = [exampleCall({ state: 'running', elicitations: [asked] })];
  const rendered = renderScreen(<ToolCalls calls={calls} isRunning />, { session: {} });
  const group = within(await screen.findByRole('group', { name: '“Orders: find” asks you to open a page' }));
  return { ...rendered, group };
}
const press = (name: string) => screen.getByRole('button', { name });
const answers = () => server.requests(answerElicitation).map(({ body }) => body);
const accepted = [{ action: 'accept', content: {} }];
const opened = () => jest.mocked(window.open).mock.calls;
const shop = 'https://shop.example.org/pay?order=7#now';

test('the whole address is text, its host emphasised; nothing is opened or fetched before a press', async () => {
  const { container, group } = await show(shop);
  const host = group.getByText('shop.example.org');
  expect(host.tagName).toBe('STRONG');
  expect(host.parentElement).toHaveTextContent(shop);
  expect(group.getByText(/another website/)).toBeVisible();
  expect(container.querySelector('a, img, iframe, link')).toBeNull();
  expect(windows.all()).toEqual([]);
  expect(answers()).toEqual([]);
});

test.each([
  ['https://bank.example@evil.example/', 'evil.example', 'https://bank.example@evil.example/'],
  [
    'https://a:b@evil.example:8443?x=//bank.example',
    'evil.example:8443',
    'https://a:b@evil.example:8443/?x=//bank.example',
  ],
  ['https://evil.example#@bank.example/', 'evil.example', 'https://evil.example/#@bank.example/'],
  ['https://аррӏе.example/', 'xn--80ak6aa92e.example', 'https://xn--80ak6aa92e.example/'],
  ['http://127.1/\u202Egnp.exe', '127.0.0.1', 'http://127.0.0.1/%E2%80%AEgnp.exe'],
  ['https://[::1]:8080/a', '[::1]:8080', 'https://[::1]:8080/a'],
])('the host of %s is %s, whatever else it looks like', async (address, host, whole) => {
  const { container } = await show(address);
  const emphasised = container.querySelector('strong');
  expect(emphasised).toHaveTextContent(host);
  expect(emphasised?.parentElement?.textContent).toBe(whole);
  expect(emphasised?.previousSibling?.textContent).toBe(whole.slice(0, whole.indexOf(host)));
});

test('a page that is not waited for is opened and accepted in one press, and sent once', async () => {
  await show(shop);
  pressTwice(press('Open page'));
  await waitFor(() => expect(screen.getByRole('list', { name: 'Tool calls' })).toHaveFocus());
  expect(answers()).toEqual(accepted);
  expect(opened()).toEqual([[shop, '_blank', 'noopener,noreferrer']]);
});

test('a page that is waited for is opened first, again if it has to be, and accepted by a press of its own', async () => {
  const { user, group } = await show(shop, true);
  expect(group.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  await user.click(press('Open page'));
  expect(group.getByRole('status')).toHaveTextContent(/^Come back here/);
  expect(press('Open it again')).toHaveFocus();
  await user.click(press('Open it again'));
  expect(opened()).toHaveLength(2);
  expect(answers()).toEqual([]);
  await user.dblClick(press('Continue'));
  await waitFor(() => expect(answers()).toEqual(accepted));
  await user.click(press('Open it again'));
  expect(opened()).toHaveLength(2);
});

test.each([
  ['Decline', 'decline'],
  ['Close without answering', 'cancel'],
])('“%s” opens nothing', async (label, action) => {
  const { user } = await show(shop);
  await user.click(press(label));
  await waitFor(() => expect(answers()).toEqual([{ action }]));
  expect(opened()).toEqual([]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  'blob:https://example.org/a',
  'file:///etc/passwd',
  'no address',
])('there is no way to open %s', async (address) => {
  const { user, group } = await show(address);
  expect(group.getByText('This address can’t be opened.')).toBeInTheDocument();
  expect(group.queryByRole('button', { name: 'Open page' })).not.toBeInTheDocument();
  await user.click(press('Decline'));
  await waitFor(() => expect(answers()).toEqual([{ action: 'decline' }]));
});

test('a page whose answer did not arrive can be opened again', async () => {
  server.fail(answerElicitation, 'rate_limited', { times: 1 });
  const { user } = await show(shop);
  await user.click(press('Open page'));
  expect(await screen.findByText(/Too many/)).toBeInTheDocument();
  await user.click(press('Open it again'));
  await waitFor(() => expect(answers()).toHaveLength(2));
  expect(opened()).toHaveLength(2);
});

test('that nobody waits any more is said', async () => {
  server.fail(answerElicitation, 'conflict');
  const { user } = await show(shop, true);
  await user.click(press('Open page'));
  await user.click(press('Continue'));
  expect(await screen.findByText('No one is waiting for this answer any more.')).toBeInTheDocument();
});
