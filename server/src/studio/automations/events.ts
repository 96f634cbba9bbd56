import { type Holder, can } from '@parlance/shared/contract/access/evaluate';
import { fallbackLanguage, textIn } from '@parlance/shared/contract/values/language';
import type { answerRated } from '../../dialogue/dialogues/domain-events.ts';
import type { rulesHit } from '../../dialogue/governance/domain-events.ts';
import type { fileAdded } from '../../library/knowledge/domain-events.ts';
import { isReadableBy, sourcesWithFolders } from '../../library/knowledge/visible.ts';
import type { MemberHolder } from '../../people/privileges/holder.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { EventDetail } from '../../platform/domain-events/domain-event.ts';
import { depthHere } from '../executions/depth.ts';
import { depthOfRun, depthOfSource } from './depth.ts';
import { isAwaited, raiseEvent } from './raise.ts';

/** Characters of a prompt and of an answer that an event has. */
const textAtMost = 50_000;
const shortened = (text: string) =>
  text.length > textAtMost ? `${text.slice(0, textAtMost - 1).toWellFormed()}…` : text;

/** Who reads events: the owner of an automation, or whoever makes one. */
export type EventReader = Pick<MemberHolder, 'memberId' | 'organizationId'> & Holder;
type Who = EventReader;

/** Sources that a person may read, as events tell of them; the last added first. */
const readableSources = (trx: Trx, who: Who) =>
  sourcesWithFolders(trx)
    .innerJoin('files', 'files.id', 'source.file_id')
    .where('source.organization_id', '=', who.organizationId)
    .where(isReadableBy(who));

const toldOfSource = [
  'source.id',
  'source.name',
  'source.kind',
  'source.url',
  'files.media_type',
  'files.size',
  'source.created_at',
  'source.folder_id',
  'folder.name as folder_name',
] as const;
type ToldSource = {
  id: string;
  name: string;
  kind: string;
  url: string | null;
  media_type: string;
  size: number;
  created_at: Date;
  folder_id: string | null;
  folder_name: string | null;
};

const fileEvent = ({ created_at, folder_id, folder_name, media_type, size, ...source }: ToldSource) => ({
  file: { ...source, media_type, size },
  folder: folder_id === null ? null : { id: folder_id, name: folder_name },
  at: created_at.toISOString(),
});

export async function raiseFileAdded(
  trx: Trx,
  { organizationId, sourceId }: EventDetail<typeof fileAdded>,
): Promise<void> {
  if (!(await isAwaited(trx, organizationId, 'file'))) return;
  const source = await sourcesWithFolders(trx)
    .innerJoin('files', 'files.id', 'source.file_id')
    .where('source.organization_id', '=', organizationId)
    .where('source.id', '=', sourceId)
    .select(toldOfSource)
    .executeTakeFirst();
  if (source === undefined) return;
  await raiseEvent(trx, {
    organizationId,
    kind: 'file',
    isWanted: ({ knowledge_ids: ids }) =>
      ids.length === 0 || ids.includes(source.id) || (source.folder_id !== null && ids.includes(source.folder_id)),
    isReadable: async (owner) =>
      (await readableSources(trx, owner).where('source.id', '=', sourceId).select('source.id').executeTakeFirst()) !==
      undefined,
    event: async () => fileEvent(source),
    depth: () => depthOfSource(trx, sourceId),
  });
}

/** Files that were added, the latest first, of those that a person may read. */
export async function findFileEvents(trx: Trx, who: Who, ids: readonly string[], limit: number) {
  let query = readableSources(trx, who).where('files.state', '=', 'ready');
  if (ids.length > 0)
    query = query.where((is) => is.or([is('source.id', 'in', ids), is('source.folder_id', 'in', ids)]));
  const rows = await query
    .orderBy('source.created_at', 'desc')
    .orderBy('source.id')
    .limit(limit)
    .select(toldOfSource)
    .execute();
  return rows.map((row) => ({ id: row.id, at: row.created_at, event: fileEvent(row) }));
}

/**
 * Whoever may look into the dialogue log reads what others have rated; everybody else what they rated themselves. No
 * event names who it was.
 */
const readsAllRatings = (who: Who) => can(who, { kind: 'feature', action: 'use', id: 'dialogue_log' });

const rated = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('ratings')
    .innerJoin('messages', 'messages.id', 'ratings.message_id')
    .innerJoin('dialogues', 'dialogues.id', 'messages.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .leftJoin('messages as prompts', 'prompts.id', 'messages.parent_id')
    .where('ratings.organization_id', '=', organizationId)
    .where('dialogues.kind', '=', 'member')
    .where('dialogues.deleted_at', 'is', null)
    .where('bots.deleted_at', 'is', null)
    .select([
      'ratings.value',
      'ratings.reasons',
      'ratings.comment',
      'ratings.updated_at',
      'messages.id',
      'messages.content as answer',
      'prompts.content as prompt',
      'dialogues.member_id',
      'bots.id as bot_id',
      'bots.name as bot_name',
    ]);
type RatedRow = Awaited<ReturnType<ReturnType<typeof rated>['executeTakeFirstOrThrow']>>;

const ratingEvent = (
  { value, reasons, comment, updated_at, id, answer, prompt, bot_id, bot_name }: RatedRow,
  isFirst: boolean,
) => ({
  rating: { value, reasons, comment, is_first: isFirst },
  bot: { id: bot_id, name: textIn(bot_name, fallbackLanguage) },
  message: { id, prompt: shortened(prompt ?? ''), answer: shortened(answer) },
  at: updated_at.toISOString(),
});

/** What was said before of an answer and is said again is no event. */
export async function raiseRated(
  trx: Trx,
  { organizationId, messageId, before }: EventDetail<typeof answerRated>,
): Promise<void> {
  if (!(await isAwaited(trx, organizationId, 'rating'))) return;
  const row = await rated(trx, organizationId).where('ratings.message_id', '=', messageId).executeTakeFirst();
  if (row === undefined || (before !== undefined && before.value === row.value && before.comment === row.comment))
    return;
  await raiseEvent(trx, {
    organizationId,
    kind: 'rating',
    isWanted: ({ rating, bot_ids: ids }) =>
      (rating === 'any' || rating === row.value) && (ids.length === 0 || ids.includes(row.bot_id)),
    isReadable: async (owner) => owner.memberId === row.member_id || readsAllRatings(owner),
    event: async () => ratingEvent(row, before === undefined),
    depth: async () => depthHere(),
  });
}

export async function findRatingEvents(
  trx: Trx,
  who: Who,
  { rating, botIds }: { rating: 'down' | 'up' | 'any'; botIds: readonly string[] },
  limit: number,
) {
  let query = rated(trx, who.organizationId);
  if (rating !== 'any') query = query.where('ratings.value', '=', rating);
  if (botIds.length > 0) query = query.where('bots.id', 'in', botIds);
  if (!readsAllRatings(who)) query = query.where('dialogues.member_id', '=', who.memberId);
  const rows = await query.orderBy('ratings.updated_at', 'desc').orderBy('messages.id').limit(limit).execute();
  return rows.map((row) => ({ id: row.id, at: row.updated_at, event: ratingEvent(row, true) }));
}

/** Which rule did what: nothing of the text, and nothing of whose it was. */
const readsRules = (who: Who) => can(who, { kind: 'feature', action: 'use', id: 'governance' });

const hits = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('governance_hits')
    .innerJoin('governance_rules', (join) =>
      join.onRef('governance_rules.id', '=', 'governance_hits.rule_id').on('governance_rules.deleted_at', 'is', null),
    )
    .leftJoin('bots', 'bots.id', 'governance_hits.bot_id')
    .where('governance_hits.organization_id', '=', organizationId)
    .select([
      'governance_hits.id',
      'governance_hits.kind',
      'governance_hits.action',
      'governance_hits.count',
      'governance_hits.created_at',
      'governance_hits.rule_id',
      'governance_rules.definition',
      'governance_hits.bot_id',
      'bots.name as bot_name',
    ]);
type HitRow = Awaited<ReturnType<ReturnType<typeof hits>['executeTakeFirstOrThrow']>>;

const ruleEvent = ({ kind, action, count, created_at, rule_id, definition, bot_id, bot_name }: HitRow) => ({
  rule: { id: rule_id, name: definition.name },
  hit: { kind, action, count },
  bot: bot_id === null || bot_name === null ? null : { id: bot_id, name: textIn(bot_name, fallbackLanguage) },
  at: created_at.toISOString(),
});

export async function raiseRuleHits(
  trx: Trx,
  { organizationId, hitIds, runId }: EventDetail<typeof rulesHit>,
): Promise<void> {
  if (!(await isAwaited(trx, organizationId, 'rule'))) return;
  const rows = await hits(trx, organizationId)
    .where('governance_hits.id', 'in', hitIds)
    .orderBy('governance_hits.id')
    .execute();
  for (const row of rows) {
    await raiseEvent(trx, {
      organizationId,
      kind: 'rule',
      isWanted: ({ rule_ids: ids }) => ids.length === 0 || ids.includes(row.rule_id),
      isReadable: async (owner) => readsRules(owner),
      event: async () => ruleEvent(row),
      depth: async () => (runId === null ? depthHere() : depthOfRun(trx, runId)),
    });
  }
}

export async function findRuleEvents(trx: Trx, who: Who, ids: readonly string[], limit: number) {
  if (!readsRules(who)) return [];
  let query = hits(trx, who.organizationId);
  if (ids.length > 0) query = query.where('governance_rules.id', 'in', ids);
  const rows = await query
    .orderBy('governance_hits.created_at', 'desc')
    .orderBy('governance_hits.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, at: row.created_at, event: ruleEvent(row) }));
}
