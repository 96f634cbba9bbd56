import type { Automation } from '@parlance/shared/contract/api/automations/automations';
import type { ExecutionSummary } from '@parlance/shared/contract/api/executions';
import { uuid } from './agents.ts';

export const executionSummary = (number: number, more: Partial<ExecutionSummary> = {}): ExecutionSummary => ({
  id: uuid(number),
  status: 'done',
  cause: 'event',
  reason: null,
  error_code: null,
  due_at: '2026-11-20T10:00:00.000Z',
  started_at: '2026-11-20T10:00:01.000Z',
  ended_at: '2026-11-20T10:00:04.000Z',
  tokens: 120,
  cost: null,
  ...more,
});

/** Returns an automation of the list: with a webhook, switched off, owned by Mia, with all rights. */
export const automationOf = (number: number, more: Partial<Automation> = {}): Automation => ({
  id: uuid(number),
  name: `Automation ${number}`,
  trigger: { kind: 'webhook' },
  conditions: [],
  bot_id: uuid(800),
  prompt: 'Confirm {{order.id}}.',
  actions: [],
  notifies_of_failure: true,
  bot: { id: uuid(800), name: 'Order desk', description: '', avatar: '📦' },
  owner: { id: uuid(900), name: 'Mia Member' },
  state: 'paused',
  paused_because: null,
  webhook_url: `http://localhost:3000/api/main/hooks/v1/${uuid(number)}`,
  both_secrets_until: null,
  untold_secrets: [],
  form_url: null,
  last: null,
  revision: 1,
  updated_at: '2026-11-20T10:00:00.000Z',
  can: { edit: true, run: true, take_over: false },
  ...more,
});
