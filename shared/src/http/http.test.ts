import { changeLanguage, startI18n } from '@parlance/shared/i18n';
import { fakeServer } from '@parlance/shared/testing';
import { waitFor } from '@testing-library/dom';
import axios from 'axios';
import * as z from '@parlance/shared/contract/schema';
import { getBot, listBots } from '../contract/api/bots.ts';
import { startDialogue } from '../contract/api/dialogues.ts';
import { getRegistrationStatus } from '../contract/api/registration/registration.ts';
import { stopRun } from '../contract/api/runs/runs.ts';
import { endpoint } from '../contract/endpoint.ts';
import { clients, requestTimeout, retryPause } from './clients.ts';
import { clearCsrfCookie, readCookie } from './cookies.ts';
import { ApiFailure, call, failureKey } from './http.ts';
import { onSessionNews } from './session-end.ts';

const server = fakeServer();
const id = '0198f0aa-0000-7000-8000-000000000009';
const page = { items: [], next_cursor: null };
const answer = z.object({ ok: z.boolean() });
const chartsEndpoint = endpoint({
  service: 'charts',
  method: 'GET',
  path: '/charts/v1/summary',
  requires: {},
  summary: 'For this test.',
  response: answer,
});
const sessionData = endpoint({
  service: 'charts',
  method: 'POST',
  path: '/charts/v1/session-data',
  requires: {},
  summary: 'For this test.',
  body: answer,
  response: answer,
});
const payment = endpoint({
  service: 'payment',
  method: 'GET',
  path: '/payment/v1/invoices',
  requires: {},
  summary: 'For this test.',
  response: answer,
});

const failureOf = (work: Promise<unknown>): Promise<ApiFailure> =>
  work.then(
    () => Promise.reject(new Error('The call succeeded.')),
    (error: unknown) => {
      if (error instanceof ApiFailure) return error;
      throw error;
    },
  );

beforeEach(() => {
  document.cookie = 'csrftoken=the%20token; path=/';
});

it('sends by XMLHttpRequest; what axios has for fetch is in no build of ours, and says so', () => {
  expect(axios.getAdapter(axios.defaults.adapter)).toHaveProperty('adapterName', 'xhr');
  expect(() => axios.getAdapter('fetch')).toThrow('adapter fetch is not available in the build');
});

describe('what every request carries (specification §7, §9)', () => {
  it('gives each of the three clients a timeout of 60,000 ms and sends credentials', () => {
    expect(requestTimeout).toBe(60_000);
    for (const client of Object.values(clients)) {
      expect(client.defaults).toMatchObject({ timeout: 60_000, withCredentials: true });
    }
  });

  it('echoes csrftoken in X-CSRFToken and sends JSON on main and charts, and neither on payment', async () => {
    server.answer(listBots, page);
    server.answer(chartsEndpoint, { ok: true });
    server.answer(payment, { ok: true });
    await Promise.all([call(listBots, {}), call(chartsEndpoint, {}), call(payment, {})]);
    expect(server.requests(listBots)[0]?.headers.get('x-csrftoken')).toBe('the token');
    expect(server.requests(chartsEndpoint)[0]?.headers.get('x-csrftoken')).toBe('the token');
    expect(server.requests(payment)[0]?.headers.get('x-csrftoken')).toBeNull();
    expect(clients.main.defaults.headers['Content-Type']).toBe('application/json');
    expect(clients.charts.defaults.headers['Content-Type']).toBe('application/json');
    expect(clients.payment.defaults.headers['Content-Type']).toBeUndefined();
  });

  it.each([
    ['%', '%'],
    ['a%zz', 'a%zz'],
    ['€', null],
    ['a%0Ab', null],
  ])(
    'goes out whatever somebody has planted as a token, without what no header can carry: %j',
    async (planted, sent) => {
      document.cookie = `csrftoken=${planted}; path=/`;
      server.answer(listBots, page);
      await call(listBots, {});
      expect(server.requests(listBots)[0]?.headers.get('x-csrftoken')).toBe(sent);
    },
  );

  it('is sent once more where its refusal has brought the token that another tab had removed, and only then', async () => {
    clearCsrfCookie();
    const refuse = server.failLate(stopRun, 'csrf_failed');
    const refused = failureOf(call(stopRun, { params: { run_id: id } }));
    await waitFor(() => expect(server.requests(stopRun)).toHaveLength(1));
    // The refusal sets the token.
    document.cookie = 'csrftoken=new; path=/';
    refuse();
    await refused;
    expect(server.requests(stopRun).map(({ headers }) => headers.get('x-csrftoken'))).toEqual([null, 'new']);
    await failureOf(call(stopRun, { params: { run_id: id } }));
    expect(server.requests(stopRun)).toHaveLength(3);
  });

  it('is read once more where its session was replaced meanwhile, and changes nothing twice', async () => {
    document.cookie = 'csrftoken=old; path=/';
    const refusals = [server.failLate(listBots, 'unauthenticated'), server.failLate(stopRun, 'unauthenticated')];
    const refused = Promise.all([failureOf(call(listBots, {})), failureOf(call(stopRun, { params: { run_id: id } }))]);
    await waitFor(() => expect([...server.requests(listBots), ...server.requests(stopRun)]).toHaveLength(2));
    // The request that has replaced the session sets the token.
    document.cookie = 'csrftoken=new; path=/';
    for (const refuse of refusals) refuse();
    await refused;
    expect(server.requests(listBots).map(({ headers }) => headers.get('x-csrftoken'))).toEqual(['old', 'new']);
    expect(server.requests(stopRun)).toHaveLength(1);
    await failureOf(call(listBots, {}));
    expect(server.requests(listBots)).toHaveLength(3);
  });

  it('adds the timestamp _t to a GET, unless told to skip it, and to nothing else', async () => {
    server.answer(listBots, page);
    server.answer(getRegistrationStatus, { is_completed: true, stage: 5 });
    server.answer(stopRun, { status: 'stopped', is_taken_back: false });
    await call(listBots, { query: { limit: 5 } });
    await call(getRegistrationStatus, { query: { email: 'a+b@pro.example' } }, { timestamp: false });
    await call(stopRun, { params: { run_id: id } });
    expect(server.requests(listBots)[0]?.url.searchParams.get('_t')).toMatch(/^\d{13}$/);
    expect(server.requests(getRegistrationStatus)[0]?.url.search).toBe('?email=a%2Bb%40pro.example');
    expect(server.requests(stopRun)[0]?.url.search).toBe('');
  });

  it('asks for answers in the language of the page', async () => {
    await startI18n({ resources: { en: { shared: {}, host: {} }, 'th-TH': { shared: {}, host: {} } }, language: 'en' });
    await changeLanguage('th-TH');
    server.answer(listBots, page);
    await call(listBots, {});
    expect(server.requests(listBots)[0]?.headers.get('accept-language')).toBe('th-TH');
  });

  it('leaves out a query that is undefined and fills in the path', async () => {
    server.fail(getBot, 'not_found');
    await failureOf(call(getBot, { params: { bot_id: id } }));
    expect(server.requests(getBot)[0]?.params.bot_id).toBe(id);
    server.answer(listBots, page);
    await call(listBots, { query: { cursor: undefined, limit: 3 } });
    expect(server.requests(listBots)[0]?.url.searchParams.has('cursor')).toBe(false);
  });
});

describe('the retry of a 5xx (specification §8, §9)', () => {
  it('sends it once more after 1,000 ms on the main client', async () => {
    server.answer(listBots, page);
    server.fail(listBots, 'internal', { times: 1 });
    const begin = performance.now();
    await expect(call(listBots, {})).resolves.toEqual(page);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(retryPause - 5);
    expect(server.requests(listBots)).toHaveLength(2);
  });

  it('repeats a POST with the very same body, so that the server knows it by its key', async () => {
    server.fail(startDialogue, 'database_unavailable');
    await failureOf(call(startDialogue, { body: { bot_id: id, prompt: 'Hello', idempotency_key: id } }));
    const bodies = server.requests(startDialogue).map((it) => it.body);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toEqual(bodies[1]);
  });

  it('gives up after the second 5xx and passes it on', async () => {
    server.fail(listBots, 'internal');
    await expect(failureOf(call(listBots, {}))).resolves.toMatchObject({
      status: 500,
      code: 'internal',
      requestId: 'request-1',
    });
    expect(server.requests(listBots)).toHaveLength(2);
  });

  it('repeats neither a 4xx, nor a lost network, nor a 5xx of charts and payment', async () => {
    server.fail(listBots, 'not_found');
    server.fail(chartsEndpoint, 'internal');
    server.fail(payment, 'internal');
    await Promise.all([
      failureOf(call(listBots, {})),
      failureOf(call(chartsEndpoint, {})),
      failureOf(call(payment, {})),
    ]);
    for (const it of [listBots, chartsEndpoint, payment]) expect(server.requests(it)).toHaveLength(1);
  });

  it('does not wait for the retry once it is aborted', async () => {
    server.fail(listBots, 'internal');
    const abort = new AbortController();
    const { setTimeout: wait } = globalThis;
    const pauses = jest.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, after = 0) => {
      if (after !== retryPause) return wait(run, after);
      // The pause has begun, and only the abort can end it.
      return wait(() => abort.abort(), 0);
    });
    const work = call(listBots, {}, { signal: abort.signal });
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    pauses.mockRestore();
    expect(server.requests(listBots)).toHaveLength(1);
  });
});

describe('a 401 (specification §4, §8)', () => {
  const news: string[] = [];
  const stop = onSessionNews({ ended: () => news.push('ended'), sessionSuspect: () => news.push('suspect') });
  beforeEach(() => {
    news.length = 0;
  });
  afterAll(stop);

  it('on the charts service clears the CSRF cookie and ends the session', async () => {
    server.fail(chartsEndpoint, 'unauthenticated');
    await failureOf(call(chartsEndpoint, {}));
    expect(readCookie('csrftoken')).toBeNull();
    expect(news).toEqual(['ended']);
  });

  it('of the usage sessions, /charts/v1/session-data, changes nothing', async () => {
    server.fail(sessionData, 'unauthenticated');
    await failureOf(call(sessionData, { body: { ok: true } }));
    expect(readCookie('csrftoken')).toBe('the token');
    expect(news).toEqual([]);
  });

  it('is not the only refusal that makes the session ask who it is: a right that was there a moment ago does too, once a minute', async () => {
    // A whole number: adding a minute to a fraction may lose a billionth.
    const now = Math.ceil(performance.now());
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
    server.fail(listBots, 'not_found');
    await failureOf(call(listBots, {}));
    expect(news).toEqual([]);
    for (const [code, later, told] of [
      ['workspace_expired', 0, 1],
      ['forbidden', 59_000, 1],
      ['forbidden', 60_000, 2],
    ] as const) {
      clock.mockReturnValue(now + later);
      server.fail(listBots, code);
      await failureOf(call(listBots, {}));
      expect(news).toEqual(Array.from({ length: told }, () => 'suspect'));
    }
    expect(readCookie('csrftoken')).toBe('the token');
    clock.mockRestore();
  });

  it('on the main service is passed on and makes the session ask who it is', async () => {
    server.fail(listBots, 'unauthenticated');
    await failureOf(call(listBots, {}));
    expect(readCookie('csrftoken')).toBe('the token');
    expect(news).toEqual(['suspect']);
  });
});

describe('what a failure says', () => {
  it('carries the status, the code, the message and the request id of the envelope', async () => {
    server.fail(listBots, 'rate_limited');
    await expect(failureOf(call(listBots, {}))).resolves.toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: 'Said by the server: rate_limited.',
      requestId: 'request-1',
    });
  });

  it('is a failure whatever the status says: success is what the envelope says (specification §7)', async () => {
    server.answerRaw(listBots, 200, { success: false, code: 'not_found', message: 'None.', request_id: 'request-1' });
    await expect(failureOf(call(listBots, {}))).resolves.toMatchObject({
      status: 200,
      code: 'not_found',
      message: 'None.',
      requestId: 'request-1',
    });
  });

  it('is “network” without an answer', async () => {
    server.lose(listBots);
    await expect(failureOf(call(listBots, {}))).resolves.toMatchObject({ status: 0, code: 'network' });
  });

  it('is loud about an answer of another shape than the contract, and names the field', async () => {
    server.answerRaw(listBots, 200, { success: true, data: { items: [{ id: 7 }], next_cursor: null } });
    const failure = await failureOf(call(listBots, {}));
    expect(failure.code).toBe('invalid_response');
    expect(failure.message).toContain('data.items.0.id');
    server.answerRaw(listBots, 200, { items: [] });
    await expect(failureOf(call(listBots, {}))).resolves.toMatchObject({ code: 'invalid_response' });
  });

  it('understands a proxy that answers without the envelope', async () => {
    server.answerRaw(listBots, 413, 'Request Entity Too Large');
    await expect(failureOf(call(listBots, {}))).resolves.toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it('has a text for every code, and the general one for what is unknown', () => {
    expect(failureKey(new ApiFailure({ status: 0, code: 'timeout', message: '' }))).toBe('shared:errors.timeout');
    expect(failureKey(new ApiFailure({ status: 409, code: 'run_active', message: '' }))).toBe(
      'shared:errors.run_active',
    );
    expect(failureKey(new ApiFailure({ status: 400, code: 'from_tomorrow', message: '' }))).toBe(
      'shared:errors.internal',
    );
    expect(failureKey(new axios.AxiosError('…', 'ERR_BAD'))).toBe('shared:errors.internal');
  });
});
