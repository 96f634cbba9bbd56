import { whenIdle, whenLoadedAndIdle } from './when-idle.ts';

let idle: (() => void)[];
beforeEach(() => {
  idle = [];
  Object.assign(window, { requestIdleCallback: (run: () => void) => idle.push(run) });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('it runs when the browser is idle, and not before', () => {
  const run = jest.fn();
  whenIdle(run);
  expect(run).not.toHaveBeenCalled();
  idle.forEach((it) => it());
  expect(run).toHaveBeenCalledTimes(1);
});

test('a browser that cannot say so is taken for idle after two seconds', () => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.useFakeTimers();
  const run = jest.fn();
  whenIdle(run);
  jest.advanceTimersByTime(1999);
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test.each([
  ['loading', 0],
  ['interactive', 0],
  ['complete', 1],
] as const)('on a page that is %s it waits for the load as well', (state, asked) => {
  jest.spyOn(document, 'readyState', 'get').mockReturnValue(state);
  whenLoadedAndIdle(() => undefined);
  expect(idle).toHaveLength(asked);
  window.dispatchEvent(new Event('load'));
  expect(idle).toHaveLength(1);
});
