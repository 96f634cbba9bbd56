import { fireEvent, waitFor } from '@testing-library/dom';
import { waitingKey } from '../waiting-shell.ts';
import { loadShellAhead } from './shell-ahead.ts';

const files = ['/assets/shell.css', '/assets/shell.js'];
const fetchedAhead = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')];
const run = () => [...document.head.querySelectorAll('script, link[rel="stylesheet"][media="not all"]')];
let idle: (() => void)[];

beforeEach(() => {
  idle = [];
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/login.css" nonce="of-this-answer">';
  Object.assign(window, { requestIdleCallback: (work: () => void) => idle.push(work) });
  jest.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(true);
});
afterEach(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  Reflect.deleteProperty(globalThis, waitingKey);
  jest.restoreAllMocks();
});

test('it is fetched last of all, and run when there is nothing else to do', async () => {
  const { scripts, start } = loadShellAhead(files);
  expect(fetchedAhead().map((it) => [it.getAttribute('href'), it.as])).toEqual([
    ['/assets/shell.css', 'style'],
    ['/assets/shell.js', 'script'],
  ]);
  for (const link of fetchedAhead()) fireEvent.load(link);
  await waitFor(() => expect(idle).toHaveLength(1));
  expect(run()).toEqual([]);
  idle[0]?.();
  await waitFor(() => expect(run()).toHaveLength(2));
  const begin = async () => undefined;
  (globalThis as { [waitingKey]?: (start: () => Promise<void>) => void })[waitingKey]?.(begin);
  for (const element of run()) fireEvent.load(element);
  expect(await start).toBe(begin);
  expect(scripts).toEqual(['/assets/shell.js']);
});

test('what cannot be fetched does not run', async () => {
  const { start } = loadShellAhead(files);
  fireEvent.error(fetchedAhead()[1] ?? document);
  await expect(start).rejects.toThrow('/assets/shell.js');
  expect([idle, run()]).toEqual([[], []]);
});

test('where the browser has no prefetch it is loaded all the same', async () => {
  jest.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(false);
  loadShellAhead(files);
  await waitFor(() => expect(idle).toHaveLength(1));
  idle[0]?.();
  await waitFor(() => expect(run()).toHaveLength(2));
  expect(fetchedAhead()).toEqual([]);
});
