import { setAutomaticPayment } from '@parlance/shared/contract/api/payment/payment';
import * as changes from '@parlance/shared/contract/api/subscription/subscription-changes';
import { listPlans, type Plan } from '@parlance/shared/contract/api/plans/plans';
import { getSubscription, type Subscription } from '@parlance/shared/contract/api/subscription/subscription';
import { call } from '@parlance/shared/http';
import { useComposed, useEndpoint, type Loaded } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';
import { loadSession } from '@parlance/shared/session';

/** The subscription of the organisation, and the available plans. */
export type Agreement = { readonly subscription: Subscription; readonly plans: readonly Plan[] };

/** Loads the subscription with all plans, cancels and resumes it. A change also affects the whole shell. */
export function useSubscription(): {
  agreed: Loaded<Agreement>;
  retry: () => void;
  reload: () => void;
  cancel: () => Promise<void>;
  resume: () => Promise<void>;
  agree: (isAgreed: boolean) => Promise<void>;
} {
  const { retry, ...agreed } = useComposed('admin/subscription', [], async (signal) => {
    const [subscription, plans] = await Promise.all([
      call(getSubscription, {}, { signal }),
      call(listPlans, {}, { signal }),
    ]);
    return { subscription, plans: plans.items };
  });
  const changed = () => {
    retry();
    // The areas of the plan and the status of the workspace drive the guard and the menu.
    void loadSession().catch(() => undefined); // the store keeps it as `problem`
  };
  return {
    agreed,
    retry,
    reload: changed,
    cancel: () => call(changes.cancelSubscription, {}).then(changed),
    resume: () => call(changes.resumeSubscription, {}).then(changed),
    agree: (isAgreed) => call(setAutomaticPayment, { body: { is_agreed: isAgreed } }).then(retry),
  };
}

/**
 * Loads the price of a change to a plan. Each opening loads it again, because an order is bound to the figures shown.
 */
export const usePreview = (planName: Plan['name'], opened: string) =>
  useEndpoint(changes.previewChange, { query: { plan_name: planName } }, { visit: opened });

/** Returns the idempotency key of one order. */
export const newOrderKey = (): string => randomUuid();

/** Orders the previewed change, with its figures. */
export const order = (
  key: string,
  { plan_name, at, currency, now, next }: changes.ChangePreview,
): Promise<changes.OrderResult> =>
  call(changes.orderChange, {
    body: { idempotency_key: key, plan_name, at, currency, total_now: now.total, total_next: next.total },
  });
