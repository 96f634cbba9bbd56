import type { OwnData } from '@parlance/shared/contract/api/account';
import { downloadFile } from '@parlance/shared/contract/api/files';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { type Language, textIn } from '@parlance/shared/contract/language';
import { sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';
import { isNamedIn } from '../shares/named.ts';

type OwnMembership = OwnData['memberships'][number];
type OwnThings = Omit<OwnMembership, 'organization' | 'role' | 'is_admin' | 'is_owner' | 'teams' | 'joined_at' | 'dialogues'>;

/** What a member has in an organisation beside dialogues, for the download of own data. */
export async function findThings(trx: Trx, memberId: string, language: Language): Promise<OwnThings> {
  return {
    ...(await findWork(trx, memberId, language)),
    ...(await findShares(trx, memberId)),
    ...(await findMeasured(trx, memberId)),
    ...(await findTools(trx, memberId, language)),
  };
}

async function findWork(trx: Trx, memberId: string, language: Language): Promise<Pick<OwnThings, 'folders' | 'bots' | 'attachments'>> {
  const folders = await trx.selectFrom('folders').where('member_id', '=', memberId).orderBy('created_at').select(['name', 'created_at']).execute();
  const bots = await trx
    .selectFrom('bot_uses')
    .innerJoin('bots', 'bots.id', 'bot_uses.bot_id')
    .where('member_id', '=', memberId)
    .orderBy('last_used_at')
    .select(['bots.name', 'is_favorite', 'last_used_at'])
    .execute();
  const attachments = await trx
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .where('member_id', '=', memberId)
    .orderBy('attachments.created_at')
    .select(['file_id', 'files.name', 'files.media_type', 'files.size', 'attachments.created_at'])
    .execute();
  return {
    folders: folders.map(({ name, created_at }) => ({ name, created_at: created_at.toISOString() })),
    bots: bots.map(({ name, is_favorite, last_used_at }) => ({ bot: textIn(name, language), is_favorite, last_used_at: last_used_at?.toISOString() ?? null })),
    attachments: attachments.map(({ file_id, created_at, ...file }) => ({ ...file, file: fillPath(downloadFile.path, { file_id }), created_at: created_at.toISOString() })),
  };
}

async function findShares(trx: Trx, memberId: string): Promise<Pick<OwnThings, 'shares' | 'shared_with_me'>> {
  const shares = await trx
    .selectFrom('shares')
    .where('shares.member_id', '=', memberId)
    .orderBy('shares.created_at')
    .select(['shares.title', 'shares.scope', 'shares.expires_at', 'shares.created_at'])
    .select(sql<number>`(select count(*)::integer from share_people where share_people.share_id = shares.id)`.as('people'))
    .select(sql<number>`(select count(*)::integer from share_teams where share_teams.share_id = shares.id)`.as('teams'))
    .execute();
  const withMe = await trx
    .selectFrom('shares')
    .where('shares.member_id', '<>', memberId)
    .where(isNamedIn('share', sql`shares.id`, memberId))
    .orderBy('shares.created_at')
    .select(['shares.title', 'shares.created_at'])
    .execute();
  return {
    shares: shares.map(({ expires_at, created_at, ...share }) => ({ ...share, expires_at: expires_at?.toISOString() ?? null, created_at: created_at.toISOString() })),
    shared_with_me: withMe.map(({ title, created_at }) => ({ title, created_at: created_at.toISOString() })),
  };
}

async function findTools(trx: Trx, memberId: string, language: Language): Promise<Pick<OwnThings, 'tool_calls' | 'prompt_templates'>> {
  const calls = await trx
    .selectFrom('tool_calls')
    .where(
      'tool_calls.id',
      'in',
      sql<string>`(
        select of_run.id from runs join tool_calls as of_run on of_run.run_id = runs.id where runs.member_id = ${memberId}
        union all select of_copy.id from dialogues join messages on messages.dialogue_id = dialogues.id join tool_calls as of_copy on of_copy.answer_id = messages.id where dialogues.member_id = ${memberId})`,
    )
    .orderBy('tool_calls.created_at')
    .select(['tool_name as tool', 'function', 'arguments', 'state', 'result', 'tool_calls.created_at'])
    .execute();
  const marks = await trx
    .selectFrom('prompt_template_marks')
    .innerJoin('prompt_templates', 'prompt_templates.id', 'prompt_template_marks.template_id')
    .innerJoin('prompt_template_versions', (join) => join.onRef('prompt_template_versions.template_id', '=', 'prompt_templates.id').onRef('number', '=', 'newest_version'))
    .where('member_id', '=', memberId)
    .select(['definition', 'is_favorite', 'rating'])
    .execute();
  return {
    tool_calls: calls.map(({ created_at, ...called }) => ({ ...called, created_at: created_at.toISOString() })),
    prompt_templates: marks.map(({ definition, ...mark }) => ({ ...mark, title: textIn(definition.title, language) })),
  };
}

async function findMeasured(trx: Trx, memberId: string): Promise<Pick<OwnThings, 'model_calls' | 'usage_sessions' | 'analytics_events'>> {
  const calls = await trx
    .selectFrom('model_usage')
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .select(['provider', 'model_name as model', 'input_tokens', 'output_tokens', 'is_estimated', 'cost_micros', 'currency', 'created_at'])
    .execute();
  const usage = await trx.selectFrom('usage_sessions').where('member_id', '=', memberId).orderBy('received_at').select(['received_at', 'typing', 'reading', 'interacting', 'idling']).execute();
  const events = await trx.selectFrom('analytics_events').where('member_id', '=', memberId).orderBy('occurred_at').select(['name', 'route', 'detail', 'occurred_at']).execute();
  return {
    model_calls: calls.map(({ cost_micros, created_at, ...call }) => ({ ...call, cost_micros: cost_micros === null ? null : Number(cost_micros), created_at: created_at.toISOString() })),
    usage_sessions: usage.map((row) => ({ ...row, received_at: row.received_at.toISOString() })),
    analytics_events: events.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() })),
  };
}
