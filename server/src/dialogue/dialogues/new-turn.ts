import { randomUUID } from 'node:crypto';
import type { Holder } from '@parlance/shared/contract/access/evaluate';
import type { AgentDefinition, AgentTool, ReasoningEffort } from '@parlance/shared/contract/agents/agent-definition';
import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import type { Turn } from '@parlance/shared/contract/api/dialogues';
import type { AppliedRule, Citation } from '@parlance/shared/contract/api/runs/runs';
import { sql } from 'kysely';
import { recordingUse } from '../../library/bots/repository.ts';
import { isUsableBy, modelsDenied } from '../../library/bots/visibility.ts';
import {
  type SpentAllowance,
  budgetsOf,
  refuseSpent,
  reserveLeft,
  reserveOf,
  takenColumns,
  takingAllowance,
} from '../../money/ledger/allowance.ts';
import { modelFor } from '../../money/ledger/model-for.ts';
import { giveBackReserved, type Reserve } from '../../money/ledger/run-budget.ts';
import { countingDialogue, refuseUsedUp } from '../../money/subscription/begun-dialogues.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { often } from '../../platform/db/preparing-client.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import type { BornRun } from '../runs/assignment.ts';
import { type AnswersAtOnce, type UnderWay, refuseTooMany, underWayColumn } from '../runs/at-once.ts';
import { insertingRun } from '../runs/repository.ts';

type Asker = Holder & Pick<Caller, 'organizationId' | 'memberId' | 'language' | 'governanceVersion'>;

/** The beginning of an answer. */
export type AnswerStart = {
  readonly content: string;
  readonly citations: readonly Citation[];
  readonly applied_rules: readonly AppliedRule[];
};
/** The place of a turn: a dialogue created with it, or an existing one that this transaction has locked. */
export type Place = { readonly botId: string; readonly parentId: string | null } & (
  | { readonly title: string; /** True if it is in the lists of its member. */ readonly isListed: boolean }
  | { readonly dialogueId: string }
);
/** The prompt to answer: a new one, or an existing one. */
export type Prompt =
  | {
      readonly text: string;
      readonly appliedRules: readonly AppliedRule[];
      /** The places of event values in it. */
      readonly eventPlaces?: readonly EventPlace[];
    }
  | { readonly promptId: string };

type NewTurn = {
  readonly place: Place;
  readonly prompt: Prompt;
  readonly begun: AnswerStart | null;
  /** True to read files that do not fit in parts, as many as allowed. */
  readonly readsWhole?: boolean;
  readonly idempotencyKey: string;
  /** The fingerprint; null for a key that no request has sent. */
  readonly requestFingerprint: Buffer | null;
  /** True if another answer is running or waiting in the dialogue, so that this one waits behind it. */
  readonly waits: boolean;
  readonly processId: string;
  readonly models: Catalog;
  readonly config: AnswersAtOnce;
  /** The definition that somebody with the right tries instead of the published one; its dialogue is in no list. */
  readonly definition?: AgentDefinition;
};

export type MadeTurn = {
  /** The turn as its member receives it, for a new prompt without attachments. */
  readonly turn: Turn;
  readonly modelId: string | null;
  /** The run for the runner, unless the answer waits. */
  readonly born: BornRun | null;
};

type Row = SpentAllowance &
  UnderWay & {
    created_at: Date;
    month: string;
    model_id: string | null;
    instructions: string;
    tools: AgentTool[];
    tool_steps: number;
    temperature: number | null;
    max_output_tokens: number | null;
    reasoning_effort: ReasoningEffort | null;
    has_files: boolean;
    versions: string[];
    begun: number | null;
    dialogues_limit: number | null;
  };
type Ids = { runId: string; dialogueId: string; promptId: string; answerId: string };

/**
 * Stores a prompt, its empty answer, the run, and its share of the budgets in one statement: the first word of the
 * answer waits for it. Null, with nothing stored, if the member may not ask the bot or has used the key before. Throws
 * allowance_spent if the member, the bot or the organisation has used up the month's budget, too_many_answers if the
 * member or the organisation has the maximum under way, and dialogues_used_up if the plan has no dialogue left to
 * begin.
 */
export async function insertTurn(trx: Trx, caller: Asker, asked: NewTurn): Promise<MadeTurn | null> {
  const { organizationId, memberId, language } = caller;
  if (asked.definition !== undefined) modelFor(caller, asked.models, asked.definition.model_id);
  const ids: Ids = {
    runId: randomUUID(),
    dialogueId: 'dialogueId' in asked.place ? asked.place.dialogueId : randomUUID(),
    promptId: 'promptId' in asked.prompt ? asked.prompt.promptId : randomUUID(),
    answerId: randomUUID(),
  };
  const status = asked.waits ? 'queued' : 'running';
  const run = {
    id: ids.runId,
    organizationId,
    memberId,
    language,
    status,
    ...ids,
    idempotencyKey: asked.idempotencyKey,
    requestFingerprint: asked.requestFingerprint,
    processId: asked.processId,
    readsWhole: asked.readsWhole ?? false,
    definition: asked.definition,
  } as const;
  // A trial is in no list, and counts against the answers alone.
  const begins = 'title' in asked.place && asked.definition === undefined;
  const { rows } = await sql<Row>`
    with asked as ${often} (
      select bots.id as bot_id, bots.instructions, bots.model_id, bots.tools, bots.tool_steps, bots.temperature, bots.max_output_tokens, bots.reasoning_effort, plans.dialogues_a_month, ${budgetsOf(caller)}, ${reserveOf(promptText(asked.prompt))} as reserve,
        exists (select from bot_files where bot_files.bot_id = bots.id) as has_files
      from bots
      join organizations on organizations.id = bots.organization_id
      join plans on plans.name = organizations.plan_name
      where bots.organization_id = ${organizationId} and bots.id = ${asked.place.botId} and ${asked.definition === undefined ? isUsableBy(caller, asked.models) : sql`bots.deleted_at is null`}
    ), run as (${insertingRun(run)}
    ), dialogue as (${enteringDialogue(caller, asked, ids)}
    ), written as (${insertingMessages(organizationId, asked, ids)}
    ), used as (${asked.definition === undefined ? recordingUse(caller) : sql`select`}
    ), taken as (${takingAllowance(caller)}
    ), begun as (${begins ? countingDialogue(organizationId, sql`run`) : sql`select null::integer as count`}
    )
    select ${takenColumns}, ${underWayColumn(caller, asked.config)}, run.created_at, run.month, asked.model_id, asked.instructions, asked.tools, asked.tool_steps, asked.temperature, asked.max_output_tokens, asked.reasoning_effort, asked.has_files,
      (select count from begun) as begun, asked.dialogues_a_month as dialogues_limit,
      ${versionsOf(asked, ids.dialogueId)} as versions
    from asked, run, taken`.execute(trx);
  refuseSpent(rows);
  refuseTooMany(rows, asked.config);
  const [row] = rows;
  if (row !== undefined) refuseUsedUp({ begun: row.begun, limit: row.dialogues_limit });
  if (row === undefined) return null;
  const left = reserveLeft(rows);
  // The last tokens of a month: the answer gets what is left.
  if (left !== null)
    await giveBackReserved(
      trx,
      ids.runId,
      { organizationId, memberId, botId: asked.place.botId, month: row.month },
      left.tooMany,
    );
  return madeOf(caller, asked, ids, { ...row, left });
}

const promptText = (prompt: Prompt) =>
  'text' in prompt ? sql`${prompt.text}::text` : sql`(select content from messages where id = ${prompt.promptId})`;

/** Updates the dialogue: its last message is the answer. */
const enteringDialogue = (
  { organizationId, memberId }: Asker,
  { place, definition }: NewTurn,
  { dialogueId, answerId }: Ids,
) =>
  'dialogueId' in place
    ? sql`update dialogues set leaf_id = ${answerId}::uuid, updated_at = now() from run where dialogues.id = ${dialogueId}`
    : sql`insert into dialogues (id, organization_id, member_id, bot_id, title, leaf_id, is_listed, kind)
        select ${dialogueId}::uuid, ${organizationId}::uuid, ${memberId}::uuid, asked.bot_id, ${place.title}, ${answerId}::uuid, ${place.isListed}, ${definition === undefined ? 'member' : 'test'} from run, asked`;

/** Inserts the prompt, if it is new, and the answer, behind all messages of the dialogue. */
function insertingMessages(
  organizationId: string,
  { place, prompt, begun }: NewTurn,
  { dialogueId, promptId, answerId }: Ids,
) {
  const answer = {
    id: answerId,
    parent: promptId,
    author: 'bot',
    content: begun?.content ?? '',
    citations: jsonOf(begun?.citations ?? []),
    rules: jsonOf(begun?.applied_rules ?? []),
    places: '[]',
  };
  const messages =
    'text' in prompt
      ? [
          {
            id: promptId,
            parent: place.parentId,
            author: 'member',
            content: prompt.text,
            citations: '[]',
            rules: jsonOf(prompt.appliedRules),
            places: jsonOf(prompt.eventPlaces ?? []),
          },
          answer,
        ]
      : [answer];
  return sql`
    insert into messages (id, organization_id, dialogue_id, parent_id, position, author, content, citations, applied_rules, event_places)
    select added.id, ${organizationId}::uuid, ${dialogueId}::uuid, added.parent_id, last.position + added.place, added.author, added.content, added.citations, added.rules, added.places
    from run, (select coalesce(max(position), 0) as position from messages where dialogue_id = ${dialogueId}) as last,
      unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ parent }) => parent)}::uuid[], ${messages.map(({ author }) => author)}::text[],
        ${messages.map(({ content }) => content)}::text[], ${messages.map(({ citations }) => citations)}::jsonb[], ${messages.map(({ rules }) => rules)}::jsonb[],
        ${messages.map(({ places }) => places)}::jsonb[]) with ordinality as added (id, parent_id, author, content, citations, rules, places, place)`;
}

/** Selects the existing versions of the prompt. An index serves null only by IS NULL. */
function versionsOf({ place, prompt }: NewTurn, dialogueId: string) {
  if ('promptId' in prompt || 'title' in place) return sql`'{}'::uuid[]`;
  const { parentId } = place;
  const hasParent = parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`;
  return sql`array(select id from messages where dialogue_id = ${dialogueId} and ${hasParent} order by position)`;
}

function madeOf(caller: Asker, asked: NewTurn, ids: Ids, row: Row & { left: Reserve | null }): MadeTurn {
  const { organizationId, memberId, language, governanceVersion } = caller;
  const { place, prompt, begun, waits } = asked;
  const { runId, dialogueId, promptId, answerId } = ids;
  const message = { citations: [], attachments: [], rating: null, created_at: row.created_at.toISOString(), run: null };
  const answer = {
    content: begun?.content ?? '',
    citations: [...(begun?.citations ?? [])],
    ...toldRules(begun?.applied_rules ?? []),
  };
  const modelId = (asked.definition ?? row).model_id;
  return {
    turn: {
      dialogue_id: dialogueId,
      prompt: {
        ...message,
        id: promptId,
        parent_id: place.parentId,
        versions: [...row.versions, promptId],
        author: 'member',
        content: 'text' in prompt ? prompt.text : '',
        ...toldRules('text' in prompt ? prompt.appliedRules : []),
      },
      answer: {
        ...message,
        id: answerId,
        parent_id: promptId,
        versions: [answerId],
        author: 'bot',
        ...answer,
        run: { id: runId, status: waits ? 'queued' : 'running', error_code: null },
      },
    },
    modelId,
    born: waits
      ? null
      : {
          ...{ id: runId, organizationId },
          begun: {
            ...{
              prompt_id: promptId,
              member_id: memberId,
              dialogue_id: ids.dialogueId,
              language,
              begun: answer.content,
              citations: answer.citations,
              applied_rules: [...(begun?.applied_rules ?? [])],
              bot_id: place.botId,
              model_id: modelId,
              month: row.month,
            },
            ...{
              definition: asked.definition ?? null,
              tools: row.tools,
              tool_steps: row.tool_steps,
              temperature: row.temperature,
              max_output_tokens: row.max_output_tokens,
              reasoning_effort: row.reasoning_effort,
              is_unattended: false,
              reads_whole: asked.readsWhole ?? false,
              part_notes: null,
              begun_length: null,
              first_ms: null,
              input_tokens: null,
              output_tokens: null,
            },
            ...{ text_from: 0, reasoning: null, reasoning_ms: null },
            governance_version: governanceVersion,
            models_denied: modelsDenied(caller, asked.models),
            token_limit: row.left?.limit ?? null,
            reserved_tokens: row.left?.reserved ?? row.reserve,
          },
          question: questionOf(asked, row),
        },
  };
}

const toldRules = (rules: readonly AppliedRule[]) => (rules.length > 0 ? { applied_rules: [...rules] } : {});

/** The first prompt of a dialogue stands alone if there are no files and no tools, and all of it is its author's. */
function questionOf(
  { place, prompt, definition }: NewTurn,
  { instructions, tools, has_files: hasFiles }: Row,
): BornRun['question'] {
  const isAll =
    definition === undefined
      ? !hasFiles && tools.length === 0
      : definition.knowledge_ids.length === 0 && definition.tools.length === 0;
  return 'text' in prompt && 'title' in place && isAll && (prompt.eventPlaces ?? []).length === 0
    ? { instructions: definition?.instructions ?? instructions, content: prompt.text }
    : null;
}
