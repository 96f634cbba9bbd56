import { saveRegistrationNames, signUp } from '@parlance/shared/contract/api/registration/registration-steps';
import { legalVersions } from '@parlance/shared/contract/page/legal';
import { faultsFrom, faultsIn } from './faults.ts';

const bodyOf = (values: { email: string; password: string }) => ({
  ...values,
  language: 'en',
  account_kind: 'personal',
  accepted: legalVersions,
});
const check = (email: string, password: string) =>
  faultsIn(signUp.body, bodyOf({ email, password }), { email, password });

test.each([
  ['', '', { email: 'missing', password: 'missing' }],
  ['  ', 'long enough', { email: 'missing' }],
  ['nora', 'long enough', { email: 'invalid' }],
  [`${'n'.repeat(250)}@new.example`, 'long enough', { email: 'tooLong' }],
  [' Nora@New.example ', 'seven77', { password: 'invalid' }],
  ['nora@new.example', '八個字元的密碼呀呀', {}],
])('the contract finds in %j, %j: %j', (email, password, faults) => {
  expect(check(email, password)).toMatchObject(faults);
  expect(Object.keys(check(email, password)).sort()).toEqual(Object.keys(faults).sort());
});

test('of several faults of a field the first counts', () => {
  expect(check('nora@new.example', 'x'.repeat(1025))).toEqual({ password: 'tooLong' });
});

test('what stands in no field of the form is no fault of a field', () => {
  expect(
    faultsIn(
      signUp.body,
      { ...bodyOf({ email: 'nora@new.example', password: 'long enough' }), language: 'xx' },
      { email: '', password: '' },
    ),
  ).toEqual({});
  expect(faultsIn(saveRegistrationNames.body, { username: 'x'.repeat(101) }, { username: 'x'.repeat(101) })).toEqual({
    username: 'tooLong',
  });
});

test('the server’s issues are mapped to fields: of the schema, of another reason, and of a code that names none', () => {
  const values = { email: '', password: '' };
  expect(
    faultsFrom({ code: 'validation_failed', issues: [{ path: 'body.email' }, { path: 'body.language' }] }, values),
  ).toEqual({ email: 'invalid' });
  expect(faultsFrom({ code: 'password_guessable', issues: [{ path: 'body.password' }] }, values)).toEqual({
    password: 'refused',
  });
  expect(
    faultsFrom({ code: 'invitation_for_someone_else', issues: [] }, values, { invitation_for_someone_else: 'email' }),
  ).toEqual({ email: 'refused' });
  expect(faultsFrom({ code: 'internal', issues: [] }, values)).toEqual({});
});
