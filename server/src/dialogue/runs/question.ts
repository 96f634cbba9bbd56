import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { type EventPlace, withEventsApart } from '@parlance/shared/contract/agents/event-material';
import type { RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import { filesOfBranch } from '../../library/attachments/branch-files.ts';
import {
  type PassageQuery as Search,
  numberPassages,
  rankPassages,
  sourcesAtMost,
} from '../../library/files/passage-search.ts';
import { filesOf } from '../../library/knowledge/visible.ts';
import type { Trx } from '../../platform/db/database.ts';
import { assumedTokensToSend } from '../../platform/language-models/context-room.ts';
import type { LanguageModel, Question, Source, Turn } from '../../platform/language-models/language-model.ts';
import { bytesOfTokens, estimateTokens, tokensAPicture, tokensOfTurn } from '../../platform/language-models/tokens.ts';
import { turnsBefore } from '../messages/branch.ts';
import { type CallPicture, withEarlierCalls } from './earlier-calls.ts';
import { type NamedFile, namedWithin, namesTokensOf, readDocuments, readableOf, readingOf } from './given-files.ts';
import { type NotedParts, planNotes } from './part-plan.ts';
import { type StoredPicture, picturesAtMost, storedPictures } from './pictures.ts';
import { planReading } from './reading-plan.ts';

/** The maximal number of messages read, if the model takes that much. */
const messagesAtMost = 2_000;
/** The share of the prompt kept free for retrieved passages, if there are files, and its upper limit. */
const shareOfFound = 0.15;
const foundTokensAtMost = 4_000;
/** The tokens of the system prompt beside instructions and sources. */
const tokensAround = 300;
/** The model that quotes reads only the prompt. */
const messagesOfEmbedded = 20;

type Options = {
  promptId: string;
  language: Language;
  /** The definition tried instead of the published one; null if there is none. */
  definition: AgentDefinition | null;
  /** True if it may call tools, so that earlier calls are included. */
  hasTools: boolean;
  /** True if the person wants the files read whole, in as many parts as allowed. */
  readsWhole: boolean;
  /** The tokens already taken: by tool definitions, and by the existing part of the answer. */
  takenTokens: number;
};

/** A question from the database, with the references to what is outside of it. */
export type ReadQuestion = {
  readonly question: Omit<Question, 'signal'>;
  /** The search for its sources and all of its hits, for the search by meaning. */
  readonly search: Search;
  readonly found: readonly Source[];
  /** The beginnings of attachments, which precede the retrieved passages among the sources. */
  readonly begun: readonly Source[];
  /** The part of the dialogue and its files that the model does not get at once; null if it gets everything. */
  readonly reading: RunReading | null;
  /** The parts of files to read first, and the tokens for all notes on them; null if there are none. */
  readonly parts: NotedParts | null;
  /** The pictures by the index of their turn; newest first. */
  readonly pictures: readonly StoredPicture[];
};

/** Reads from the database all that a model needs to answer a prompt, as far as its context allows. */
export async function readQuestion(
  trx: Trx,
  model: LanguageModel,
  { promptId, language, definition, hasTools, readsWhole, takenTokens }: Options,
): Promise<ReadQuestion> {
  const {
    bot_id,
    instructions: published,
    event_places: places,
    bot_files: botFiles,
    has_attachments: hasAttachments,
    ...prompt
  } = await readAsked(trx, promptId);
  const content = toldOf(model, { content: prompt.content, event_places: places });
  const instructions = definition?.instructions ?? published;
  const tried = definition === null ? null : await filesTried(trx, definition);
  const attached = hasAttachments ? await filesOfBranch(trx, promptId) : [];
  const documents = attached.filter(({ kind }) => kind === 'document');
  const known = tried ?? botFiles;
  const fileNames = [...documents, ...known].map(({ name }) => name);
  const room = roomOf(model, {
    instructions,
    content,
    pictures: attached.length - documents.length,
    takenTokens,
    hasFiles: fileNames.length > 0,
  });
  const before = await turnsWithin(trx, model, { promptId, room, hasTools });
  const plan = planReading({
    room,
    turns: before.map(({ tokens }) => tokens).reverse(),
    files: model.kind === 'embedded' ? [] : documents.map(readableOf),
  });
  const turns = before.slice(before.length - plan.turns);
  const search: Search = {
    botId: tried === null ? bot_id : null,
    fileIds: [...documents, ...(tried ?? [])].map(({ id }) => id),
    language,
    question: searchText(model, turns, prompt.content),
  };
  const namesTokens = namesTokensOf(model);
  // Without files there is nothing to search, and the first word of the answer waits for nothing.
  const found = fileNames.length === 0 ? [] : await rankPassages(trx, search);
  const cut =
    model.kind === 'embedded'
      ? []
      : documents.filter((document) => (plan.files.get(document.id) ?? 0) < readableOf(document).tokens);
  const parts = await planNotes(trx, model, {
    promptId,
    prompt: prompt.content,
    content,
    cut,
    planned: plan.files,
    found,
    readsWhole,
  });
  const { begun, files } = await readDocuments(trx, documents, plan.files, { namesTokens, parts: parts?.parts ?? [] });
  const turnIds = [...turns.map(({ id }) => id), promptId];
  return {
    question: {
      instructions,
      language,
      turns: [...turns.map(({ turn }) => turn), { author: 'member', content }],
      sources: sourcesOf(begun, found),
      fileNames,
      ...(places.length > 0 || turns.some(({ hasEvents }) => hasEvents) ? { hasEvents: true } : {}),
      files: [...files, ...namedWithin(known, namesTokens).map((file) => ({ ...file, share: 0, headings: [] }))],
    },
    search,
    found,
    begun,
    reading: model.kind === 'embedded' ? null : readingOf(turnIds, turns.length < before.length, files),
    parts,
    pictures: storedPictures(attached, turns, turnIds),
  };
}

type PromptParts = { instructions: string; content: string; pictures: number; takenTokens: number; hasFiles: boolean };

/** Returns the tokens left for the dialogue and its files. */
function roomOf(model: LanguageModel, { instructions, content, pictures, takenTokens, hasFiles }: PromptParts): number {
  const toSend = assumedTokensToSend(model.context_length);
  const found = hasFiles ? Math.min(foundTokensAtMost, Math.floor(toSend * shareOfFound)) : 0;
  const named = hasFiles ? namesTokensOf(model) : 0;
  const seen = model.sees_images ? Math.min(pictures, picturesAtMost) * tokensAPicture : 0;
  return (
    toSend - found - named - seen - takenTokens - estimateTokens(instructions) - estimateTokens(content) - tokensAround
  );
}

/** An earlier turn; `text` is the original. */
type EarlierTurn = {
  readonly id: string;
  readonly turn: Turn;
  readonly tokens: number;
  readonly text: string;
  readonly hasEvents: boolean;
  /** The pictures in the results of its calls that the model is shown. */
  readonly pictures: readonly CallPicture[];
};

/** Returns the turns before a prompt, oldest first. The first one may only show that more was said than fits. */
async function turnsWithin(
  trx: Trx,
  model: LanguageModel,
  { promptId, room, hasTools }: { promptId: string; room: number; hasTools: boolean },
): Promise<EarlierTurn[]> {
  const messages = model.kind === 'embedded' ? messagesOfEmbedded : messagesAtMost;
  const rows = await turnsBefore(trx, promptId, { messages, bytes: bytesOfTokens(Math.max(room, 0)) });
  if (!hasTools) return rows.map((row) => saidOf(row, { author: row.author, content: toldOf(model, row) }, []));
  const told = rows.map((row) => ({ ...row, content: toldOf(model, row) }));
  const turns = await withEarlierCalls(trx, told, model.sees_images ? picturesAtMost : 0);
  return rows.map((row, at) => saidOf(row, turns[at]?.turn, turns[at]?.pictures ?? []));
}

/** Returns a prompt in the form for a model. The one that quotes reads nothing as an instruction. */
const toldOf = (
  { kind }: LanguageModel,
  { content, event_places: places }: { content: string; event_places: readonly EventPlace[] },
) => (kind === 'embedded' ? content : withEventsApart(content, places));

function saidOf(
  { id, content: text, event_places: places }: { id: string; content: string; event_places: readonly EventPlace[] },
  turn: Turn | undefined,
  pictures: readonly CallPicture[],
): EarlierTurn {
  if (turn === undefined) throw new Error('A turn of a dialogue is gone while it is read.');
  const tokens = tokensOfTurn(turn) + pictures.length * tokensAPicture;
  return { id, turn, tokens, text, hasEvents: places.length > 0, pictures };
}

type First = { instructions: string; content: string };

/** Builds the question of a dialogue's first prompt without files: nothing else belongs to it. */
export function firstQuestion(
  { instructions, content }: First,
  { bot_id: botId, language }: { bot_id: string; language: Language },
): ReadQuestion {
  return {
    question: { instructions, language, turns: [{ author: 'member', content }], sources: [], fileNames: [] },
    search: { botId, fileIds: [], language, question: content },
    found: [],
    begun: [],
    reading: null,
    parts: null,
    pictures: [],
  };
}

/**
 * Reads the prompt, the bot, and whether there are files at all, in one round trip: the first word of the answer waits
 * for it.
 */
function readAsked(trx: Trx, promptId: string) {
  return trx
    .selectFrom('messages')
    .innerJoin('dialogues', 'dialogues.id', 'messages.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('messages.id', '=', promptId)
    .select(['bots.id as bot_id', 'bots.instructions', 'messages.content', 'messages.event_places'])
    .select(
      sql<
        NamedFile[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', files.id, 'name', files.name) order by files.name) from bot_files join files on files.id = bot_files.file_id where bot_files.bot_id = bots.id), '[]')`.as(
        'bot_files',
      ),
    )
    .select(
      sql<boolean>`exists (select from messages as any_message join message_attachments on message_attachments.message_id = any_message.id
      where any_message.dialogue_id = messages.dialogue_id)`.as('has_attachments'),
    )
    .executeTakeFirstOrThrow();
}

/** Finds the files that a definition names, by name. */
async function filesTried(trx: Trx, { knowledge_ids: knowledgeIds }: AgentDefinition): Promise<NamedFile[]> {
  const ids = await filesOf(trx, knowledgeIds);
  return ids.length === 0
    ? []
    : trx.selectFrom('files').where('id', 'in', ids).select(['id', 'name']).orderBy('name').execute();
}

/** Combines the beginnings of files with the best passages not among them. */
export function sourcesOf(begun: readonly Source[], found: readonly Source[]): Source[] {
  const placeOf = ({ citation }: Source) => `${citation.file_id} ${citation.position}`;
  const given = new Set(begun.map(placeOf));
  return numberPassages([...begun, ...found.filter((source) => !given.has(placeOf(source))).slice(0, sourcesAtMost)]);
}

/**
 * Returns the search text. A language model can tell what of the previous prompt still matters (“and for part-time?”).
 * The one that quotes cannot: it would answer the earlier question again.
 */
function searchText(model: LanguageModel, before: readonly EarlierTurn[], prompt: string): string {
  const earlier = model.kind === 'embedded' ? undefined : before.findLast(({ turn }) => turn.author === 'member');
  return earlier === undefined ? prompt : `${prompt}\n${earlier.text}`;
}
