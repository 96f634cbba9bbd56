import type { Trx } from '../../platform/db/database.ts';

const tools = (trx: Trx) => trx.selectFrom('tools').selectAll();

export type ToolRow = Awaited<ReturnType<ReturnType<typeof tools>['executeTakeFirstOrThrow']>>;

/** Finds tools of the tenant; ids of others are not found. */
export async function findToolsByIds(trx: Trx, ids: readonly string[]): Promise<ToolRow[]> {
  return ids.length === 0
    ? []
    : tools(trx)
        .where('id', 'in', [...ids])
        .execute();
}

export function findTools(trx: Trx, organizationId: string): Promise<ToolRow[]> {
  return tools(trx)
    .where('organization_id', '=', organizationId)
    .orderBy((of) => of.fn('lower', ['name']))
    .orderBy('id')
    .execute();
}

export function findTool(trx: Trx, organizationId: string, id: string): Promise<ToolRow | undefined> {
  return tools(trx).where('organization_id', '=', organizationId).where('id', '=', id).executeTakeFirst();
}

/** Finds a tool, locked until the transaction ends. */
export function lockTool(trx: Trx, organizationId: string, id: string): Promise<ToolRow | undefined> {
  return tools(trx).where('organization_id', '=', organizationId).where('id', '=', id).forUpdate().executeTakeFirst();
}
