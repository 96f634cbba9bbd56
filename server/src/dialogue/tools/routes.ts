import {
  createTool,
  deleteTool,
  getTool,
  listToolCalls,
  listTools,
  previewTool,
  refreshTool,
  saveTool,
  tryTool,
} from '@parlance/shared/contract/api/tools';
import type { FastifyInstance } from 'fastify';
import { record } from '../../platform/audit/record.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf } from '../../platform/http/idempotency.ts';
import { route } from '../../platform/http/route.ts';
import { type Limit, countAct, daySeconds, minuteSeconds } from '../../platform/limits/limits.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findCallsOfDialogue } from './calls.ts';
import { tokensOfClient } from './client-secret.ts';
import { builtInSource } from './kinds/source-of.ts';
import { performCall } from './perform.ts';
import { readTool } from './read-tool.ts';
import { type ToolRow, findTool, findTools } from './repository.ts';
import * as saving from './save.ts';
import { findUsableAccounts } from './sign-in/accounts.ts';
import { openTool } from './toolbox.ts';
import {
  builtInDetails,
  builtInKindOf,
  builtInTools,
  detailsOf,
  findToolPeople,
  functionsOf,
  mayCreate,
  mayEdit,
  toolOf,
} from './view.ts';

const callsOfDialogueAtMost = 1_000;
/** The body limit: a document as text, escaped as JSON. */
const bodyLimit = 2_000_000;

/** The limit per key: a request that is sent again must not call again. */
/**
 * The result of a call is not stored: the same request is refused the second time, and so is another one with its key.
 */
const sameTrial: Limit = { name: 'tool-trial-request', most: 1, windowSeconds: daySeconds, code: 'conflict' };
const trialOfKey: Limit = { name: 'tool-trial', most: 1, windowSeconds: daySeconds, code: 'idempotency_key_reused' };

/** The limit of reads: more than anybody sets up by hand, and less than keeps a machine busy. */
const readsOfMember: Limit = { name: 'tool-reads', most: 30, windowSeconds: minuteSeconds };
const readsOfOrganization: Limit = { name: 'tool-reads-organization', most: 120, windowSeconds: minuteSeconds };
const trialsOfMember: Limit = { name: 'tool-trials', most: 60, windowSeconds: minuteSeconds };
const trialsOfOrganization: Limit = { name: 'tool-trials-organization', most: 240, windowSeconds: minuteSeconds };

/** Registers the routes of an organisation's tools, and of their calls in one's own dialogues. */
export async function toolRoutes(app: FastifyInstance): Promise<void> {
  const { db, toolReach: reach } = app;

  route(app, listTools, async ({ caller }) => {
    const made = await db.asTenant(caller.organizationId, async (trx) => {
      const rows = await findTools(trx, caller.organizationId);
      const people = await findToolPeople(trx, rows, caller);
      return rows.map((row) => toolOf(row, people, caller));
    });
    const canCreate = mayCreate(caller);
    return {
      items: [...(await builtInTools(reach, caller)), ...made],
      can_create: canCreate,
      stdio_servers: canCreate ? Object.keys(reach.stdioServers) : [],
    };
  });

  route(app, getTool, async ({ params, caller }) => {
    const kind = builtInKindOf(params.tool_id);
    if (kind !== null) return builtInDetails(kind, reach, caller);
    return db.asTenant(caller.organizationId, async (trx) => {
      const row = await findTool(trx, caller.organizationId, params.tool_id);
      if (row === undefined) throw new ApiError('not_found');
      return detailsOf(trx, row, caller);
    });
  });

  /** Counts reads and trials, which take time of this machine and of others. */
  const countRead = (caller: Caller) =>
    db.asSystem(async (trx) => {
      await countAct(trx, readsOfMember, caller.memberId);
      await countAct(trx, readsOfOrganization, caller.organizationId);
    });
  const shown = (row: ToolRow, caller: Caller) =>
    db.asTenant(caller.organizationId, (trx) => detailsOf(trx, row, caller));

  const savedOf = async ({ row, leftOut }: saving.SavedTool, caller: Caller) => ({
    ...(await shown(row, caller)),
    left_out: [...leftOut],
  });

  route(
    app,
    createTool,
    async ({ body, caller }) => {
      if (!mayCreate(caller)) throw new ApiError('forbidden');
      await countRead(caller);
      return savedOf(await saving.createTool({ db, reach }, caller, body), caller);
    },
    { bodyLimit },
  );

  route(
    app,
    saveTool,
    async ({ params, body, caller }) => {
      const row = await editable(params.tool_id, caller);
      await countRead(caller);
      return savedOf(await saving.saveTool({ db, reach }, caller, row, body), caller);
    },
    { bodyLimit },
  );

  route(app, refreshTool, async ({ params, caller }) => {
    const found = await editable(params.tool_id, caller);
    await countRead(caller);
    const { row, issues, changes, leftOut } = await saving.refreshTool({ db, reach }, caller, found);
    return {
      tool: await shown(row, caller),
      changes,
      left_out: [...leftOut],
      ...(issues.length > 0 ? { issues } : {}),
    };
  });

  route(app, deleteTool, async ({ params, caller }) => {
    const row = await editable(params.tool_id, caller);
    await db.asTenant(caller.organizationId, async (trx) => {
      await trx.deleteFrom('tools').where('id', '=', row.id).execute();
      await record(trx, { action: 'tool.deleted', target: { id: row.id, name: row.name } });
    });
    return {};
  });

  route(
    app,
    previewTool,
    async ({ body, caller }) => {
      if (!mayCreate(caller)) throw new ApiError('forbidden');
      await countRead(caller);
      const { functions, leftOut } = await readTool(reach, {
        organizationId: caller.organizationId,
        settings: body.settings,
        secretHeaders: body.secret_headers,
        accessTokens: tokensOfClient(reach, caller.organizationId, body, () => body.client_secret),
      });
      return { functions: functionsOf(functions), left_out: [...leftOut] };
    },
    { bodyLimit },
  );

  route(app, tryTool, async ({ params, body, caller, request }) => {
    const { name, source, functions } = await tryable(params.tool_id, caller);
    const described = functions.find(({ name }) => name === body.function);
    if (described === undefined) throw new ApiError('not_found');
    await db.asSystem(async (trx) => {
      await countAct(trx, trialsOfMember, caller.memberId);
      await countAct(trx, trialsOfOrganization, caller.organizationId);
      const subject = `${caller.memberId} ${body.idempotency_key}`;
      await countAct(trx, sameTrial, `${subject} ${fingerprintOf({ ...params, ...body }).toString('hex')}`);
      await countAct(trx, trialOfKey, subject);
      await record(trx, {
        action: 'tool.tried',
        target: { id: params.tool_id, name },
        after: { function: body.function },
      });
    });
    const { result, state, isCut, durationMs, needsSignIn } = await performCall({
      organizationId: caller.organizationId,
      source: () => source,
      name: described.name,
      parameters: described.parameters,
      arguments: JSON.stringify(body.arguments),
      signal: request.signal,
    });
    if (needsSignIn === true) throw new ApiError('tool_sign_in_needed');
    return { result, state, is_cut: isCut, duration_ms: durationMs };
  });

  route(app, listToolCalls, async ({ params, caller }) => ({
    items: await db.asTenant(caller.organizationId, (trx) =>
      findCallsOfDialogue(trx, caller.memberId, params.dialogue_id, callsOfDialogueAtMost),
    ),
  }));

  async function editable(id: string, caller: Caller): Promise<ToolRow> {
    const row = await db.asTenant(caller.organizationId, (trx) => findTool(trx, caller.organizationId, id));
    if (row === undefined) throw new ApiError('not_found');
    if (!mayEdit(caller, row)) throw new ApiError('forbidden');
    return row;
  }

  async function tryable(id: string, caller: Caller) {
    const kind = builtInKindOf(id);
    if (kind === null) {
      const row = await editable(id, caller);
      const { memberId, organizationId } = caller;
      const accounts = await db.asTenant(organizationId, (trx) => findUsableAccounts(trx, memberId, [row]));
      const source = openTool(row, reach, { memberId, accountId: accounts.get(row.id) ?? null });
      return { name: row.name, source, functions: row.functions };
    }
    if (!mayCreate(caller)) throw new ApiError('forbidden');
    const source = builtInSource(kind, { ...reach, organizationId: caller.organizationId, secretHeaders: {} });
    return { name: kind, source, functions: (await source.functions(AbortSignal.timeout(1_000))).functions };
  }
}
