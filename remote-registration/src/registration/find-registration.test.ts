import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import { searchRegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { fakeServer } from '@parlance/shared/testing';
import { exampleAttempt } from '../examples/examples.ts';
import { checkFailedMessage, findRegistration, lookUpAttempt } from './find-registration.ts';

const server = fakeServer();
const email = 'nora+new@new.example';
let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => warn.mockRestore());

describe('the lookup of a registration by e-mail (specification §7, §8)', () => {
  test('gives its data, asked for with the e-mail encoded and without a timestamp', async () => {
    server.answer(searchRegistrationAttempt, exampleAttempt(3));
    expect(await lookUpAttempt(email)).toEqual({ success: true, data: exampleAttempt(3) });
    expect(server.requests(searchRegistrationAttempt).map(({ url }) => url.search)).toEqual([
      '?email=nora%2Bnew%40new.example',
    ]);
  });

  test('gives what the server says where it fails', async () => {
    server.fail(searchRegistrationAttempt, 'not_found');
    expect(await lookUpAttempt(email)).toMatchObject({ success: false, message: 'Said by the server: not_found.' });
  });

  test('gives the message of the specification where the server says nothing', async () => {
    expect(checkFailedMessage).toMatch(/^[\p{Script=Han}]+$/u);
    server.answerRaw(searchRegistrationAttempt, 404, {
      success: false,
      message: '',
      code: 'not_found',
      request_id: '1',
    });
    expect(await lookUpAttempt(email)).toMatchObject({ success: false, message: checkFailedMessage });
    server.answerRaw(searchRegistrationAttempt, 404, 'a proxy’s page');
    expect(await lookUpAttempt(email)).toMatchObject({ success: false, message: checkFailedMessage });
    server.lose(searchRegistrationAttempt);
    expect(await lookUpAttempt(email)).toMatchObject({ success: false, message: checkFailedMessage });
  });
});

describe('the registration of who is signed in', () => {
  test('is what the lookup gives', async () => {
    server.answer(searchRegistrationAttempt, exampleAttempt(4));
    expect(await findRegistration(email)).toEqual({ kind: 'pending', attempt: exampleAttempt(4) });
  });

  test.each([
    ['complete', 'complete', { is_completed: true, stage: 5 }],
    ['under way', 'failed', { is_completed: false, stage: 3 }],
  ])('where the lookup is refused and the status is %s, it is %s', async (_, kind, status) => {
    server.fail(searchRegistrationAttempt, 'not_found');
    server.answer(getRegistrationStatus, status);
    expect(await findRegistration(email)).toMatchObject({ kind });
  });

  test('where both are refused, it begins anew', async () => {
    server.fail(searchRegistrationAttempt, 'not_found');
    server.fail(getRegistrationStatus, 'not_found');
    expect(await findRegistration(email)).toEqual({ kind: 'refused' });
  });

  test('without a network nobody is led away: the lookup has failed, and the status is not asked for', async () => {
    server.lose(searchRegistrationAttempt);
    expect(await findRegistration(email)).toMatchObject({ kind: 'failed' });
    expect(server.requests(getRegistrationStatus)).toEqual([]);
    expect(warn).toHaveBeenCalledWith(checkFailedMessage, expect.anything());
  });
});
