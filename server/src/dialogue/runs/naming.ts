import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { type EventPlace, withoutEvents } from '@parlance/shared/contract/agents/event-material';
import { sql } from 'kysely';
import { filesOf } from '../../library/knowledge/visible.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { type CallRow, findCallsOfAnswers } from '../tools/calls.ts';
import { chosenAddresses } from '../tools/chosen-addresses.ts';
import type { Naming, NamingResult } from '../tools/named-addresses.ts';
import { toldResult } from '../tools/told-calls.ts';

/** The newest part of a branch that is searched: messages and bytes. Earlier messages no longer name anything. */
const messagesAtMost = 2_000;
const bytesAtMost = 4_000_000;
/** The number of last answers whose calls are searched for links: each call returns up to 160,000 characters. */
const answersAtMost = 30;

type Read = {
  readonly runId: string;
  /** The sources given to the model. */
  readonly sources: readonly Source[];
  /** The calls of this answer whose results the model was given. */
  readonly rows: readonly CallRow[];
};

/** Returns everything a run has read that may name an address: it alone decides which calls need no permission. */
export async function readNaming(trx: Trx, { runId, sources, rows }: Read): Promise<Naming> {
  const run = await trx
    .selectFrom('runs')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('runs.id', '=', runId)
    .select(['runs.prompt_id', 'runs.member_id', 'runs.definition', 'bots.id as bot_id', 'bots.instructions'])
    .executeTakeFirstOrThrow();
  const branch = await readBranch(trx, run.prompt_id, run.member_id);
  const earlier = await findCallsOfAnswers(
    trx,
    branch
      .filter(({ author }) => author === 'bot')
      .slice(0, answersAtMost)
      .map(({ id }) => id),
  );
  return {
    texts: [
      ...branch
        .filter(({ is_own: isOwn }) => isOwn)
        .map(({ content, event_places: places }) => withoutEvents(content, places)),
      ...sources.map(({ citation }) => citation.passage),
    ],
    results: [...[...earlier.values()].flat(), ...rows].flatMap(resultOf),
    instructions: run.definition?.instructions ?? run.instructions,
    pages: await pagesOf(trx, run.bot_id, run.definition),
  };
}

type Message = {
  readonly id: string;
  readonly author: 'member' | 'bot';
  readonly content: string;
  readonly event_places: readonly EventPlace[];
  /** True for a prompt this person has sent: a copied one is somebody else’s. */
  readonly is_own: boolean;
};

/** Reads the branch from a prompt upwards, newest first. */
async function readBranch(trx: Trx, promptId: string, memberId: string): Promise<Message[]> {
  const { rows } = await sql<Message>`
    with recursive branch as (
      select id, parent_id, author, content, event_places, 1 as step, octet_length(content)::bigint as bytes from messages where id = ${promptId}
      union all
      select above.id, above.parent_id, above.author, above.content, above.event_places, branch.step + 1, branch.bytes + octet_length(above.content)
      from branch join messages as above on above.id = branch.parent_id where branch.step < ${messagesAtMost} and branch.bytes <= ${bytesAtMost})
    select id, author, content, event_places, author = 'member' and exists (select from runs where runs.prompt_id = branch.id and runs.member_id = ${memberId}) as is_own from branch order by step`.execute(
    trx,
  );
  return rows;
}

/**
 * Returns the result of a call, and the part of its input that the model chose. Arguments that their person has allowed
 * were theirs to see; the host of a page could not be chosen. A failure usually just repeats its input.
 */
function resultOf(row: CallRow): NamingResult[] {
  const { kind, state, asks_because: asksBecause, arguments: text } = row;
  if (state !== 'done') return [];
  const sent = asksBecause !== null ? '' : kind === 'web-page' ? behindHost(text) : plain(text);
  return [{ text: toldResult(row), sent }];
}

function behindHost(text: string): string {
  const [page = ''] = chosenAddresses({ kind: 'web-page', described: { parameters: {} } }, text);
  if (!URL.canParse(page)) return page;
  const { pathname, search } = new URL(page);
  return pathname + search;
}

/** Normalises JSON, which may write a letter in two ways. */
function plain(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Returns the addresses of web pages in the agent's knowledge. */
async function pagesOf(trx: Trx, botId: string, definition: AgentDefinition | null): Promise<string[]> {
  const tried = definition === null ? null : await filesOf(trx, definition.knowledge_ids);
  let known = trx.selectFrom('knowledge_sources').where('url', 'is not', null).where('deleted_at', 'is', null);
  known =
    tried === null
      ? known.where('file_id', 'in', trx.selectFrom('bot_files').where('bot_id', '=', botId).select('file_id'))
      : known.where('file_id', '=', sql<string>`any(${tried}::uuid[])`);
  const rows = await known.select('url').execute();
  return rows.flatMap(({ url }) => url ?? []);
}
