import type { Config } from '../../../platform/config/config.ts';
import { siteOrigin } from '../../../platform/mail/render.ts';
import { subscriptionPath } from '../../billing/issue.ts';
import type { StripeGateway } from './gateway.ts';

export type StripeSettings = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The base URL of their API. */
  readonly url: URL;
  /** The URL that their pages lead back to. It does not tell whether the customer has paid. */
  readonly returnTo: string;
  readonly returnFromPaying: string;
};

export function stripeSettings(config: Config): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  if (secretKey === undefined || webhookSecret === undefined) return null;
  return {
    secretKey,
    webhookSecret,
    url: new URL(config.STRIPE_URL),
    returnTo: backTo(config, subscriptionPath),
    returnFromPaying: backTo(config, `${subscriptionPath}?payment=returned`),
  };
}

const backTo = (config: Config, path: string) => `${siteOrigin(config)}/redirect?to=${encodeURIComponent(path)}`;

/** Loads the gateway; null if invoices are paid by hand: then nothing of Stripe's is loaded. */
export async function loadStripe(config: Config): Promise<StripeGateway | null> {
  const settings = stripeSettings(config);
  return settings === null ? null : (await import('./gateway.ts')).createGateway(settings);
}
