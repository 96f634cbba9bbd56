import type { Trx } from '../../plugins/db/database.ts';

export async function findOrganizationName(trx: Trx, id: string): Promise<string> {
  const { name } = await trx.selectFrom('organizations').where('id', '=', id).select('name').executeTakeFirstOrThrow();
  return name;
}
