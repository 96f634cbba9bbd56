import { nextPlace, wantedOf } from './next-place.ts';

const both = { 'privacy-policy': true, 'terms-of-service': true };
const policyOnly = { ...both, 'terms-of-service': false };
const termsOnly = { ...both, 'privacy-policy': false };

test.each([
  ['who registers goes from the policy to the terms', 'registering', [], policyOnly, null, '/terms/service'],
  [
    '… with the way back',
    'registering',
    [],
    policyOnly,
    '/terms/register/step3',
    '/terms/service?to=%2Fterms%2Fregister%2Fstep3',
  ],
  ['… from the terms to the policy where it is missing', 'registering', [], termsOnly, null, '/terms/privacy-policy'],
  ['… and then to the registration', 'registering', [], both, null, '/terms/register'],
  ['… or where they were', 'registering', [], both, '/terms/register/step3', '/terms/register/step3'],
  [
    'a member goes to the other new document',
    'member',
    ['privacy-policy', 'terms-of-service'],
    policyOnly,
    '/bots/1',
    '/terms/service?to=%2Fbots%2F1',
  ],
  ['… not to one that is not new', 'member', ['privacy-policy'], policyOnly, '/bots/1', '/bots/1'],
  ['… and home where they came from nowhere', 'member', ['privacy-policy'], policyOnly, null, '/'],
] as const)('%s', (_, reader, owed, accepted, to, next) => {
  expect(nextPlace({ reader, wanted: wantedOf(reader, owed), accepted, to })).toBe(next);
});
