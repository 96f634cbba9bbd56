import type { redirectTo as redirect, onRedirect as hear } from '@parlance/shared/redirect';

/** The Navigation API's events, which jsdom lacks. */
const navigation = new EventTarget();
let redirectTo: typeof redirect;
let onRedirect: typeof hear;
let redirects: string[];

beforeAll(async () => {
  Object.assign(window, { navigation });
  ({ redirectTo, onRedirect } = await import('@parlance/shared/redirect'));
});
beforeEach(() => {
  redirects = [];
  onRedirect((path) => redirects.push(path));
});

test('of several redirects the first one counts', () => {
  redirectTo('/auth/login');
  redirectTo('/');
  expect(redirects).toEqual(['/auth/login']);
});

test('a page that stayed, because somebody was asked or stopped it, can be left again, and then again by one wish alone', () => {
  redirectTo('/auth/login');
  navigation.dispatchEvent(new Event('navigateerror'));
  redirectTo('/');
  redirectTo('/bots');
  expect(redirects).toEqual(['/auth/login', '/']);
});

test('what leaving breaks off, as a download that is a navigation to the browser, is no sign that the page stays', () => {
  onRedirect((path) => {
    redirects.push(path);
    navigation.dispatchEvent(new Event('navigateerror'));
  });
  redirectTo('/auth/login?farewell');
  redirectTo('/auth/login?to=%2Fprofile');
  expect(redirects).toEqual(['/auth/login?farewell']);
});
