import { subscribeAutomations } from '../studio/automations/subscriptions.ts';

/** Subscribes the listeners to events of the floors below, in every process that can cause them. */
export function subscribeAll(): void {
  subscribeAutomations();
}
