import { safePath } from './safe-path.ts';

const site = 'https://chat.example';

test.each(['/', '/dialogue/1?x=2#y', '/bots/a%20b', '/authors'])('a path of this site stays: %s', (path) => {
  expect(safePath(path, site)).toBe(path);
});

test.each([
  null, undefined, '', 'dialogue', '//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n\\evil.example', '/.//evil.example', '/x/..//evil.example',
  'javascript:alert(1)', ' javascript:alert(1)', 'https://evil.example/', 'https://chat.example@evil.example/', 'data:text/html,x', '//', '///evil.example',
])('everything else is refused: %j', (wish) => {
  expect(safePath(wish, site)).toBeNull();
});

test.each(['/auth', '/auth/login', '/auth/login?to=/', '/auth?x'])('the login is no way back from the login: %s', (path) => {
  expect(safePath(path, site)).toBeNull();
});
