import { safeParse } from '../schema.ts';
import { canonicalEmail, isEmail } from './email-address.ts';
import { emailAddress } from './email.ts';

const read = (text: string) => {
  const { success, data } = safeParse(emailAddress, text);
  expect(isEmail(text)).toBe(success);
  return success ? data : null;
};

test.each([
  ['ada@example.org', 'ada@example.org'],
  ['  Ada@Example.ORG ', 'ada@example.org'],
  ["o'neil@example.org", "o'neil@example.org"],
  ['a+b@example.org', 'a+b@example.org'],
  ['x_y@example.org', 'x_y@example.org'],
  ["!#$%&'*+/=?^_`{|}~-@example.org", "!#$%&'*+/=?^_`{|}~-@example.org"],
  ['first.last.more@mail.example.co.uk', 'first.last.more@mail.example.co.uk'],
  ['1@2.example', '1@2.example'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  // The same letter written as u and a combining mark.
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['ada@xn--e1afmkfd.xn--p1ai', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  // An ideographic full stop between labels (UTS 46).
  ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['ada@straße.example', 'ada@xn--strae-oqa.example'],
  [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  [`a@${'b'.repeat(63)}.example`, `a@${'b'.repeat(63)}.example`],
])('%s is kept as %s', (typed, kept) => {
  expect(read(typed)).toBe(kept);
  expect(read(kept)).toBe(kept);
  expect(canonicalEmail(kept)).toBe(kept);
});

test.each([
  '',
  '@',
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'müller@example.org',
  'müller@bücher.example',
  'ада@пример.рф',
  '"ada lovelace"@example.org',
  '"ada"@example.org',
  'ada..b@example.org',
  '.ada@example.org',
  'ada.@example.org',
  'a b@example.org',
  'ada@exa mple.org',
  'ada@@example.org',
  'ada@b@example.org',
  'ada@-example.org',
  'ada@example-.org',
  'ada@example..org',
  'ada@example.org.',
  'ada@.example.org',
  'ada@192.0.2.1',
  'ada@[192.0.2.1]',
  'ada@[2001:db8::1]',
  'ada@0x7f.1',
  'ada@example.123',
  'ada@example.c',
  'ada@example.org:25',
  'ada@example.org/path',
  'ada@example.org?x',
  'ada@ex%61mple.org',
  'ada@example.org\r\nBcc: all@example.org',
  'ada@example.org, ben@example.org',
  'Ada <ada@example.org>',
  'ada@exam_ple.org',
  'ada@\u200b.example',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(64)}.example`,
  `a@${`${'b'.repeat(60)}.`.repeat(5)}example`,
])('%j is refused', (typed) => {
  expect(read(typed)).toBeNull();
});

test('an address that is longer in ASCII than it may be is refused', () => {
  expect(read(`a@${'ü'.repeat(55)}.${'ö'.repeat(55)}.${'ä'.repeat(55)}.${'ß'.repeat(55)}.example`)).toBeNull();
});

test('what is hostile costs no time', () => {
  const begun = performance.now();
  for (const text of [
    'a.'.repeat(100_000),
    `a@${'b-'.repeat(100_000)}`,
    '@'.repeat(100_000),
    `${' '.repeat(100_000)}x`,
  ])
    expect(read(text)).toBeNull();
  expect(performance.now() - begun).toBeLessThan(1_000);
});
