import { bearerChallengeOf, challengesIn } from './challenge.ts';

const of = (header: string) => bearerChallengeOf(new Response(null, { headers: { 'www-authenticate': header } }));
const metadata = 'https://a.example/.well-known/oauth-protected-resource';

test.each([
  [`Bearer resource_metadata="${metadata}", scope="a b", error="invalid_token"`],
  [`Bearer error=invalid_token, scope="b a", resource_metadata=${metadata}`],
  [`bearer   scope = "a b" ,error="invalid_token" , RESOURCE_METADATA = "${metadata}"`],
  // Without commas, as some write it.
  [`Bearer error="invalid_token" scope="a b" resource_metadata="${metadata}"`],
  // Several challenges in one header, those of other schemes with the same parameters.
  [`Basic realm="a, b", charset="UTF-8", Bearer error="invalid_token", scope="a b", resource_metadata="${metadata}"`],
  [`Negotiate YII=, Bearer scope="a b", error="invalid_token", resource_metadata="${metadata}", Digest scope="x"`],
  [
    `DPoP scope="x", resource_metadata="https://evil.example", Bearer scope="a b",resource_metadata="${metadata}",error=invalid_token`,
  ],
  [`Bearer, Bearer error="invalid_token", Bearer scope="a b", resource_metadata="${metadata}"`],
  [`NTLM, Bearer realm="say \\"Bearer scope=\\"", scope="a b", error="invalid_token", resource_metadata="${metadata}"`],
  [`Bearer resource_metadata="${metadata}", scope="a b", scope="c", error="invalid_token"`],
  [`,, ;=" Bearer scope="a b", error="invalid_token", resource_metadata="${metadata}"`],
])('%s', (header) => {
  const challenge = of(header);
  expect(challenge?.resourceMetadata).toBe(metadata);
  expect(challenge?.scope.split(' ').sort()).toEqual(['a', 'b']);
  expect(challenge?.error).toBe('invalid_token');
});

test('what two headers say is one list', () => {
  const headers = new Headers();
  headers.append('www-authenticate', 'Basic realm="x"');
  headers.append('www-authenticate', 'Bearer scope="a"');
  expect(bearerChallengeOf({ headers })?.scope).toBe('a');
});

test.each(['', 'Basic realm="Bearer scope=x"', 'Basic Bearer=x', '===', 'Digest scope="a"'])(
  '%s is no challenge of this scheme',
  (header) => expect(of(header)).toBeNull(),
);

test('the examples of RFC 9110, RFC 6750 and RFC 9728 are read as they are meant', () => {
  expect(challengesIn('Basic realm="simple", Newauth realm="apps", type=1, title="Login to \\"apps\\""')).toEqual([
    { scheme: 'basic', parameters: new Map([['realm', 'simple']]) },
    {
      scheme: 'newauth',
      parameters: new Map([
        ['realm', 'apps'],
        ['type', '1'],
        ['title', 'Login to "apps"'],
      ]),
    },
  ]);
  expect(of('Bearer realm="example", error="invalid_token", error_description="The access token expired"')).toEqual({
    resourceMetadata: null,
    scope: '',
    error: 'invalid_token',
  });
  const address = 'https://resource.example.com/.well-known/oauth-protected-resource';
  expect(of(`Bearer resource_metadata="${address}"`)?.resourceMetadata).toBe(address);
});

test.each([
  'Bearer '.repeat(100_000),
  'a="\\'.repeat(50_000),
  `Bearer scope="${'s '.repeat(100_000)}`,
  '"'.repeat(200_000),
])('a header that was made to keep its reader busy does not', (header) => {
  const begun = process.cpuUsage();
  challengesIn(header);
  expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
});
