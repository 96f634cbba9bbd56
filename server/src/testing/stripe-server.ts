import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import {
  type Answer,
  type BankAnswer,
  type Form,
  type Intent,
  chargesOf,
  failed,
  metadataOf,
  newId,
  ok,
} from './stripe-charges.ts';

/**
 * A fault on the way. `refuse`: every connection is refused. `lose-answer`: the request is executed and its response is
 * lost. `status`: an error of theirs.
 */
export type StripeFault = { kind: 'refuse' } | { kind: 'lose-answer' } | { kind: 'status'; status: number };

type Session = {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  customer: string | null;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  /** The later use of the payment method; Stripe itself has it on the payment intent. */
  kept_for: string | null;
  url: string;
  success_url: string;
  cancel_url: string;
  expires_at: number;
};
export type StripeEvent = { id: string; object: 'event'; type: string; created: number; data: { object: object } };

export type StripeServer = {
  /** The value of STRIPE_URL. */
  url: string;
  settings: { STRIPE_URL: string; STRIPE_SECRET_KEY: string; STRIPE_WEBHOOK_SECRET: string };
  sessions: ReadonlyMap<string, Session>;
  /** Every event so far, oldest first, delivered or not. */
  events: readonly StripeEvent[];
  /** Charges to cards: one entry for each. */
  charges: readonly { of: string; amount: number; currency: string }[];
  intents: ReadonlyMap<string, Intent>;
  refunds: readonly { payment_intent: string }[];
  /** Requests to the API, those with a fault as well. */
  requests: readonly { method: string; path: string; idempotencyKey: string | undefined }[];
  setFault(fault: StripeFault | null): void;
  /** Sets the receiver of events; without one, or with null, they are lost. */
  deliverTo(address: string | null): void;
  /** Presses the button Pay of a session's page. */
  pay(session: string): Promise<void>;
  /** The session's time is over. */
  expire(session: string): Promise<void>;
  /** Sets the response of banks to off-session charges. */
  setBank(answer: BankAnswer): void;
  /** Refunds a payment in Stripe's own pages. Returns the refund's id. */
  refundByHand(intent: string, amount: number): Promise<string>;
  /** The bank does not take it. */
  failRefund(refund: string): Promise<void>;
  /** Disputes a payment through a bank. Returns the dispute's id. */
  dispute(intent: string, amount: number): Promise<string>;
  closeDispute(dispute: string, status: 'won' | 'lost'): Promise<void>;
  /** The bytes and the header of a delivery, as Stripe signs it at this second. */
  signed(event: StripeEvent, options?: { at?: Date; secret?: string }): { payload: string; signature: string };
  close(): Promise<void>;
};

const secretKey = 'sk_test_stand_in';
const webhookSecret = 'whsec_stand_in';
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/**
 * Stripe on loopback: the endpoints that the payment service uses, with its form-encoded bodies, its idempotency keys
 * and its signed events, and the pages that a browser is sent to, each with a button that pays and one that goes back.
 */
export async function startStripeServer(): Promise<StripeServer> {
  const state = {
    sessions: new Map<string, Session>(),
    events: [] as StripeEvent[],
    charges: [] as { of: string; amount: number; currency: string }[],
    refunds: [] as { payment_intent: string }[],
  };
  const requests: { method: string; path: string; idempotencyKey: string | undefined }[] = [];
  /** Requests and responses by idempotency key. */
  const kept = new Map<string, { asked: string; answer: Answer }>();
  let fault: StripeFault | null = null;
  let address: string | null = null;

  const signed: StripeServer['signed'] = (event, { at = new Date(), secret = webhookSecret } = {}) => {
    const payload = JSON.stringify(event);
    return {
      payload,
      signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds(at) }),
    };
  };
  const tell = async (type: string, object: object) => {
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      type,
      created: seconds(new Date()),
      data: { object: { ...object } },
    };
    state.events.push(event);
    if (address === null) return;
    const { payload, signature } = signed(event);
    // Stripe retries for days; a lost event is found by the next query.
    await fetch(address, {
      method: 'POST',
      body: payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    }).catch(() => undefined);
  };
  const charging = chargesOf(tell, (charge) => state.charges.push(charge));
  const pay = async (id: string) => {
    const session = known(state.sessions, id);
    if (session.status !== 'open') return;
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: newId('pi') });
    state.charges.push({ of: id, amount: session.amount_total, currency: session.currency });
    if (session.customer !== null) charging.keepMethod(session.customer);
    await tell('payment_intent.succeeded', {
      id: session.payment_intent,
      object: 'payment_intent',
      amount_received: session.amount_total,
      currency: session.currency,
      status: 'succeeded',
      metadata: session.metadata,
    });
    await tell('checkout.session.completed', session);
  };
  const expire = async (id: string) => {
    const session = known(state.sessions, id);
    if (session.status !== 'open') return;
    session.status = 'expired';
    await tell('checkout.session.expired', session);
  };
  const act = async (method: string, path: string, form: Form, origin: string): Promise<Answer> => {
    const [, , resource = '', second = '', third = '', action = ''] = path.split('/');
    if (resource === 'payment_intents') return charging.act(method, [second, third], form);
    if (method === 'GET' && resource === 'customers')
      return third === 'payment_methods'
        ? charging.methodsOf(second)
        : ok({ id: second, object: 'customer', invoice_settings: { default_payment_method: null } });
    if (method === 'POST' && resource === 'customers')
      return ok({ id: second === '' ? newId('cus') : second, object: 'customer', email: form.get('email') ?? null });
    if (method === 'POST' && resource === 'refunds') {
      state.refunds.push({ payment_intent: form.get('payment_intent') ?? '' });
      return ok({ id: newId('re'), object: 'refund', status: 'succeeded' });
    }
    if (method === 'POST' && resource === 'billing_portal')
      return ok({
        id: newId('bps'),
        object: 'billing_portal.session',
        url: `${origin}/portal?return_url=${encodeURIComponent(form.get('return_url') ?? '')}`,
      });
    if (resource !== 'checkout' || second !== 'sessions')
      return failed(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
    if (method === 'POST' && third === '') return ok(openSession(state.sessions, form, origin));
    const session = state.sessions.get(third);
    if (session === undefined) return failed(404, 'invalid_request_error', `No such checkout.session: '${third}'`);
    if (method === 'POST' && action === 'expire') {
      if (session.status !== 'open') return failed(400, 'invalid_request_error', 'Only open sessions can be expired.');
      await expire(third);
    }
    return ok({ ...session });
  };
  /** An answer under a key is given again; another request under the same one is refused. */
  const actOnce = async (request: IncomingMessage, path: string, body: string, origin: string): Promise<Answer> => {
    const key = keyOf(request);
    const asked = createHash('sha256').update(`${path}\n${body}`).digest('hex');
    const before = key === undefined ? undefined : kept.get(key);
    if (before !== undefined)
      return before.asked === asked
        ? before.answer
        : failed(
            400,
            'idempotency_error',
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
          );
    const answer = await act(request.method ?? '', path, new Map(new URLSearchParams(body)), origin);
    if (key !== undefined) kept.set(key, { asked, answer });
    return answer;
  };
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo; // the server listens on a port
    const origin = `http://localhost:${port}`;
    const { pathname: path } = new URL(request.url ?? '/', origin);
    const handle = path.startsWith('/v1/')
      ? serveApi(request, response, path, origin)
      : servePage(request, response, path, { sessions: state.sessions, pay });
    handle.catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  const serveApi = async (request: IncomingMessage, response: ServerResponse, path: string, origin: string) => {
    requests.push({ method: request.method ?? '', path, idempotencyKey: keyOf(request) });
    const body = await text(request);
    if (fault?.kind === 'refuse') return void response.destroy();
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return send(response, failed(401, 'invalid_request_error', 'Invalid API Key provided.'));
    if (fault?.kind === 'status') return send(response, failed(fault.status, 'api_error', 'The stand-in fails.'));
    const answer = await actOnce(request, path, body, origin);
    if (fault?.kind === 'lose-answer') return void response.destroy();
    send(response, answer);
  };
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`; // the server listens on a port
  return {
    url,
    settings: { STRIPE_URL: url, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret },
    ...state,
    requests,
    setFault: (next) => void (fault = next),
    deliverTo: (next) => void (address = next),
    intents: charging.intents,
    setBank: (answer) => void (charging.bank.answer = answer),
    ...reversing(tell),
    pay,
    expire,
    signed,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** Simulates reversals in Stripe's own pages, or by a bank, with both of their events. */
function reversing(
  tell: (type: string, object: object) => Promise<void>,
): Pick<StripeServer, 'refundByHand' | 'failRefund' | 'dispute' | 'closeDispute'> {
  const known = new Map<string, { id: string; payment_intent: string; amount: number; status: string }>();
  const begin = async (kind: 're' | 'dp', type: string, intent: string, amount: number, status: string) => {
    const it = {
      id: newId(kind),
      object: kind === 're' ? 'refund' : 'dispute',
      payment_intent: intent,
      amount,
      currency: 'eur',
      status,
      created: seconds(new Date()),
      metadata: {},
    };
    known.set(it.id, it);
    await tell(type, it);
    return it.id;
  };
  const change = async (id: string, type: string, status: string) => {
    const it = known.get(id);
    if (it === undefined) throw new Error(`There is no ${id}.`);
    it.status = status;
    await tell(type, it);
  };
  return {
    refundByHand: async (intent, amount) => {
      const id = await begin('re', 'refund.created', intent, amount, 'succeeded');
      await tell('charge.refunded', {
        id: newId('ch'),
        object: 'charge',
        payment_intent: intent,
        amount_refunded: amount,
      });
      return id;
    },
    failRefund: (refund) => change(refund, 'refund.failed', 'failed'),
    dispute: (intent, amount) => begin('dp', 'charge.dispute.created', intent, amount, 'needs_response'),
    closeDispute: (dispute, status) => change(dispute, 'charge.dispute.closed', status),
  };
}

const keyOf = ({ headers }: IncomingMessage) =>
  typeof headers['idempotency-key'] === 'string' ? headers['idempotency-key'] : undefined;
const send = (response: ServerResponse, { status, body }: Answer) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

function known(sessions: ReadonlyMap<string, Session>, id: string): Session {
  const session = sessions.get(id);
  if (session === undefined) throw new Error(`There is no checkout session ${id}.`);
  return session;
}

function openSession(sessions: Map<string, Session>, form: Form, origin: string): Session {
  const id = newId('cs');
  const session: Session = {
    id,
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
    currency: form.get('line_items[0][price_data][currency]') ?? '',
    customer: form.get('customer') ?? null,
    client_reference_id: form.get('client_reference_id') ?? null,
    metadata: metadataOf(form),
    payment_intent: null,
    kept_for: form.get('payment_intent_data[setup_future_usage]') ?? null,
    url: `${origin}/pay/${id}`,
    success_url: form.get('success_url') ?? '',
    cancel_url: form.get('cancel_url') ?? '',
    expires_at: Number(form.get('expires_at')),
  };
  sessions.set(id, session);
  return session;
}

type Pages = { sessions: ReadonlyMap<string, Session>; pay(session: string): Promise<void> };

async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { sessions, pay }: Pages,
): Promise<void> {
  const page = (title: string, content: string) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${title}</title><main><h1>${title}</h1>${content}</main></html>`,
      );
  if (path === '/portal') {
    const back = new URL(request.url ?? '/', 'http://localhost').searchParams.get('return_url') ?? '';
    return page('Payment methods', `<a href="${escaped(back)}">Back</a>`);
  }
  const session = sessions.get(path.replace('/pay/', ''));
  if (session === undefined) return void response.writeHead(404).end();
  if (request.method === 'POST') {
    request.resume();
    await pay(session.id);
    return void response.writeHead(303, { location: session.success_url }).end();
  }
  const price = new Intl.NumberFormat('en', { style: 'currency', currency: session.currency }).format(
    session.amount_total / 100,
  );
  const button =
    session.status === 'open'
      ? `<form method="post"><button>Pay ${escaped(price)}</button></form>`
      : `<p>This page is ${session.status}.</p>`;
  page('Checkout', `${button}<a href="${escaped(session.cancel_url)}">Back</a>`);
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
