import { subscribeAutomations } from '../studio/automations/subscriptions.ts';

/** Who answers to what happens on the floors below, in every process that can make it happen. */
export function subscribeAll(): void {
  subscribeAutomations();
}
