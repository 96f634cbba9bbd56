import * as api from '@parlance/shared/contract/api/audit/audit-webhook';
import { call } from '@parlance/shared/http';
import { useEndpoint, useEndpointPages, type Loaded, type Pages } from '@parlance/shared/loading';

export type Webhook = {
  readonly webhook: Loaded<{ webhook: api.AuditWebhook | null }>;
  readonly reload: () => void;
  /** Sets the address; resolves with the secret if this created one. */
  readonly put: (url: string) => Promise<string | null>;
  readonly rotate: () => Promise<string>;
  readonly tryIt: () => Promise<api.WebhookTrial>;
  readonly remove: () => Promise<void>;
};

/** Loads and changes the webhook of the log. */
export function useWebhook(): Webhook {
  const { retry, ...webhook } = useEndpoint(api.getAuditWebhook, {});
  const afterwards = <T>(answer: T): T => {
    retry();
    return answer;
  };
  return {
    webhook,
    reload: retry,
    put: async (url) => afterwards((await call(api.putAuditWebhook, { body: { url } })).secret),
    rotate: async () => afterwards((await call(api.rotateAuditWebhookSecret, {})).secret),
    tryIt: () => call(api.tryAuditWebhook, {}),
    remove: async () => afterwards(void (await call(api.deleteAuditWebhook, {}))),
  };
}

export type Deliveries = Pages<api.WebhookDelivery> & { readonly sendAgain: (id: string) => Promise<void> };

/** Loads the failed deliveries. */
export function useDeliveries(): Deliveries {
  const pages = useEndpointPages(api.listWebhookDeliveries, {});
  return {
    ...pages,
    async sendAgain(id) {
      await call(api.resendWebhookDelivery, { params: { delivery_id: id } });
      pages.reload();
    },
  };
}
