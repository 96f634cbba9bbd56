import { downloadFile } from '@parlance/shared/contract/api/files';
import type { OwnData } from '@parlance/shared/contract/api/own-data';
import { getToolContent } from '@parlance/shared/contract/api/tools/contents';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { type Language, textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import { type StoredContent, contentsOfCall } from '../../dialogue/tools/contents/repository.ts';
import { findAccounts } from '../../dialogue/tools/sign-in/accounts.ts';
import { isNamedIn } from '../../people/naming/named.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { StreamedValue } from '../../platform/http/json-stream.ts';
import { type Owner, type Place, isBehind, pagesOf, rowsAtOnce } from './own-pages.ts';

type OwnMembership = OwnData['memberships'][number];
type OwnThings = Omit<
  OwnMembership,
  'organization' | 'role' | 'is_admin' | 'is_owner' | 'teams' | 'joined_at' | 'dialogues'
>;

/** Rows of events, of which there are many: they are read while they are sent. */
type OwnRows = Pick<OwnThings, 'attachments' | 'tool_calls' | 'model_calls' | 'usage_sessions' | 'analytics_events'>;

/** Returns a member's things in an organisation other than dialogues and events, for the download of own data. */
export async function findThings(
  trx: Trx,
  memberId: string,
  language: Language,
): Promise<Omit<OwnThings, keyof OwnRows>> {
  return {
    ...(await findWork(trx, memberId, language)),
    ...(await findShares(trx, memberId)),
    prompt_templates: await findTemplates(trx, memberId, language),
    connected_accounts: (await findAccounts(trx, memberId)).map(({ tool, server, signed_in_at, last_used_at }) => ({
      tool: tool.name,
      server,
      signed_in_at,
      last_used_at,
    })),
  };
}

/** Streams the events. */
export const ownRows = (owner: Owner): StreamedValue<OwnRows> => ({
  attachments: ownAttachments(owner),
  tool_calls: ownToolCalls(owner),
  model_calls: ownModelCalls(owner),
  usage_sessions: ownUsage(owner),
  analytics_events: ownEvents(owner),
});

async function findWork(trx: Trx, memberId: string, language: Language): Promise<Pick<OwnThings, 'folders' | 'bots'>> {
  const folders = await trx
    .selectFrom('folders')
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .select(['name', 'created_at'])
    .execute();
  const bots = await trx
    .selectFrom('bot_uses')
    .innerJoin('bots', 'bots.id', 'bot_uses.bot_id')
    .where('member_id', '=', memberId)
    .orderBy('last_used_at')
    .select(['bots.name', 'is_favorite', 'last_used_at'])
    .execute();
  return {
    folders: folders.map(({ name, created_at }) => ({ name, created_at: created_at.toISOString() })),
    bots: bots.map(({ name, is_favorite, last_used_at }) => ({
      bot: textIn(name, language),
      is_favorite,
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
  };
}

async function findShares(trx: Trx, memberId: string): Promise<Pick<OwnThings, 'shares' | 'shared_with_me'>> {
  const shares = await trx
    .selectFrom('shares')
    .where('shares.member_id', '=', memberId)
    .orderBy('shares.created_at')
    .select(['shares.title', 'shares.scope', 'shares.expires_at', 'shares.created_at'])
    .select(
      sql<number>`(select count(*)::integer from share_people where share_people.share_id = shares.id)`.as('people'),
    )
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
    shares: shares.map(({ expires_at, created_at, ...share }) => ({
      ...share,
      expires_at: expires_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
    shared_with_me: withMe.map(({ title, created_at }) => ({ title, created_at: created_at.toISOString() })),
  };
}

async function findTemplates(trx: Trx, memberId: string, language: Language): Promise<OwnThings['prompt_templates']> {
  const marks = await trx
    .selectFrom('prompt_template_marks')
    .innerJoin('prompt_templates', 'prompt_templates.id', 'prompt_template_marks.template_id')
    .innerJoin('prompt_template_versions', (join) =>
      join
        .onRef('prompt_template_versions.template_id', '=', 'prompt_templates.id')
        .onRef('number', '=', 'newest_version'),
    )
    .where('member_id', '=', memberId)
    .select(['definition', 'is_favorite', 'rating'])
    .execute();
  return marks.map(({ definition, ...mark }) => ({ ...mark, title: textIn(definition.title, language) }));
}

const placeOf = ({ created_at: at, id }: { readonly created_at: Date; readonly id: string }): Place => ({ at, id });

async function* ownAttachments(owner: Owner): AsyncGenerator<OwnThings['attachments'][number]> {
  const read = (trx: Trx, end: Place | null) =>
    trx
      .selectFrom('attachments')
      .innerJoin('files', 'files.id', 'attachments.file_id')
      .where('member_id', '=', owner.memberId)
      .where(isBehind(end, 'attachments.created_at', 'attachments.id'))
      .orderBy('attachments.created_at')
      .orderBy('attachments.id')
      .limit(rowsAtOnce)
      .select(['attachments.id', 'file_id', 'files.name', 'files.media_type', 'files.size', 'attachments.created_at'])
      .execute();
  for await (const { id: _, file_id, created_at, ...file } of pagesOf(owner, read, placeOf))
    yield { ...file, file: fillPath(downloadFile.path, { file_id }), created_at: created_at.toISOString() };
}

async function* ownToolCalls(owner: Owner): AsyncGenerator<OwnThings['tool_calls'][number]> {
  const { memberId } = owner;
  const ofMember = sql<string>`(
    select of_run.id from runs join tool_calls as of_run on of_run.run_id = runs.id where runs.member_id = ${memberId}
    union all select of_copy.id from dialogues join messages on messages.dialogue_id = dialogues.id join tool_calls as of_copy on of_copy.answer_id = messages.id where dialogues.member_id = ${memberId})`;
  const read = (trx: Trx, end: Place | null) =>
    trx
      .selectFrom('tool_calls')
      .where('tool_calls.id', 'in', ofMember)
      .where(isBehind(end, 'tool_calls.created_at', 'tool_calls.id'))
      .orderBy('tool_calls.created_at')
      .orderBy('tool_calls.id')
      .limit(rowsAtOnce)
      .select([
        'tool_calls.id',
        'tool_name as tool',
        'function',
        'arguments',
        'state',
        'result',
        'tool_calls.created_at',
      ])
      .select(contentsOfCall.as('contents'))
      .execute();
  for await (const { id: _, created_at, contents, ...called } of pagesOf(owner, read, placeOf))
    yield { ...called, contents: contents.map(ownContent), created_at: created_at.toISOString() };
}

const ownContent = ({ id, type, name, media_type, size, address }: StoredContent) => ({
  ...{ type, name, media_type, size },
  address: address ?? fillPath(getToolContent.path, { content_id: id }),
});

async function* ownModelCalls(owner: Owner): AsyncGenerator<OwnThings['model_calls'][number]> {
  const read = (trx: Trx, end: Place | null) =>
    trx
      .selectFrom('model_usage')
      .where('member_id', '=', owner.memberId)
      .where(isBehind(end, 'created_at', 'id'))
      .orderBy('created_at')
      .orderBy('id')
      .limit(rowsAtOnce)
      .select([
        'id',
        'provider',
        'model_name as model',
        'input_tokens',
        'output_tokens',
        'is_estimated',
        'cost_micros',
        'currency',
        'created_at',
      ])
      .execute();
  for await (const { id: _, cost_micros, created_at, ...called } of pagesOf(owner, read, placeOf))
    yield {
      ...called,
      cost_micros: cost_micros === null ? null : Number(cost_micros),
      created_at: created_at.toISOString(),
    };
}

async function* ownUsage(owner: Owner): AsyncGenerator<OwnThings['usage_sessions'][number]> {
  const read = (trx: Trx, end: Place | null) =>
    trx
      .selectFrom('usage_sessions')
      .where('member_id', '=', owner.memberId)
      .where(isBehind(end, 'received_at', 'session_id'))
      .orderBy('received_at')
      .orderBy('session_id')
      .limit(rowsAtOnce)
      .select(['session_id', 'received_at', 'typing', 'reading', 'interacting', 'idling'])
      .execute();
  for await (const { session_id: _, received_at, ...used } of pagesOf(owner, read, (row) => ({
    at: row.received_at,
    id: row.session_id,
  })))
    yield { ...used, received_at: received_at.toISOString() };
}

async function* ownEvents(owner: Owner): AsyncGenerator<OwnThings['analytics_events'][number]> {
  const read = (trx: Trx, end: Place | null) =>
    trx
      .selectFrom('analytics_events')
      .where('member_id', '=', owner.memberId)
      .where(isBehind(end, 'occurred_at', 'event_id'))
      .orderBy('occurred_at')
      .orderBy('event_id')
      .limit(rowsAtOnce)
      .select(['event_id', 'name', 'route', 'detail', 'occurred_at'])
      .execute();
  for await (const { event_id: _, occurred_at, ...event } of pagesOf(owner, read, (row) => ({
    at: row.occurred_at,
    id: row.event_id,
  })))
    yield { ...event, occurred_at: occurred_at.toISOString() };
}
