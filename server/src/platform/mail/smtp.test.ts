import { connectionOf } from './smtp.ts';

test('a password goes over TLS, whatever the server offers, and on this machine without', () => {
  expect(connectionOf('smtp://user:pass@mail.example.org')).toMatchObject({
    host: 'mail.example.org',
    secure: false,
    requireTLS: true,
    auth: { user: 'user', pass: 'pass' },
  });
  expect(connectionOf('smtps://user:pass@mail.example.org:4650')).toMatchObject({ port: 4650, secure: true });
  expect(connectionOf('smtp://user:pass@127.0.0.1:2525')).toMatchObject({ requireTLS: false });
  expect(connectionOf('smtp://[::1]:2525')).toMatchObject({ host: '::1', requireTLS: false });
  expect(connectionOf('smtp://relay.internal')).toMatchObject({ requireTLS: false });
});

test('a name and a password are read as an address writes them', () => {
  expect(connectionOf('smtps://ada%40example.org:p%2Fw%3A1@mail.example.org').auth).toEqual({
    user: 'ada@example.org',
    pass: 'p/w:1',
  });
});
