import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ToolSettings, toolsAtMost, type toolDraft } from '@parlance/shared/contract/api/tools';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { ApiError, type Issue } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { clientIdOf, givenClientSecret, keptClientSecret, sealClientSecret, tokensOfClient } from './client-secret.ts';
import { isOperation } from './kinds/operation.ts';
import type { DescribedFunction, DescribedTool } from './kinds/tool-source.ts';
import type { ToolReach } from './reach.ts';
import { isBusy, readToSave, readTool, tokensOfCaller } from './read-tool.ts';
import { type ToolRow, findTool, lockTool } from './repository.ts';
import { functionsWithoutReferences } from './schema/stored-parameters.ts';
import { forgetSignIns, signInServerOf } from './sign-in/accounts.ts';
import { storableJson, storableText } from './storable.ts';
import { unusableReason } from './unusable.ts';

type Draft = z.output<typeof toolDraft>;
type Dependencies = { db: Database; reach: ToolReach };

/** A saved tool, with the unusable functions of its description. */
export type SavedTool = { readonly row: ToolRow; readonly leftOut: DescribedTool['leftOut'] };

/** Creates a tool. Reads the functions before the transaction: another server may be slow. */
export async function createTool(
  { db, reach }: Dependencies,
  { organizationId, memberId }: Caller,
  draft: Draft,
): Promise<SavedTool> {
  const secrets = givenSecrets(draft);
  const clientSecret = givenClientSecret(draft);
  const { functions, leftOut, errorCode } = await readToSave(reach, {
    organizationId,
    settings: draft.settings,
    secretHeaders: secrets,
    description: draft.description,
    accessTokens: tokensOfClient(reach, organizationId, draft, () => clientSecret),
  });
  const id = randomUUID();
  const row = await db.asTenant(organizationId, async (trx) => {
    await lockTools(trx, organizationId);
    const { count } = await trx
      .selectFrom('tools')
      .where('organization_id', '=', organizationId)
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow();
    if (count >= toolsAtMost) throw new ApiError('tools_full');
    await requireFreeName(trx, organizationId, draft.name, null);
    await trx
      .insertInto('tools')
      .values({
        id,
        organization_id: organizationId,
        created_by: memberId,
        ...columnsOf(reach, id, draft, secrets, functions),
        client_secret: sealClientSecret(reach, id, clientSecret),
        error_code: errorCode,
      })
      .execute();
    await record(trx, { action: 'tool.created', target: { id, name: draft.name }, after: fieldsOf(draft) });
    return whole(await findTool(trx, organizationId, id));
  });
  return { row, leftOut };
}

/** Saves a tool. Throws conflict if it is no longer the revision the caller saw. */
export async function saveTool(
  { db, reach }: Dependencies,
  caller: Caller,
  row: ToolRow,
  { revision, ...draft }: Draft & { revision: number },
): Promise<SavedTool> {
  if (row.revision !== revision) throw new ApiError('conflict');
  const { organizationId } = caller;
  const secrets = keptSecrets(reach, row, draft);
  const clientSecret = keptClientSecret(reach, row, draft);
  const isAsBefore = isReachedAsBefore(row, draft);
  const isSameServer = signInServerOf(row) === signInServerOf(draft);
  const read = isAsBefore
    ? null
    : await readToSave(reach, {
        organizationId,
        settings: draft.settings,
        secretHeaders: secrets,
        description: draft.description,
        accessTokens:
          tokensOfClient(reach, organizationId, draft, () => clientSecret) ??
          (isSameServer && signInServerOf(draft) !== null
            ? await tokensOfCaller({ db, reach }, caller, row)
            : undefined),
      });
  // Those of the same server are still right.
  const keepsFunctions = isAsBefore || (isSameServer && read?.errorCode === 'tool_sign_in_needed');
  const saved = await db.asTenant(organizationId, async (trx) => {
    await lockTools(trx, organizationId);
    const now = await lockTool(trx, organizationId, row.id);
    if (now === undefined) throw new ApiError('not_found');
    if (now.revision !== revision) throw new ApiError('conflict');
    await record(trx, {
      action: 'tool.changed',
      target: { id: row.id, name: draft.name },
      before: fieldsOf(row),
      after: { ...fieldsOf(draft), ...givenAnew(draft) },
    });
    await requireFreeName(trx, organizationId, draft.name, row.id);
    await trx
      .updateTable('tools')
      .set({
        ...columnsOf(reach, row.id, draft, secrets, keepsFunctions ? now.functions : (read?.functions ?? [])),
        client_secret: sealClientSecret(reach, row.id, clientSecret),
        error_code: read === null ? now.error_code : read.errorCode,
        revision: revision + 1,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', row.id)
      .execute();
    if (!isSameServer || clientIdOf(row) !== clientIdOf(draft)) await forgetSignIns(trx, row.id);
    return whole(await findTool(trx, organizationId, row.id));
  });
  return { row: saved, leftOut: read?.leftOut ?? [] };
}

/**
 * True if a tool is reached as before: it can be renamed, or a function disabled, while its server is down. An HTTP
 * action's description is a part of its function.
 */
function isReachedAsBefore(row: ToolRow, { settings, secret_headers, client_secret, description }: Draft): boolean {
  const isSame =
    isDeepStrictEqual(settings, row.settings) &&
    Object.values(secret_headers).every((value) => value === null) &&
    (client_secret === null || (client_secret === '' && row.client_secret === null));
  return isSame && (settings.kind !== 'http' || description === row.description);
}

export type RefreshedTool = SavedTool & {
  /** The reasons why it could not be read, beyond the code. */
  issues: Issue[];
  changes: { added: string[]; removed: string[]; changed: string[] };
};

/** Refreshes a tool's functions. Upon failure the tool keeps the old ones, and shows the reason. */
export async function refreshTool({ db, reach }: Dependencies, caller: Caller, row: ToolRow): Promise<RefreshedTool> {
  const { organizationId } = caller;
  let tool: DescribedTool | null = null;
  let errorCode: string | null = null;
  let issues: Issue[] = [];
  try {
    const read = await readTool(reach, {
      organizationId,
      settings: row.settings,
      secretHeaders: openSecrets(reach, row),
      description: row.description,
      accessTokens: await tokensOfCaller({ db, reach }, caller, row),
    });
    // A document may name another server than before: a secret is sent to the host it was given for only.
    if (row.secrets !== null && serverOf(read.functions) !== serverOf(row.functions))
      throw unusableReason(
        'no-server',
        'settings.source',
        'It names another server than the one that the secrets were given for.',
      );
    tool = read;
  } catch (error) {
    if (!(error instanceof ApiError) || isBusy(error)) throw error;
    // It says something of the caller, and nothing of the tool.
    if (error.apiCode === 'tool_sign_in_needed') throw error;
    errorCode = error.apiCode;
    issues = error.details.issues ?? [];
  }
  return db.asTenant(organizationId, async (trx) => {
    await trx
      .updateTable('tools')
      .set({
        error_code: errorCode,
        ...(tool === null ? {} : { functions: storableJson(tool.functions) }),
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', row.id)
      .where('revision', '=', row.revision)
      .execute();
    const found = await findTool(trx, organizationId, row.id);
    if (found === undefined) throw new ApiError('not_found');
    const changes = tool === null ? unchanged : changesOf(functionsWithoutReferences(row.functions), tool.functions);
    await record(trx, {
      action: 'tool.refreshed',
      target: { id: row.id, name: row.name },
      after: { ...changes, error: errorCode },
    });
    return { row: found, issues, changes, leftOut: tool?.leftOut ?? [] };
  });
}

const unchanged: RefreshedTool['changes'] = { added: [], removed: [], changed: [] };

function changesOf(before: readonly DescribedFunction[], now: readonly DescribedFunction[]): RefreshedTool['changes'] {
  const earlier = new Map(before.map((it) => [it.name, it]));
  const names = new Set(now.map(({ name }) => name));
  return {
    added: [...names].filter((name) => !earlier.has(name)),
    removed: [...earlier.keys()].filter((name) => !names.has(name)),
    // Compares in the form of the table: unset fields are absent.
    changed: now
      .filter((it) => earlier.has(it.name) && !isDeepStrictEqual(JSON.parse(storableJson(it)), earlier.get(it.name)))
      .map(({ name }) => name),
  };
}

/** Returns the address of a document's operations; null for tools that are reached by their own settings. */
function serverOf(functions: readonly DescribedFunction[]): string | null {
  const [first] = functions;
  return first !== undefined && isOperation(first) ? originOf(first.route.address) : null;
}

/** Returns the fields for the audit log: the address of a tool, and never what is sent there. */
const fieldsOf = ({
  name,
  description,
  settings,
  disabled_functions,
}: Pick<Draft, 'name' | 'description' | 'settings' | 'disabled_functions'>) => ({
  name,
  description,
  kind: settings.kind,
  leads_to: leadsTo(settings),
  disabled_functions,
});

function leadsTo(settings: ToolSettings): string | null {
  if (settings.kind === 'http') return originOf(settings.url);
  if (settings.kind === 'openapi') return settings.base_url;
  return settings.server.transport === 'http' ? originOf(settings.server.url) : settings.server.name;
}

/** Returns the names of headers whose secrets were replaced. */
function givenAnew({ secret_headers }: Draft): { new_header_values?: string[] } {
  const names = Object.keys(secret_headers).filter((name) => secret_headers[name] !== null);
  return names.length === 0 ? {} : { new_header_values: names };
}

function columnsOf(
  reach: ToolReach,
  id: string,
  { name, description, settings, disabled_functions }: Draft,
  secrets: Readonly<Record<string, string>>,
  functions: readonly DescribedFunction[],
) {
  const names = Object.keys(secrets);
  return {
    kind: settings.kind,
    name: storableText(name),
    description: storableText(description),
    settings: storableJson(settings),
    secrets: names.length === 0 ? null : reach.secrets().seal(secrets, id),
    secret_headers: names,
    functions: storableJson(functions),
    disabled_functions: disabled_functions.map(storableText),
    error_code: null as string | null,
  };
}

const openSecrets = (reach: ToolReach, { id, secrets }: ToolRow): Record<string, string> =>
  secrets === null ? {} : reach.secrets().open(secrets, id);

function givenSecrets({ secret_headers }: Draft): Record<string, string> {
  const missing = Object.keys(secret_headers).find((name) => secret_headers[name] === null);
  if (missing !== undefined)
    throw new ApiError('validation_failed', {
      issues: [{ path: `body.secret_headers.${missing}`, message: 'There is no value that could be kept.' }],
    });
  return Object.fromEntries(
    Object.entries(secret_headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/**
 * Returns the secrets to keep. They are kept only for the host they were given for: whoever changes the address must
 * know the secret.
 */
function keptSecrets(reach: ToolReach, row: ToolRow, draft: Draft): Record<string, string> {
  if (Object.values(draft.secret_headers).every((value) => value !== null)) return givenSecrets(draft);
  const isSameHost = hostOf(row.settings, row.functions) === hostOf(draft.settings, row.functions);
  const before = isSameHost ? openSecrets(reach, row) : {};
  return givenSecrets({
    ...draft,
    secret_headers: Object.fromEntries(
      Object.entries(draft.secret_headers).map(([name, value]) => [name, value ?? before[name] ?? null]),
    ),
  });
}

/**
 * Returns the host that the secrets are sent to. For a document given as text that names its own server, the whole text
 * counts.
 */
function hostOf(settings: ToolSettings, functions: readonly unknown[]): string {
  if (settings.kind === 'http') return originOf(settings.url);
  if (settings.kind === 'mcp')
    return settings.server.transport === 'http' ? originOf(settings.server.url) : `stdio ${settings.server.name}`;
  if (settings.base_url !== null) return originOf(settings.base_url);
  return JSON.stringify([settings.source, functions.length]);
}

const originOf = (address: string) => (/^https?:\/\/[^/?#]*/i.exec(address)?.[0] ?? address).toLowerCase();

/** Locks the tools of an organisation: concurrent changes see each other's names and count. */
async function lockTools(trx: Trx, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tools ${organizationId}`}, 0))`.execute(trx);
}

async function requireFreeName(trx: Trx, organizationId: string, name: string, exceptId: string | null): Promise<void> {
  let same = trx
    .selectFrom('tools')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lower(name) = lower(${storableText(name)})`)
    .select('id');
  if (exceptId !== null) same = same.where('id', '<>', exceptId);
  if ((await same.executeTakeFirst()) !== undefined) throw new ApiError('name_taken');
}

function whole(row: ToolRow | undefined): ToolRow {
  if (row === undefined) throw new Error('A tool that was written in this transaction is not there.');
  return row;
}
