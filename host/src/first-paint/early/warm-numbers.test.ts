import { warmNumbers } from './warm-numbers.ts';

afterEach(() => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  jest.restoreAllMocks();
});

test('a number is written in the language of the page when there is nothing else to do, and not before', () => {
  const idle: (() => void)[] = [];
  Object.assign(window, { requestIdleCallback: (run: () => void) => idle.push(run) });
  const format = jest.spyOn(Intl, 'NumberFormat');
  document.documentElement.lang = 'th-TH';
  warmNumbers();
  expect(format).not.toHaveBeenCalled();
  for (const run of idle) run();
  expect(format.mock.calls).toEqual([['th-TH']]);
});

test('nothing is done where the browser cannot say that it is idle', () => {
  const format = jest.spyOn(Intl, 'NumberFormat');
  warmNumbers();
  expect(format).not.toHaveBeenCalled();
});
