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

/** Who manages the studio makes tools, unless a permission set says otherwise. */
export const mayCreate = (caller: Caller): boolean => can(caller, { kind: 'tool', action: 'create', id: null });
/** One that is made is everybody's to give to agents; it is changed by who made it, and by administrators. */
export const mayEdit = (caller: Caller, row: Pick<ToolRow, 'id' | 'created_by'>): boolean =>
  can(caller, {
    kind: 'tool',
    action: 'edit',
    id: row.id,
    reach: row.created_by === caller.memberId ? 'own' : 'visible',
  });

/** Only what the contract has: how a function is reached is nobody's business. */
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
    used_by: [],
    used_by_others: 0,
    revision: 0,
  };
}

export function toolOf(row: ToolRow, makers: ReadonlyMap<string, Colleague>, caller: Caller): Tool {
  const isEditable = mayEdit(caller, row);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    description: row.description,
    functions: functionsOf(row.functions, row.disabled_functions),
    error_code: row.error_code,
    created_by: row.created_by === null ? null : (makers.get(row.created_by) ?? null),
    updated_at: row.updated_at.toISOString(),
    can: { edit: isEditable, delete: isEditable, refresh: isEditable && isReadElsewhere(row), try: isEditable },
  };
}

/** An HTTP action and a document that was given as text are as they were written down. */
const isReadElsewhere = ({ settings }: ToolRow) =>
  settings.kind === 'mcp' || (settings.kind === 'openapi' && settings.source.from === 'url');

/** Its settings are for who may change them. */
export async function detailsOf(trx: Trx, row: ToolRow, caller: Caller): Promise<ToolDetails> {
  const shown = toolOf(row, await findMakers(trx, [row]), caller);
  return {
    ...shown,
    ...(await agentsUsing(trx, caller, row.id)),
    settings: shown.can.edit ? row.settings : null,
    secret_headers: shown.can.edit ? row.secret_headers : [],
    revision: row.revision,
  };
}

export async function findMakers(trx: Trx, rows: readonly ToolRow[]): Promise<Map<string, Colleague>> {
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
