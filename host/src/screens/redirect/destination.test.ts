import { readDestination } from './destination.ts';

const site = 'https://chat.example';

test.each([
  ['/dialogue/1', { kind: 'here', path: '/dialogue/1' }],
  ['https://chat.example/bots/1?x', { kind: 'here', path: '/bots/1?x' }],
  ['https://elsewhere.example/a', { kind: 'elsewhere', url: 'https://elsewhere.example/a' }],
  ['http://elsewhere.example', { kind: 'elsewhere', url: 'http://elsewhere.example/' }],
])('%s leads on', (to, destination) => {
  expect(readDestination(to, site)).toEqual(destination);
});

test.each([
  null,
  '',
  '//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
  'https://chat.example@evil.example/',
  'https://',
  'https://chat.example/auth/login',
])('%j leads nowhere', (to) => {
  expect(readDestination(to, site)).toEqual({ kind: 'nowhere' });
});
