import type { AuditAction } from '@parlance/shared/contract/api/audit/audit-actions';
import type {
  changePromptTemplates,
  markPromptTemplate,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { isFree } from '../../people/organizations/held.ts';
import { record } from '../../platform/audit/record.ts';
import { templateTargets } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';
import { mayKeep } from './rights.ts';
import { isKept, isRestorable } from './rows.ts';
import { isTaken } from './templates.ts';

type Body = CheckedInput<typeof changePromptTemplates>['body'];
type Outcome = { changed: string[]; refused: string[] };

/** Does one thing with many templates. What the caller may not, and what is not there, is refused alike. */
export async function changeTemplates(trx: Trx, caller: Caller, { template_ids, action }: Body): Promise<Outcome> {
  const ids = [...new Set(template_ids)];
  const found = await trx
    .selectFrom('prompt_templates')
    .where('id', 'in', ids)
    .where(action === 'undelete' ? isRestorable : isKept)
    .select(['id', 'owner_id', 'command'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const may = found.filter((template) => mayKeep(caller, template));
  const changed = may.map(({ id }) => id);
  if (action === 'undelete') for (const { id, command } of may) await freeCommand(trx, id, command);
  if (changed.length > 0)
    await trx.updateTable('prompt_templates').set(changesOf(action)).where('id', 'in', changed).execute();
  for (const target of await templateTargets(trx, changed)) await record(trx, { action: recorded[action], target });
  return { changed, refused: ids.filter((id) => !changed.includes(id)) };
}

const recorded = {
  enable: 'prompt_template.enabled',
  disable: 'prompt_template.disabled',
  archive: 'prompt_template.archived',
  unarchive: 'prompt_template.unarchived',
  delete: 'prompt_template.deleted',
  undelete: 'prompt_template.restored',
} as const satisfies Record<Body['action'], AuditAction>;

/** Another template may have taken the command meanwhile: the one that comes back does without. */
async function freeCommand(trx: Trx, id: string, command: string | null): Promise<void> {
  if (command !== null && (await isTaken(trx, command, id)))
    await trx.updateTable('prompt_templates').set({ command: null }).where('id', '=', id).execute();
}

function changesOf(action: Body['action']) {
  if (action === 'enable' || action === 'disable')
    return { is_enabled: action === 'enable', updated_at: sql<Date>`now()` };
  if (action === 'archive' || action === 'unarchive')
    return { archived_at: action === 'archive' ? sql<Date>`now()` : null };
  return { deleted_at: action === 'delete' ? sql<Date>`now()` : null };
}

/** The marks of one member on a template that they see. */
export async function markTemplate(
  trx: Trx,
  { organizationId, memberId }: Caller,
  id: string,
  { is_favorite, rating }: CheckedInput<typeof markPromptTemplate>['body'],
): Promise<void> {
  const marks = { ...(is_favorite === undefined ? {} : { is_favorite }), ...(rating === undefined ? {} : { rating }) };
  if (Object.keys(marks).length === 0) return;
  await trx
    .insertInto('prompt_template_marks')
    .values({ organization_id: organizationId, template_id: id, member_id: memberId, rating: null, ...marks })
    .onConflict((on) => on.columns(['template_id', 'member_id']).doUpdateSet(marks))
    .execute();
}

/** What was deleted a month ago. */
export const deletedTemplates: Due = {
  table: 'prompt_templates',
  by: 'deleted_at',
  keptFor: days(30),
  where: isFree('prompt_templates.organization_id', 'prompt_templates.owner_id'),
};

/** Keys stand for the request that they came with for a day. */
export const oldTemplateRequests: Due = { table: 'prompt_template_requests', by: 'made_at', keptFor: days(1) };
