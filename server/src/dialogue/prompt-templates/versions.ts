import type { PromptTemplateDefinition } from '@parlance/shared/contract/agents/prompt-template';
import type {
  chooseTemplateVersion,
  reviewPromptTemplate,
  savePromptTemplate,
  setTemplateAccess,
  TemplateVersion,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { CheckedInput, Endpoint } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { nameAnew, namedIn, nobody } from '../../people/naming/named.ts';
import { record } from '../../platform/audit/record.ts';
import { templateTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { tagsOf } from './creation.ts';
import { personIn } from './rows.ts';
import {
  type LockedTemplate,
  lockTemplate,
  requireFaultless,
  requireFreeCommand,
  requireRevision,
  storableContent,
} from './templates.ts';

type Body<E extends Endpoint> = CheckedInput<E>['body'];

/** Writes a further version. */
export async function saveTemplate(
  trx: Trx,
  caller: Caller,
  id: string,
  body: Body<typeof savePromptTemplate>,
): Promise<void> {
  const template = await lockTemplate(trx, caller, id, 'edit');
  requireRevision(template, body.revision);
  requireFaultless(body.definition, 'body.definition');
  await requireFreeCommand(trx, caller.organizationId, body.command, id);
  const number = template.newest_version + 1;
  await trx
    .insertInto('prompt_template_versions')
    .values({
      organization_id: caller.organizationId,
      template_id: id,
      number,
      definition: storableContent(body.definition),
      message: body.message.toWellFormed(),
      created_by: caller.memberId,
    })
    .execute();
  await change(trx, caller, id, {
    newest_version: number,
    command: body.command,
    category: body.category.toWellFormed(),
    tags: tagsOf(body.tags),
  });
  if (body.in_use) await putInUse(trx, caller, template, number);
  const before = {
    version: template.newest_version,
    command: template.command,
    category: template.category,
    tags: template.tags,
  };
  await record(trx, {
    action: 'prompt_template.changed',
    target: await templateTarget(trx, id),
    before,
    after: { version: number, command: body.command, category: body.category, tags: tagsOf(body.tags) },
  });
}

export async function chooseVersion(
  trx: Trx,
  caller: Caller,
  id: string,
  { revision, number }: Body<typeof chooseTemplateVersion>,
): Promise<void> {
  const template = await lockTemplate(trx, caller, id, 'edit');
  requireRevision(template, revision);
  await findVersion(trx, id, number);
  await change(trx, caller, id, {});
  await putInUse(trx, caller, template, number);
  await record(trx, {
    action: 'prompt_template.version_chosen',
    target: await templateTarget(trx, id),
    before: { version: template.version_in_use },
    after: { version: number },
  });
}

type Changes = Partial<{ newest_version: number; command: string | null; category: string; tags: string[] }>;

const change = (trx: Trx, { memberId }: Caller, id: string, changes: Changes) =>
  trx
    .updateTable('prompt_templates')
    .set({ ...changes, revision: sql<number>`revision + 1`, changed_by: memberId, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();

/**
 * What the whole organisation uses changes with a review only. Elsewhere a review that waits is about the new version
 * from now on.
 */
async function putInUse(trx: Trx, caller: Caller, template: LockedTemplate, number: number): Promise<void> {
  if (template.scope === 'organization') return giveToOrganization(trx, caller, template, number);
  const review = template.review_state === 'pending' ? askedNow(caller, number) : {};
  await trx
    .updateTable('prompt_templates')
    .set({ version_in_use: number, ...review })
    .where('id', '=', template.id)
    .execute();
}

/** Asks for the review, or does it at once where an administrator asks and nobody else could decide. */
async function giveToOrganization(trx: Trx, caller: Caller, template: LockedTemplate, number: number): Promise<void> {
  const needsNone = caller.isAdmin && !(await hasOtherAdmin(trx, caller, template.id, number));
  if (needsNone) await approve(trx, caller, template.id, number);
  else await trx.updateTable('prompt_templates').set(askedNow(caller, number)).where('id', '=', template.id).execute();
}

const askedNow = ({ memberId }: Caller, number: number) => ({
  review_state: 'pending' as const,
  review_version: number,
  review_asked_by: memberId,
  review_asked_at: sql<Date>`now()`,
  review_reason: '',
});

/** Whether an administrator could decide who is neither the one who asks nor the one who wrote the version. */
async function hasOtherAdmin(
  trx: Trx,
  { organizationId, memberId }: Caller,
  id: string,
  number: number,
): Promise<boolean> {
  const { created_by } = await findVersion(trx, id, number);
  const other = await trx
    .selectFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('is_admin', '=', true)
    .where('deactivated_at', 'is', null)
    .where('id', 'not in', [memberId, created_by?.id ?? memberId])
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

const nothingToReview = {
  review_state: null,
  review_version: null,
  review_asked_by: null,
  review_asked_at: null,
  review_reason: '',
};

async function approve(trx: Trx, { organizationId }: Caller, id: string, number: number): Promise<void> {
  await trx
    .updateTable('prompt_templates')
    .set({ scope: 'organization', version_in_use: number, ...nothingToReview })
    .where('id', '=', id)
    .execute();
  await nameAnew(trx, 'prompt_template', { organizationId, id }, nobody);
}

/** Throws conflict where nothing waits, or another version than the one that was looked at. */
export async function reviewVersion(
  trx: Trx,
  caller: Caller,
  id: string,
  body: Body<typeof reviewPromptTemplate>,
): Promise<void> {
  const template = await lockTemplate(trx, caller, id, 'edit');
  if (template.review_state !== 'pending' || template.review_version !== body.version) throw new ApiError('conflict');
  await lockTemplate(trx, caller, id, 'review');
  if (body.decision === 'approve') await approve(trx, caller, id, body.version);
  else
    await trx
      .updateTable('prompt_templates')
      .set({ review_state: 'refused', review_reason: body.reason.toWellFormed() })
      .where('id', '=', id)
      .execute();
  await record(trx, {
    action: body.decision === 'approve' ? 'prompt_template.approved' : 'prompt_template.declined',
    target: await templateTarget(trx, id),
    after: { version: body.version },
  });
}

/** Says who may use it. What is taken back from the organisation needs nobody's leave. */
export async function setAccess(
  trx: Trx,
  caller: Caller,
  id: string,
  wanted: Body<typeof setTemplateAccess>,
): Promise<void> {
  const { scope } = wanted;
  const template = await lockTemplate(trx, caller, id, 'share');
  const named = await namedIn(trx, caller.organizationId, wanted);
  await record(trx, {
    action: 'prompt_template.access_changed',
    target: await templateTarget(trx, id),
    before: { scope: template.scope },
    after: { scope, people: named.memberIds, teams: named.teamIds },
  });
  if (scope === 'organization') {
    if (template.scope !== 'organization')
      await giveToOrganization(trx, caller, template, template.version_in_use ?? template.newest_version);
    return;
  }
  await trx
    .updateTable('prompt_templates')
    .set({ scope, ...nothingToReview })
    .where('id', '=', id)
    .execute();
  await nameAnew(trx, 'prompt_template', { organizationId: caller.organizationId, id }, named);
}

const versions = (trx: Trx, templateId: string) =>
  trx
    .selectFrom('prompt_template_versions')
    .innerJoin('prompt_templates', 'prompt_templates.id', 'prompt_template_versions.template_id')
    .where('template_id', '=', templateId)
    .select([
      'prompt_template_versions.id',
      'number',
      'message',
      'prompt_template_versions.created_at',
      personIn('prompt_template_versions.created_by').as('created_by'),
    ])
    .select(sql<boolean>`coalesce(number = prompt_templates.version_in_use, false)`.as('is_in_use'));

type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>;
const versionOf = (row: VersionRow): TemplateVersion & { id: string } => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

/** Newest first, one more than `limit` where there are more; from below the number `before`. */
export async function findVersions(
  trx: Trx,
  templateId: string,
  before: number | null,
  limit: number,
): Promise<(TemplateVersion & { id: string })[]> {
  let query = versions(trx, templateId);
  if (before !== null) query = query.where('number', '<', before);
  return (
    await query
      .orderBy('number', 'desc')
      .limit(limit + 1)
      .execute()
  ).map(versionOf);
}

/** Throws not_found where the template has none of this number. */
export async function findVersion(
  trx: Trx,
  templateId: string,
  number: number,
): Promise<TemplateVersion & { definition: PromptTemplateDefinition }> {
  const row = await versions(trx, templateId).where('number', '=', number).select('definition').executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return { ...versionOf(row), definition: row.definition };
}
