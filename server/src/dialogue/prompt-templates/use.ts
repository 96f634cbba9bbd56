import { fillPrompt } from '@parlance/shared/contract/agents/fill-prompt';
import type { PromptTemplateDefinition } from '@parlance/shared/contract/agents/prompt-template';
import type {
  fillPromptTemplate,
  UsableTemplate,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { findColleague } from '../../people/members/colleagues.ts';
import { findTeams } from '../../people/members/profile.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError, type Issue } from '../../platform/errors/api-error.ts';
import { fingerprintOf, requireSameRequest } from '../../platform/http/idempotency.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { holdsWord, wordsOf } from './listing.ts';
import { isKept, isSharedWith, isUsable, templatesFor } from './rows.ts';

/** Where a page begins: after the template that is a favourite or not, was used so often, and has this id. */
export type UsablePosition = readonly [isFavorite: boolean, uses: number, id: string];
const isFavorite = sql<boolean>`coalesce(marks.is_favorite, false)`;

const usable = (trx: Trx, caller: Caller) =>
  templatesFor(trx, caller)
    .where(isKept)
    .where(isUsable)
    .where(isSharedWith(caller.memberId))
    .select(['shown.definition', 'shown.number as version']);
type UsableRow = Awaited<ReturnType<ReturnType<typeof usable>['executeTakeFirstOrThrow']>>;

export const usableOf = ({
  id,
  title,
  description,
  command,
  is_favorite,
  version,
  definition,
}: UsableRow): UsableTemplate => ({
  id,
  title,
  description,
  command,
  is_favorite,
  version,
  has_variables: definition.variables.length > 0,
});

/** Favourites first, then the most used; one more than `limit` where there are more. */
export function findUsable(
  trx: Trx,
  caller: Caller,
  { q, limit }: { q: string; limit: number },
  after: UsablePosition | null,
): Promise<UsableRow[]> {
  let query = usable(trx, caller);
  for (const word of wordsOf(q)) query = query.where(holdsWord(word, caller));
  if (after !== null)
    query = query.where(
      sql<boolean>`(${isFavorite}, prompt_templates.uses, prompt_templates.id) < (${after[0]}::boolean, ${after[1]}::integer, ${after[2]}::uuid)`,
    );
  return query
    .orderBy(isFavorite, 'desc')
    .orderBy('prompt_templates.uses', 'desc')
    .orderBy('prompt_templates.id', 'desc')
    .limit(limit + 1)
    .execute();
}

type Form = UsableTemplate & { definition: PromptTemplateDefinition; user: string; team: string };

/** What a template is filled in with: its version in use and what the system knows of the caller. Throws not_found. */
export async function readForm(trx: Trx, caller: Caller, id: string): Promise<Form> {
  const row = await usable(trx, caller).where('prompt_templates.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  const person = await findColleague(trx, caller.memberId);
  const teams = await findTeams(trx, caller.memberId);
  return { ...usableOf(row), definition: row.definition, user: person?.name ?? '', team: teams.join(', ') };
}

/** The text of a template filled in, counted as one use for each key. */
export async function fillTemplate(
  trx: Trx,
  caller: Caller,
  id: string,
  body: CheckedInput<typeof fillPromptTemplate>['body'],
): Promise<string> {
  const fingerprint = fingerprintOf({ id, ...body });
  const form = await readForm(trx, caller, id);
  if (form.version !== body.version) throw new ApiError('conflict');
  const filled = fillPrompt({
    definition: form.definition,
    language: body.language,
    values: body.values,
    system: { date: body.date, user: form.user, team: form.team },
  });
  const issues: Issue[] = [
    ...filled.missing.map((name) => ({ path: `body.values.${name}`, message: 'missing' })),
    ...filled.invalid.map((name) => ({ path: `body.values.${name}`, message: 'invalid' })),
    ...(filled.isTooLong ? [{ path: 'body.values', message: 'too_big' }] : []),
  ];
  if (issues.length > 0) throw new ApiError('validation_failed', { issues });
  await countUse(trx, caller, id, { key: body.idempotency_key, fingerprint });
  return filled.text;
}

async function countUse(
  trx: Trx,
  { organizationId, memberId }: Caller,
  id: string,
  { key, fingerprint }: { key: string; fingerprint: Buffer },
): Promise<void> {
  const counted = await trx
    .insertInto('prompt_template_requests')
    .values({
      organization_id: organizationId,
      member_id: memberId,
      idempotency_key: key,
      request_fingerprint: fingerprint,
      template_id: id,
    })
    .onConflict((on) => on.columns(['member_id', 'idempotency_key']).doNothing())
    .returning('template_id')
    .executeTakeFirst();
  if (counted !== undefined) {
    await trx
      .updateTable('prompt_templates')
      .set({ uses: sql<number>`uses + 1` })
      .where('id', '=', id)
      .execute();
    return;
  }
  const { request_fingerprint: earlier } = await trx
    .selectFrom('prompt_template_requests')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .select('request_fingerprint')
    .executeTakeFirstOrThrow();
  requireSameRequest(earlier, fingerprint);
}
