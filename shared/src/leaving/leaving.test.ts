import type { leaveFor as leave, onLeaving as hear } from '@parlance/shared/leaving';

/** What a browser tells of navigations; jsdom has none. */
const navigation = new EventTarget();
let leaveFor: typeof leave;
let onLeaving: typeof hear;
let left: string[];

beforeAll(async () => {
  Object.assign(window, { navigation });
  ({ leaveFor, onLeaving } = await import('@parlance/shared/leaving'));
});
beforeEach(() => {
  left = [];
  onLeaving((path) => left.push(path));
});

test('of several wishes to leave the first one counts', () => {
  leaveFor('/auth/login');
  leaveFor('/');
  expect(left).toEqual(['/auth/login']);
});

test('a page that stayed, because somebody was asked or stopped it, can be left again, and then again by one wish alone', () => {
  leaveFor('/auth/login');
  navigation.dispatchEvent(new Event('navigateerror'));
  leaveFor('/');
  leaveFor('/bots');
  expect(left).toEqual(['/auth/login', '/']);
});

test('what leaving breaks off, as a download that is a navigation to the browser, is no sign that the page stays', () => {
  onLeaving((path) => {
    left.push(path);
    navigation.dispatchEvent(new Event('navigateerror'));
  });
  leaveFor('/auth/login?farewell');
  leaveFor('/auth/login?to=%2Fprofile');
  expect(left).toEqual(['/auth/login?farewell']);
});
