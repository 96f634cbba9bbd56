import { inLocalStorage, inSessionStorage, parseKept, withStorage } from '@parlance/shared/storage';

afterEach(() => jest.restoreAllMocks());

test('gives what is in the storage of the tab, or of the browser', () => {
  inSessionStorage((storage) => storage.setItem('a', 'of the tab'));
  inLocalStorage((storage) => storage.setItem('a', 'of the browser'));
  expect([
    inSessionStorage((storage) => storage.getItem('a')),
    inLocalStorage((storage) => storage.getItem('a')),
  ]).toEqual(['of the tab', 'of the browser']);
});

test('a storage that is denied or full gives null', () => {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(inLocalStorage((storage) => storage.getItem('a'))).toBeNull();
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(inSessionStorage((storage) => storage.setItem('a', 'b'))).toBeNull();
});

test('a fault of the program is not taken for a refusal', () => {
  expect(() =>
    withStorage(
      () => sessionStorage,
      () => {
        throw new TypeError('a fault');
      },
    ),
  ).toThrow('a fault');
});

test('reads what was kept, and nothing of what is not JSON', () => {
  expect([parseKept('{"a":1}'), parseKept('{'), parseKept(null)]).toEqual([{ a: 1 }, null, null]);
});
