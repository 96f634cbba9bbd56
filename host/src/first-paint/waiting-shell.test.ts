import { startOrWait, waitingKey } from './waiting-shell.ts';

afterEach(() => Reflect.deleteProperty(globalThis, waitingKey));

test('in a page of its own the shell starts, and whoever loads it hears when that fails', async () => {
  const start = jest.fn().mockRejectedValue(new Error('The page has no element #root'));
  await expect(startOrWait(start)).rejects.toThrow('#root');
  expect(start.mock.calls).toEqual([[0]]);
});

test('behind the login page it gives its start to that page, and waits', async () => {
  const wait = jest.fn();
  const start = jest.fn();
  Reflect.set(globalThis, waitingKey, wait);
  await startOrWait(start);
  expect(wait.mock.calls).toEqual([[start]]);
  expect(start).not.toHaveBeenCalled();
});
