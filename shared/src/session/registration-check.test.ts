import { checkRegistration } from '@parlance/shared/session/registration-check';
import { fakeServer } from '@parlance/shared/testing';
import { getRegistrationStatus } from '../contract/api/registration/registration.ts';

const server = fakeServer();
const email = 'nora+new@new.example';
let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => warn.mockRestore());

describe('the check of a registration by e-mail (specification §7, §8)', () => {
  test('gives what the server says, asked for with the e-mail encoded and without a timestamp', async () => {
    server.answer(getRegistrationStatus, { is_completed: false, stage: 3 });
    expect(await checkRegistration(email)).toEqual({ is_completed: false, stage: 3 });
    expect(server.requests(getRegistrationStatus).map(({ url }) => url.search)).toEqual([
      '?email=nora%2Bnew%40new.example',
    ]);
    expect(warn).not.toHaveBeenCalled();
  });

  test('is refused where the server answers that it was no success (specification §7)', async () => {
    server.fail(getRegistrationStatus, 'not_found');
    expect(await checkRegistration(email)).toBe('refused');
    server.answerRaw(getRegistrationStatus, 200, {
      success: false,
      code: 'not_found',
      message: 'None.',
      request_id: '1',
    });
    expect(await checkRegistration(email)).toBe('refused');
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([
    ['there was no answer', () => server.lose(getRegistrationStatus)],
    ['the server failed', () => server.fail(getRegistrationStatus, 'internal')],
    ['something in between answered', () => server.answerRaw(getRegistrationStatus, 404, 'a proxy’s page')],
  ])('is taken as complete, with a warning, where %s (specification §8)', async (_, fail) => {
    fail();
    expect(await checkRegistration(email)).toEqual({ is_completed: true, stage: 5 });
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('specification §8'), expect.anything());
  });
});
