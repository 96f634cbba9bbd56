import { randomUUID } from 'node:crypto';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import {
  type Agent,
  createAgent,
  getAgent,
  publishAgent,
  saveAgentDraft,
} from '@parlance/shared/contract/api/agents/agents';
import type { Client, TestServer } from './test-app.ts';

type Envelope<T> = { success: true; data: T } | { success: false; code: string };

/** What a success holds; throws the code of a failure. */
export function dataOf<T>({ body }: { body: Envelope<T> }): T {
  if (!body.success) throw new Error(body.code);
  return body.data;
}

/** The status, and the code of a failure. */
export const codeOf = ({ status, body }: { status: number; body: Envelope<unknown> }): string =>
  body.success ? String(status) : `${status} ${body.code}`;

/** A draft of the client's own. */
export async function blankAgent(client: Client, definition: Partial<AgentDefinition>): Promise<Agent> {
  const { agent } = dataOf(
    await client.call(createAgent, { body: { idempotency_key: randomUUID(), from: { kind: 'blank' } } }),
  );
  if (Object.keys(definition).length > 0)
    dataOf(
      await client.call(saveAgentDraft, {
        params: { agent_id: agent.id },
        body: { revision: agent.revision, definition: { ...agent.definition, ...definition } },
      }),
    );
  return dataOf(await client.call(getAgent, { params: { agent_id: agent.id } }));
}

/** The same, published for its owner alone. */
export async function publishedAgent(client: Client, definition: Partial<AgentDefinition>): Promise<Agent> {
  const { id, revision } = await blankAgent(client, definition);
  dataOf(await client.call(publishAgent, { params: { agent_id: id }, body: { revision } }));
  return dataOf(await client.call(getAgent, { params: { agent_id: id } }));
}

/** The member of a demonstration account. */
export async function memberId(server: TestServer, email: string): Promise<string> {
  const { id } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', email)
      .select('memberships.id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}
