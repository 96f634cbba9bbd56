import { type Endpoint, fillPath } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { type Steps, sampleOf, waysTo } from './sample-input.ts';

/** A place of a request for an id or a text: a parameter of its path, or a position in its query or body. */
export type Place = {
  readonly app: FastifyInstance;
  readonly endpoint: Endpoint;
  readonly part: 'params' | 'query' | 'body';
  readonly at: Steps;
};

/** The table an id belongs to, by the name the contract gives it. */
const tables: Readonly<Record<string, string>> = {
  actor_id: 'memberships',
  agent_id: 'bots',
  agent_ids: 'bots',
  agents_to: 'memberships',
  approval_id: 'governance_approvals',
  attachment_id: 'attachments',
  attachment_ids: 'attachments',
  automation_id: 'automations',
  automation_ids: 'automations',
  automations_to: 'memberships',
  bot_id: 'bots',
  bot_ids: 'bots',
  call_id: 'tool_calls',
  content_id: 'tool_contents',
  delivery_id: 'audit_deliveries',
  dialogue_id: 'dialogues',
  execution_id: 'executions',
  export_id: 'organization_exports',
  file_id: 'files',
  folder: 'knowledge_sources',
  folder_id: 'folders',
  grant_id: 'permission_grants',
  hold_id: 'legal_holds',
  id: 'memberships',
  ids: 'knowledge_sources',
  import_id: 'member_imports',
  invitation_id: 'invitations',
  invoice_id: 'invoices',
  knowledge_id: 'knowledge_sources',
  knowledge_ids: 'knowledge_sources',
  knowledge_to: 'memberships',
  member_id: 'memberships',
  member_ids: 'memberships',
  message_id: 'messages',
  model_id: 'models',
  organizations: 'organizations',
  owner_id: 'memberships',
  parent_id: 'messages',
  prompt_templates_to: 'memberships',
  replay_id: 'replays',
  responsible_id: 'memberships',
  rule_id: 'governance_rules',
  rule_ids: 'governance_rules',
  run_id: 'runs',
  schedule_id: 'schedules',
  schedule_ids: 'schedules',
  set_id: 'permission_sets',
  share_id: 'shares',
  source_id: 'knowledge_sources',
  team_id: 'teams',
  team_ids: 'teams',
  template_id: 'prompt_templates',
  template_ids: 'prompt_templates',
  test_run_id: 'agent_test_runs',
  tool_id: 'tools',
  upload_id: 'uploads',
  version_id: 'file_versions',
};
/** Ids that a browser makes for what is new, and those of sessions, which have no organisation. */
const ofNothing = new Set(['idempotency_key', 'session_id', 'event_id']);

const nameAt = (at: Steps): string => at.filter((step) => typeof step === 'string').at(-1) ?? '';
/** The table of what a place asks for. */
export const tableOf = ({ endpoint, at }: Place): string | undefined =>
  nameAt(at) === 'export_id' && endpoint.path.startsWith('/dialogue-log/')
    ? 'dialogue_log_exports'
    : tables[nameAt(at)];
export const titleOf = ({ endpoint, part, at }: Place): string =>
  `${endpoint.method} ${endpoint.path} ${part} ${at.join('.')}`;

const parametersOf = ({ path }: Endpoint): string[] => Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);

const inside = (app: FastifyInstance, endpoint: Endpoint, kind: 'id' | 'text'): Place[] =>
  (['query', 'body'] as const).flatMap((part) =>
    endpoint[part] === undefined ? [] : waysTo(kind, endpoint[part]).map((at): Place => ({ app, endpoint, part, at })),
  );

/** Everywhere that a service takes an id of something. */
export function placesOfIds(app: FastifyInstance): Place[] {
  return app.endpoints.flatMap((endpoint) => {
    const inPath = parametersOf(endpoint)
      .filter((name) => name.endsWith('_id'))
      .map((name): Place => ({ app, endpoint, part: 'params', at: [name] }));
    return [...inPath, ...inside(app, endpoint, 'id')].filter(({ at }) => !ofNothing.has(nameAt(at)));
  });
}

/** Everywhere that a service takes a text of any form in a query or a body. */
export const placesOfTexts = (app: FastifyInstance): Place[] =>
  app.endpoints.flatMap((endpoint) => inside(app, endpoint, 'text'));

/** Sample values of texts that must have a certain form. */
const written: Readonly<Record<string, unknown>> = {
  cron: '0 8 * * *',
  time_zone: 'Europe/Berlin',
  event: '{}',
  scope: 'people',
  access: 'people',
};

/** A request that has a value at one place, and at all others the ids of `own` things, by their tables. */
export function requestWith(place: Place, value: string, own: ReadonlyMap<string, string>) {
  const { endpoint, part, at } = place;
  const ownIds = Object.entries(tables).map(([name, table]) => [
    name,
    name.endsWith('s') ? [own.get(table)] : own.get(table),
  ]);
  const named = { ...Object.fromEntries(ownIds), ...written, idempotency_key: crypto.randomUUID() };
  const params = Object.fromEntries(
    parametersOf(endpoint).map((name) => [
      name,
      part === 'params' && name === at[0] ? value : (own.get(tables[name] ?? '') ?? '1'),
    ]),
  );
  const partOf = (name: 'query' | 'body') =>
    endpoint[name] === undefined ? {} : sampleOf(endpoint[name], { named, ...(part === name ? { at, value } : {}) });
  const isFile = endpoint.accepts === 'file';
  return {
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    query: partOf('query') as Record<string, string>, // queries are flat
    ...(endpoint.body === undefined ? {} : { payload: isFile ? Buffer.from('sample') : (partOf('body') as object) }),
    ...(isFile ? { headers: { 'content-type': 'application/octet-stream' } } : {}),
  };
}
