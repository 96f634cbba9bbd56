import { createHmac, randomUUID } from 'node:crypto';
import type { AutomationDefinition } from '@parlance/shared/contract/agents/automation';
import {
  type Automation,
  createAutomation,
  switchAutomation,
} from '@parlance/shared/contract/api/automations/automations';
import { knowledgeReading } from '../library/knowledge/read-source.ts';
import { startJobs } from '../platform/jobs/engine.ts';
import type { JobHandler } from '../platform/jobs/handlers.ts';
import type { JobData } from '../platform/jobs/kinds.ts';
import { Breakers } from '../platform/outgoing/breakers.ts';
import { createOutgoing } from '../platform/outgoing/outgoing.ts';
import { loadSecrets } from '../platform/secrets/secrets.ts';
import { origins } from '../services/origins.ts';
import { acting } from '../studio/automations/act.ts';
import { executing } from '../studio/executions/execute.ts';
import { dataOf } from './agents.ts';
import { botNamed } from './asking.ts';
import { noJobs } from './jobs.ts';
import type { Client, TestServer } from './test-app.ts';

/** The polling interval, short enough to notice the end of a pause soon. */
const lookEverySeconds = 0.5;

type Wish = Partial<AutomationDefinition>;
export type NewAutomation = { automation: Automation; webhookSecret: string; actionSecret: string };

/** Returns the definition of a client's automation: by default a webhook whose order an agent sums up. */
export async function definitionOf(client: Client, wish: Wish = {}): Promise<AutomationDefinition> {
  return {
    name: 'Orders',
    trigger: { kind: 'webhook' },
    conditions: [],
    bot_id: await botNamed(client, 'House Guide'),
    prompt: 'Sum up the order {{order.id}}.',
    actions: [],
    notifies_of_failure: true,
    ...wish,
  };
}

/** Creates an automation, and switches it on unless it is to stay paused. */
export async function madeAutomation(
  client: Client,
  wish: Wish = {},
  state: 'active' | 'paused' = 'active',
): Promise<NewAutomation> {
  const { automation, webhook_secret, action_secret } = dataOf(
    await client.call(createAutomation, {
      body: { idempotency_key: randomUUID(), definition: await definitionOf(client, wish) },
    }),
  );
  const secrets = { webhookSecret: webhook_secret ?? '', actionSecret: action_secret ?? '' };
  if (state === 'paused') return { automation, ...secrets };
  return {
    automation: dataOf(
      await client.call(switchAutomation, { params: { automation_id: automation.id }, body: { state } }),
    ),
    ...secrets,
  };
}

type Signing = { id?: string; at?: number; /** The signed text, if not the sent one. */ signs?: string };

/** Signs as a sender does, following standardwebhooks.com and using none of our code. `at`: seconds since 1970. */
export function signedHeaders(
  secret: string,
  body: string,
  { id = randomUUID(), at = Math.floor(Date.now() / 1000), signs = body }: Signing = {},
): Record<string, string> {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${at}.${signs}`).digest('base64')}`,
  };
}

/** Sends a body to a webhook, and gives the status and the code of what it is answered. */
export async function sendTo(
  { app }: TestServer,
  automationId: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<{ status: number; code: string; text: string }> {
  const answer = await app.inject({
    method: 'POST',
    url: `/hooks/v1/${automationId}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code ?? '', text: answer.payload };
}

/** Sends an event that is signed as it should be. */
export const sendSigned = (
  server: TestServer,
  { automation, webhookSecret }: NewAutomation,
  event: unknown,
  signing: Signing = {},
  more: Record<string, string> = {},
) => {
  const body = JSON.stringify(event);
  return sendTo(server, automation.id, body, { ...signedHeaders(webhookSecret, body, signing), ...more });
};

type AutomationJobs = {
  /** The handler of a single action. */
  readonly acts: JobHandler<JobData['act']>;
  close(): Promise<void>;
};

/**
 * Does the jobs of automations as a worker does: asks, acts, and reads what was brought. A mail stays in the outbox.
 */
export async function startAutomationJobs(
  server: TestServer,
  { allowedHosts, timeoutMs }: { allowedHosts: readonly string[]; timeoutMs: number },
): Promise<AutomationJobs> {
  const {
    app,
    db,
    pool,
    config,
    isEmbedded,
    dependencies: { events, log, storage },
  } = server;
  const outgoing = createOutgoing({ allowedHosts });
  const executions = { config, db, events, models: app.models, ruleBook: app.ruleBook, origins };
  const acts = acting({
    ...executions,
    storage,
    outgoing,
    breakers: new Breakers(),
    secrets: () => loadSecrets(config),
    timeoutMs,
  });
  const jobs = await startJobs(
    { db, pool, events, log, isEmbedded },
    {
      ...noJobs,
      send_mail: { run: () => Promise.resolve(), giveUp: () => Promise.resolve() },
      execute: executing(executions),
      act: acts,
      read_knowledge: knowledgeReading({ db, storage, outgoing, log: app.log, hasEmbedder: false, recognition: null }),
    },
    lookEverySeconds,
  );
  return {
    acts,
    async close() {
      await jobs.close();
      await outgoing.close();
    },
  };
}
