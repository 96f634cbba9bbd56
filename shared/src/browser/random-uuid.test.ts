import { randomUuid } from '@parlance/shared/random-uuid';

afterEach(() => jest.restoreAllMocks());

test('is a UUID of version 4, and another one each time', () => {
  const made = Array.from({ length: 1000 }, randomUuid);
  for (const id of made) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(made).size).toBe(made.length);
});

test('needs nothing that a browser has only on https: crypto.randomUUID is not asked', () => {
  const asked = jest.spyOn(crypto, 'randomUUID');
  randomUuid();
  expect(asked).not.toHaveBeenCalled();
});

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('of bytes that are all %i it is %s', (byte, id) => {
  jest.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as Uint8Array).fill(byte); // randomUuid passes a Uint8Array
    return array;
  });
  expect(randomUuid()).toBe(id);
});
