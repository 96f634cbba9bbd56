import { faultsOf, type PromptTemplateDefinition } from '@parlance/shared/contract/agents/prompt-template';
import type { TemplateCan } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { PromptTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { sql } from 'kysely';
import { peopleNamedIn, teamsNamedIn } from '../../people/naming/named.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { isKept, isVisibleTo, personIn, summaryOf, templatesFor } from './rows.ts';

/**
 * A template as its editor has it. Who may not edit it gets the version in use and nothing of what is behind it. Throws
 * not_found.
 */
export async function readTemplate(trx: Trx, caller: Caller, id: string): Promise<PromptTemplate> {
  const row = await templatesFor(trx, caller)
    .innerJoin('prompt_template_versions as newest', (join) =>
      join
        .onRef('newest.template_id', '=', 'prompt_templates.id')
        .onRef('newest.number', '=', 'prompt_templates.newest_version'),
    )
    .where('prompt_templates.id', '=', id)
    .where(isKept)
    .where(isVisibleTo(caller))
    .select([
      'shown.definition as in_use',
      'newest.definition',
      'newest_version',
      'revision',
      personIn('prompt_templates.changed_by').as('changed_by'),
    ])
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  const summary = summaryOf(caller, row);
  const { edit } = summary.can;
  return {
    ...summary,
    definition: edit ? row.definition : row.in_use,
    newest_version: edit ? row.newest_version : (row.version_in_use ?? row.newest_version),
    revision: row.revision,
    changed_by: edit ? row.changed_by : null,
    ...(edit ? await namedFor(trx, id) : { people: [], teams: [] }),
  };
}

const namedFor = (trx: Trx, id: string) =>
  trx
    .selectNoFrom([
      peopleNamedIn('prompt_template', sql`${id}::uuid`).as('people'),
      teamsNamedIn('prompt_template', sql`${id}::uuid`).as('teams'),
    ])
    .executeTakeFirstOrThrow();

export type LockedTemplate = {
  id: string;
  organization_id: string;
  scope: PromptTemplate['scope'];
  revision: number;
  newest_version: number;
  version_in_use: number | null;
  review_state: 'pending' | 'refused' | null;
  review_version: number | null;
  command: string | null;
  category: string;
  tags: string[];
};

/**
 * The row of a template, held until the transaction ends: one change at a time. Throws not_found to who does not see it
 * and forbidden to who sees it and may not do this.
 */
export async function lockTemplate(
  trx: Trx,
  caller: Caller,
  id: string,
  right: keyof TemplateCan,
): Promise<LockedTemplate> {
  const locked = await trx
    .selectFrom('prompt_templates')
    .where('id', '=', id)
    .where(isKept)
    .select([
      'id',
      'organization_id',
      'scope',
      'revision',
      'newest_version',
      'version_in_use',
      'review_state',
      'review_version',
      'command',
      'category',
      'tags',
    ])
    .forUpdate()
    .executeTakeFirst();
  // Judged after it is held: what it was before somebody else's change does not count.
  const row = await templatesFor(trx, caller)
    .where('prompt_templates.id', '=', id)
    .where(isKept)
    .where(isVisibleTo(caller))
    .executeTakeFirst();
  if (locked === undefined || row === undefined) throw new ApiError('not_found');
  if (!summaryOf(caller, row).can[right]) throw new ApiError('forbidden');
  return locked;
}

/** Throws conflict where the template is another one by now than the caller saw. */
export function requireRevision({ revision }: LockedTemplate, seen: number): void {
  if (revision !== seen) throw new ApiError('conflict');
}

/** Throws validation_failed with the faults, each at its place in `at`. */
export function requireFaultless(definition: PromptTemplateDefinition, at: string): void {
  const faults = faultsOf(definition);
  if (faults.length > 0)
    throw new ApiError('validation_failed', {
      issues: faults.map(({ path, code }) => ({ path: `${at}.${path}`, message: code })),
    });
}

/** Lets one request at a time give a command in an organisation. Throws name_taken where another template has it. */
export async function requireFreeCommand(
  trx: Trx,
  organizationId: string,
  command: string | null,
  exceptId: string | null,
): Promise<void> {
  if (command === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prompt template commands ${organizationId}`}, 0))`.execute(
    trx,
  );
  if (await isTaken(trx, command, exceptId))
    throw new ApiError('name_taken', { issues: [{ path: 'body.command', message: 'taken' }] });
}

export async function isTaken(trx: Trx, command: string, exceptId: string | null): Promise<boolean> {
  let query = trx.selectFrom('prompt_templates').where('command', '=', command).where(isKept).select('id');
  if (exceptId !== null) query = query.where('id', '<>', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Half of a character pair is none that the database can hold. */
export function storableContent(definition: PromptTemplateDefinition): string {
  return JSON.stringify(definition, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}
