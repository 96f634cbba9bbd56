import { can } from '@parlance/shared/contract/access/evaluate';
import { type Tool, type ToolDetails, type ToolFunction, builtInToolIds } from '@parlance/shared/contract/api/tools';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { memberName } from '../../people/naming/colleague.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { agentsUsing } from './agents.ts';
import { type BuiltInKind, builtInKinds, builtInSource } from './kinds/source-of.ts';
import type { DescribedFunction } from './kinds/tool-source.ts';
import type { ToolReach } from './reach.ts';
import type { ToolRow } from './repository.ts';
import { findUsableAccounts, signInServerOf } from './sign-in/accounts.ts';

/** Says whether the caller may make tools: managers of the studio may, unless a permission set says otherwise. */
export const mayCreate = (caller: Caller): boolean => can(caller, { kind: 'tool', action: 'create', id: null });
/** Says whether the caller may change a tool. Anybody may give it to agents; its maker and administrators change it. */
export const mayEdit = (caller: Caller, row: Pick<ToolRow, 'id' | 'created_by'>): boolean =>
  can(caller, {
    kind: 'tool',
    action: 'edit',
    id: row.id,
    reach: row.created_by === caller.memberId ? 'own' : 'visible',
  });

/** Returns the fields of the contract: how a function is reached stays internal. */
const functionOf = (
  { name, description, parameters, effect }: DescribedFunction,
  disabled: readonly string[],
): ToolFunction => ({ name, description, parameters, effect, is_enabled: !disabled.includes(name) });
export const functionsOf = (
  described: readonly DescribedFunction[],
  disabled: readonly string[] = [],
): ToolFunction[] => described.map((it) => functionOf(it, disabled));

export async function builtInTools(reach: ToolReach, caller: Caller): Promise<Tool[]> {
  return Promise.all(builtInKinds.map((kind) => builtInTool(kind, reach, caller)));
}

async function builtInTool(kind: BuiltInKind, reach: ToolReach, caller: Caller): Promise<Tool> {
  const { functions: described } = await builtInSource(kind, {
    ...reach,
    organizationId: caller.organizationId,
    secretHeaders: {},
  }).functions(AbortSignal.timeout(1_000));
  const functions = functionsOf(described);
  return {
    id: builtInToolIds[kind],
    kind,
    name: kind,
    description: '',
    functions,
    error_code: null,
    created_by: null,
    updated_at: null,
    can: { edit: false, delete: false, refresh: false, try: mayCreate(caller) },
  };
}

export const builtInKindOf = (id: string): BuiltInKind | null =>
  builtInKinds.find((kind) => builtInToolIds[kind] === id) ?? null;

export async function builtInDetails(kind: BuiltInKind, reach: ToolReach, caller: Caller): Promise<ToolDetails> {
  return {
    ...(await builtInTool(kind, reach, caller)),
    settings: null,
    secret_headers: [],
    has_client_secret: false,
    used_by: [],
    used_by_others: 0,
    revision: 0,
  };
}

/** What a list of tools says of people: who made them, and to which the caller has signed in. */
export type ToolPeople = {
  readonly makers: ReadonlyMap<string, Colleague>;
  readonly accounts: ReadonlyMap<string, string>;
};

export const findToolPeople = async (
  trx: Trx,
  rows: readonly ToolRow[],
  { memberId }: Caller,
): Promise<ToolPeople> => ({
  makers: await findMakers(trx, rows),
  accounts: await findUsableAccounts(trx, memberId, rows),
});

export function toolOf(row: ToolRow, { makers, accounts }: ToolPeople, caller: Caller): Tool {
  const isEditable = mayEdit(caller, row);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    description: row.description,
    functions: functionsOf(row.functions, row.disabled_functions),
    error_code: row.error_code,
    ...(signInServerOf(row) === null ? {} : { is_signed_in: accounts.has(row.id) }),
    created_by: row.created_by === null ? null : (makers.get(row.created_by) ?? null),
    updated_at: row.updated_at.toISOString(),
    can: { edit: isEditable, delete: isEditable, refresh: isEditable && isReadElsewhere(row), try: isEditable },
  };
}

/** An HTTP action and a document that was given as text are as they were written down. */
const isReadElsewhere = ({ settings }: ToolRow) =>
  settings.kind === 'mcp' || (settings.kind === 'openapi' && settings.source.from === 'url');

/** Returns the details of a tool; its settings only for those who may change them. */
export async function detailsOf(trx: Trx, row: ToolRow, caller: Caller): Promise<ToolDetails> {
  const shown = toolOf(row, await findToolPeople(trx, [row], caller), caller);
  return {
    ...shown,
    ...(await agentsUsing(trx, caller, row.id)),
    settings: shown.can.edit ? row.settings : null,
    secret_headers: shown.can.edit ? row.secret_headers : [],
    has_client_secret: shown.can.edit && row.client_secret !== null,
    revision: row.revision,
  };
}

async function findMakers(trx: Trx, rows: readonly ToolRow[]): Promise<Map<string, Colleague>> {
  const ids = [...new Set(rows.flatMap(({ created_by: id }) => (id === null ? [] : [id])))];
  if (ids.length === 0) return new Map();
  const found = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.id', 'in', ids)
    .select(['memberships.id', memberName.as('name')])
    .execute();
  return new Map(found.map((colleague) => [colleague.id, colleague]));
}
