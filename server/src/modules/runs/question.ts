import type { AgentDefinition } from '@parlance/shared/contract/agent-definition';
import type { Language } from '@parlance/shared/contract/language';
import { sql } from 'kysely';
import type { LanguageModel, Question, Source, Turn } from '../../models/language-model.ts';
import { tokensOfBytes } from '../../models/tokens.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { type BranchFile, filesOfBranch } from '../attachments/branch-files.ts';
import { turnsBefore } from '../dialogues/branch.ts';
import { type Asked as Search, numbered, rankPassages, sourcesAtMost } from '../files/passage-search.ts';
import { wholeFiles } from '../files/whole-files.ts';
import { filesOf } from '../knowledge/visible.ts';
import { withEarlierCalls } from './earlier-calls.ts';

/** What of a dialogue a model gets to see: enough to follow it, little enough for every model. */
const turnsAtMost = 20;
const turnsMaxLength = 60_000;
/** Of attachments that are given whole, in tokens, and the share of what the model takes that they may have. */
const wholeTokensAtMost = 8_000;
const shareOfWhole = 0.35;

type Asked = {
  promptId: string;
  language: Language;
  /** What is tried in place of what is published; null: nothing is. */
  definition: AgentDefinition | null;
  /** It may call something, and so it is told what was called before. */
  hasTools: boolean;
};

/** A question as the database has it, and what else belongs to it that is not in the database. */
export type ReadQuestion = {
  readonly question: Omit<Question, 'signal'>;
  /** How its sources were found, and all that were, for a search by meaning. */
  readonly search: Search;
  readonly found: readonly Source[];
  /** Attachments that are among the sources whole, before what was found. */
  readonly whole: readonly Source[];
  /** By the place of the turn that brought them; the newest first. */
  readonly pictures: readonly { readonly turn: number; readonly mediaType: string; readonly storageKey: string }[];
};

/** Everything the database has that a model needs to answer a prompt. */
export async function readQuestion(trx: Trx, model: LanguageModel, { promptId, language, definition, hasTools }: Asked): Promise<ReadQuestion> {
  const { bot_id, instructions, content, bot_files: botFiles, has_attachments: hasAttachments } = await readAsked(trx, promptId);
  const tried = definition === null ? null : await filesTried(trx, definition);
  const before = withinRoom(await turnsBefore(trx, promptId, turnsAtMost), turnsMaxLength - content.length);
  const attached = hasAttachments ? await filesOfBranch(trx, promptId) : [];
  const documents = attached.filter(({ kind }) => kind === 'document');
  const search: Search = { botId: tried === null ? bot_id : null, fileIds: [...documents, ...(tried ?? [])].map(({ id }) => id), language, question: searchText(model, before, content) };
  const whole = await wholeFiles(trx, givenWhole(documents, model));
  const fileNames = [...documents.map(({ name }) => name), ...(tried?.map(({ name }) => name) ?? botFiles)];
  // Where there is no file there is nothing to find, and the first word of the answer waits for nothing.
  const found = fileNames.length === 0 ? [] : await rankPassages(trx, search);
  const turnIds = [...before.map(({ id }) => id), promptId];
  return {
    question: {
      instructions: definition?.instructions ?? instructions,
      language,
      turns: [...(hasTools ? await withEarlierCalls(trx, before) : before.map(({ author, content: said }) => ({ author, content: said }))), { author: 'member', content }],
      sources: sourcesOf(whole, found),
      fileNames,
    },
    search,
    found,
    whole,
    pictures: attached
      .filter(({ kind }) => kind === 'image')
      .map(({ message_id, media_type: mediaType, storage_key: storageKey }) => ({ turn: turnIds.indexOf(message_id), mediaType, storageKey }))
      .filter(({ turn }) => turn >= 0),
  };
}

type First = { instructions: string; content: string };

/** The first prompt of a dialogue where there are no files: nothing else belongs to it. */
export function firstQuestion({ instructions, content }: First, { bot_id: botId, language }: { bot_id: string; language: Language }): ReadQuestion {
  return {
    question: { instructions, language, turns: [{ author: 'member', content }], sources: [], fileNames: [] },
    search: { botId, fileIds: [], language, question: content },
    found: [],
    whole: [],
    pictures: [],
  };
}

/** The prompt, who is asked, and whether there are files at all. In one round trip: the first word of the answer waits for it. */
function readAsked(trx: Trx, promptId: string) {
  return trx
    .selectFrom('messages')
    .innerJoin('dialogues', 'dialogues.id', 'messages.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('messages.id', '=', promptId)
    .select(['bots.id as bot_id', 'bots.instructions', 'messages.content'])
    .select(sql<string[]>`array(select files.name from bot_files join files on files.id = bot_files.file_id where bot_files.bot_id = bots.id order by files.name)`.as('bot_files'))
    .select(sql<boolean>`exists (select from messages as any_message join message_attachments on message_attachments.message_id = any_message.id
      where any_message.dialogue_id = messages.dialogue_id)`.as('has_attachments'))
    .executeTakeFirstOrThrow();
}

/** The files that a definition names, by name. */
async function filesTried(trx: Trx, { knowledge_ids: knowledgeIds }: AgentDefinition): Promise<{ id: string; name: string }[]> {
  const ids = await filesOf(trx, knowledgeIds);
  return ids.length === 0 ? [] : trx.selectFrom('files').where('id', 'in', ids).select(['id', 'name']).orderBy('name').execute();
}

/** What is given whole, then the best of what was found elsewhere. */
export function sourcesOf(whole: readonly Source[], found: readonly Source[]): Source[] {
  const given = new Set(whole.map(({ citation }) => citation.file_id));
  return numbered([...whole, ...found.filter(({ citation }) => !given.has(citation.file_id)).slice(0, sourcesAtMost)]);
}

/**
 * The files that fit, the newest first: “sum it up” shares no word with the text, and a model that reads can do it all
 * the same. The one that quotes is given what was found, and nothing else.
 */
function givenWhole(documents: readonly BranchFile[], { kind, context_length: contextLength }: LanguageModel): string[] {
  if (kind === 'embedded') return [];
  let room = Math.min(wholeTokensAtMost, contextLength === null ? Infinity : contextLength * shareOfWhole);
  return documents
    .filter(({ bytes_of_text }) => {
      const tokens = tokensOfBytes(bytes_of_text);
      if (tokens > room) return false;
      room -= tokens;
      return true;
    })
    .map(({ id }) => id);
}

/**
 * A language model can tell what of the prompt before still matters (“and for part-time?”). The one that quotes
 * cannot: it would answer the earlier question again.
 */
function searchText(model: LanguageModel, before: readonly Turn[], prompt: string): string {
  const earlier = model.kind === 'embedded' ? undefined : before.findLast(({ author }) => author === 'member');
  return earlier === undefined ? prompt : `${prompt}\n${earlier.content}`;
}

/** The last turns that fit, oldest first. */
function withinRoom<T extends Turn>(turns: readonly T[], room: number): T[] {
  let left = room;
  const tooLong = turns.findLastIndex(({ content }) => (left -= content.length) < 0);
  return turns.slice(tooLong + 1);
}
