import { safePath, wayBack, withWayBack } from '@parlance/shared/way-back';

const site = 'https://chat.example';

test.each([
  '/',
  '/dialogue/1?x=2#y',
  '/bots/a%20b',
  '/authors',
  '/subscription-manager?seats=3',
  '/search?q=http://elsewhere.example//x',
])('a path of this site stays: %s', (path) => {
  expect(safePath(path, site)).toBe(path);
});

test.each([
  null,
  undefined,
  '',
  'dialogue',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'https://evil.example/',
  'https://chat.example@evil.example/',
  'data:text/html,x',
  '//',
  '///evil.example',
])('everything else is refused: %j', (wish) => {
  expect(safePath(wish, site)).toBeNull();
});

test.each(['/auth', '/auth/login', '/auth/login?to=/', '/auth?x'])(
  'the login is no way back from the login: %s',
  (path) => {
    expect(safePath(path, site)).toBeNull();
  },
);

test('the way back stands in the query as it was put there', () => {
  const here = '/dialogue/1?x=2&y=%2F#z';
  const address = withWayBack('/terms/service', here);
  expect(address).toBe('/terms/service?to=%2Fdialogue%2F1%3Fx%3D2%26y%3D%252F%23z');
  expect(wayBack(address.slice('/terms/service'.length))).toBe(here);
});

test('from nowhere in particular there is none, nor from another site', () => {
  expect(withWayBack('/terms/service', null)).toBe('/terms/service');
  expect(wayBack('')).toBeNull();
  expect(wayBack('?to=%2F%2Fevil.example')).toBeNull();
});
