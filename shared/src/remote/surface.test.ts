import { isWithin, newest, surfaceFault } from './surface.ts';

test.each([
  ['1.0', '1.0', true],
  ['1.2', '1.10', true],
  ['1.10', '1.2', false],
  ['1.9', '2.0', false],
  ['2.0', '1.9', false],
  ['', '1.0', false],
  ['1', '1.0', false],
  ['1.0', 'new', false],
])('the surface %s in a host of %s: %s', (claimed, offered, isThere) => {
  expect(isWithin(claimed, offered)).toBe(isThere);
  expect(surfaceFault({ name: 'chat', surface: claimed }, offered)).toEqual(
    isThere ? null : expect.stringContaining(`“chat” needs the surface ${claimed} and the host gives ${offered}`),
  );
});

test('the newest is so by its numbers', () => {
  expect(newest(['1.2', '1.10', '1.9'])).toBe('1.10');
  expect(newest(['1.9', '2.0'])).toBe('2.0');
});
