import { randomBytes } from 'node:crypto';

/** What the bank says to a charge that nobody is at. */
export type BankAnswer = 'pays' | 'declines' | 'wants-confirmation';

export type Intent = {
  id: string;
  object: 'payment_intent';
  status: 'requires_confirmation' | 'requires_payment_method' | 'succeeded' | 'canceled';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  payment_method: string;
  metadata: Record<string, string>;
  last_payment_error: { code: string } | null;
};
export type Answer = { status: number; body: object };
export type Form = ReadonlyMap<string, string>;

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;
export const ok = (body: object): Answer => ({ status: 200, body });
export const failed = (status: number, type: string, message: string, more: object = {}): Answer => ({
  status,
  body: { error: { type, message, ...more } },
});
export const metadataOf = (form: Form): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith('metadata[') ? [[name.slice('metadata['.length, -1), value]] : [],
    ),
  );

type SendEvent = (type: string, object: object) => Promise<void>;
/** Told of what is taken from somebody’s card. */
type TakeCharge = (charge: { of: string; amount: number; currency: string }) => void;

/** The part of the stand-in that charges while nobody is there: what customers have paid with, and payment intents. */
export function chargesOf(tell: SendEvent, take: TakeCharge) {
  const intents = new Map<string, Intent>();
  /** The newest first. */
  const methods = new Map<string, string[]>();
  const bank = { answer: 'pays' as BankAnswer };

  const confirm = async (intent: Intent): Promise<Answer> => {
    if (intent.status !== 'requires_confirmation')
      return failed(400, 'invalid_request_error', `This PaymentIntent is ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
      });
    if (bank.answer === 'pays') {
      Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
      take({ of: intent.id, amount: intent.amount, currency: intent.currency });
      await tell('payment_intent.succeeded', intent);
      return ok({ ...intent });
    }
    const code = bank.answer === 'declines' ? 'card_declined' : 'authentication_required';
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { code } });
    await tell('payment_intent.payment_failed', intent);
    return failed(402, 'card_error', 'Your card was declined.', { code, payment_intent: { ...intent } });
  };

  const act = async (method: string, [id, action]: readonly [string, string], form: Form): Promise<Answer> => {
    if (method === 'POST' && id === '') {
      const intent: Intent = {
        id: newId('pi'),
        object: 'payment_intent',
        status: 'requires_confirmation',
        amount: Number(form.get('amount')),
        amount_received: 0,
        currency: form.get('currency') ?? '',
        customer: form.get('customer') ?? '',
        payment_method: form.get('payment_method') ?? '',
        metadata: metadataOf(form),
        last_payment_error: null,
      };
      intents.set(intent.id, intent);
      return ok({ ...intent });
    }
    const intent = intents.get(id);
    if (intent === undefined) return failed(404, 'invalid_request_error', `No such payment_intent: '${id}'`);
    if (action === 'confirm') return confirm(intent);
    if (action === 'cancel') {
      intent.status = 'canceled';
      await tell('payment_intent.canceled', intent);
    }
    return ok({ ...intent });
  };
  return {
    intents,
    bank,
    act,
    /** Somebody has paid with it: from now on it is kept. */
    keepMethod: (customer: string) => void methods.set(customer, [newId('pm'), ...(methods.get(customer) ?? [])]),
    methodsOf: (customer: string): Answer =>
      ok({
        object: 'list',
        data: (methods.get(customer) ?? []).map((it) => ({ id: it, object: 'payment_method' })),
        has_more: false,
      }),
  };
}
