import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { type EventPlace, withEventsApart } from '@parlance/shared/contract/agents/event-material';
import type { RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import { type BranchFile, filesOfBranch } from '../../library/attachments/branch-files.ts';
import { bytesAroundPassage, readBeginnings, readHeadings } from '../../library/files/beginnings.ts';
import type { FilePart } from '../../library/files/parts.ts';
import {
  type PassageQuery as Search,
  numberPassages,
  rankPassages,
  sourcesAtMost,
} from '../../library/files/passage-search.ts';
import { filesOf } from '../../library/knowledge/visible.ts';
import type { Trx } from '../../platform/db/database.ts';
import { assumedTokensToSend } from '../../platform/language-models/context-room.ts';
import type {
  GivenFile,
  LanguageModel,
  Question,
  Source,
  Turn,
} from '../../platform/language-models/language-model.ts';
import {
  bytesOfTokens,
  estimateTokens,
  tokensAPicture,
  tokensOfBytes,
  tokensOfTurn,
} from '../../platform/language-models/tokens.ts';
import { turnsBefore } from '../messages/branch.ts';
import { withEarlierCalls } from './earlier-calls.ts';
import { type NotedParts, planNotes } from './part-plan.ts';
import { picturesAtMost } from './pictures.ts';
import { type Readable, planReading } from './reading-plan.ts';

/** The longest dialogues that are read whole, where a model takes that much. */
const messagesAtMost = 2_000;
/**
 * Kept free of what is sent for the passages that are found, where there are files: this share, and no more than they
 * take.
 */
const shareOfFound = 0.15;
const foundTokensAtMost = 4_000;
/** What stands around the name of a file. */
const tokensAroundName = 25;
/** Of the files that a bot knows the model is told so many by name. */
const namedFilesAtMost = 30;
/** What the system prompt says beside instructions and sources. */
const tokensAround = 300;
/** With files, for their names and headings together: this share of what is sent, and no more. */
const shareOfNames = 0.1;
const namesTokensAtMost = 1_500;
/** The model that quotes reads nothing but the prompt. */
const messagesOfEmbedded = 20;

type Options = {
  promptId: string;
  language: Language;
  /** What is tried in place of what is published; null: nothing is. */
  definition: AgentDefinition | null;
  /** It may call something, and so it is told what was called before. */
  hasTools: boolean;
  /** Its person wants the files to be read whole, in as many parts as may be. */
  readsWhole: boolean;
  /** Tokens that are taken already: by what it is told that it may call, and by what there is of the answer. */
  takenTokens: number;
};

/** A question as the database has it, and what else belongs to it that is not in the database. */
export type ReadQuestion = {
  readonly question: Omit<Question, 'signal'>;
  /** How its sources were found, and all that were, for a search by meaning. */
  readonly search: Search;
  readonly found: readonly Source[];
  /** The beginnings of attachments, which stand among the sources before what was found. */
  readonly begun: readonly Source[];
  /** What of the dialogue and its files the model is not given at once; null where it is given everything. */
  readonly reading: RunReading | null;
  /**
   * The parts in which files are to be read before it is asked, and the tokens that there are for all notes of them;
   * null where none is.
   */
  readonly parts: NotedParts | null;
  /** By the place of the turn that brought them; the newest first. */
  readonly pictures: readonly { readonly turn: number; readonly mediaType: string; readonly storageKey: string }[];
};

/** Everything the database has that a model needs to answer a prompt, as much of it as the model takes. */
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
  const known = tried?.map(({ name }) => name) ?? botFiles;
  const fileNames = [...documents.map(({ name }) => name), ...known];
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
  // Where there is no file there is nothing to find, and the first word of the answer waits for nothing.
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
      files: [...files, ...namedWithin(known, namesTokens).map((name) => ({ name, share: 0, headings: [] }))],
    },
    search,
    found,
    begun,
    reading: model.kind === 'embedded' ? null : readingOf(turnIds, turns.length < before.length, files),
    parts,
    pictures: attached
      .filter(({ kind }) => kind === 'image')
      .map(({ message_id, media_type: mediaType, storage_key: storageKey }) => ({
        turn: turnIds.indexOf(message_id),
        mediaType,
        storageKey,
      }))
      .filter(({ turn }) => turn >= 0),
  };
}

type PromptParts = { instructions: string; content: string; pictures: number; takenTokens: number; hasFiles: boolean };

/** Tokens that are left for the dialogue and its files. */
function roomOf(model: LanguageModel, { instructions, content, pictures, takenTokens, hasFiles }: PromptParts): number {
  const toSend = assumedTokensToSend(model.context_length);
  const found = hasFiles ? Math.min(foundTokensAtMost, Math.floor(toSend * shareOfFound)) : 0;
  const named = hasFiles ? namesTokensOf(model) : 0;
  const seen = model.sees_images ? Math.min(pictures, picturesAtMost) * tokensAPicture : 0;
  return (
    toSend - found - named - seen - takenTokens - estimateTokens(instructions) - estimateTokens(content) - tokensAround
  );
}

const namesTokensOf = ({ context_length: contextLength }: LanguageModel) =>
  Math.min(namesTokensAtMost, Math.floor(assumedTokensToSend(contextLength) * shareOfNames));

/** As many of the names of files as half of the tokens hold. */
function namedWithin(names: readonly string[], tokens: number): string[] {
  let left = tokens / 2;
  return names.slice(0, namedFilesAtMost).filter((name) => (left -= estimateTokens(name) + tokensAroundName) >= 0);
}

/** `text`: as it was written. */
type EarlierTurn = {
  readonly id: string;
  readonly turn: Turn;
  readonly tokens: number;
  readonly text: string;
  readonly hasEvents: boolean;
};

/**
 * The turns before a prompt, oldest first. The first one may be there only to show that more was said than there is
 * room for.
 */
async function turnsWithin(
  trx: Trx,
  model: LanguageModel,
  { promptId, room, hasTools }: { promptId: string; room: number; hasTools: boolean },
): Promise<EarlierTurn[]> {
  const messages = model.kind === 'embedded' ? messagesOfEmbedded : messagesAtMost;
  const rows = await turnsBefore(trx, promptId, { messages, bytes: bytesOfTokens(Math.max(room, 0)) });
  const told = rows.map((row) => ({ ...row, content: toldOf(model, row) }));
  const turns: Turn[] = hasTools
    ? await withEarlierCalls(trx, told)
    : told.map(({ author, content }) => ({ author, content }));
  return rows.map((row, at) => saidOf(row, turns[at]));
}

/** A prompt as a model is given it. The one that quotes reads nothing as an instruction. */
const toldOf = (
  { kind }: LanguageModel,
  { content, event_places: places }: { content: string; event_places: readonly EventPlace[] },
) => (kind === 'embedded' ? content : withEventsApart(content, places));

function saidOf(
  { id, content: text, event_places: places }: { id: string; content: string; event_places: readonly EventPlace[] },
  turn: Turn | undefined,
): EarlierTurn {
  if (turn === undefined) throw new Error('A turn of a dialogue is gone while it is read.');
  return { id, turn, tokens: tokensOfTurn(turn), text, hasEvents: places.length > 0 };
}

const readableOf = ({ id, message_id: messageId, bytes_of_text: bytes, passages }: BranchFile): Readable => ({
  id,
  messageId,
  tokens: tokensOfBytes(bytes + passages * bytesAroundPassage),
});

/**
 * The beginnings of the documents as planned but of those that are read in parts, and what the model is told of each.
 */
async function readDocuments(
  trx: Trx,
  documents: readonly BranchFile[],
  planned: ReadonlyMap<string, number>,
  { namesTokens, parts }: { namesTokens: number; parts: readonly FilePart[] },
): Promise<{ begun: Source[]; files: ReadFile[] }> {
  const partsOf = Map.groupBy(parts, ({ fileId }) => fileId);
  const tokensOf = (id: string) => (partsOf.has(id) ? 0 : (planned.get(id) ?? 0));
  const begun = await readBeginnings(
    trx,
    documents
      .filter(({ id }) => tokensOf(id) > 0)
      .map(({ id }) => ({ fileId: id, bytes: bytesOfTokens(tokensOf(id)) })),
  );
  const bytesRead = new Map<string, number>();
  for (const { citation } of begun)
    bytesRead.set(citation.file_id, (bytesRead.get(citation.file_id) ?? 0) + Buffer.byteLength(citation.passage));
  for (const { fileId, bytes } of parts) bytesRead.set(fileId, (bytesRead.get(fileId) ?? 0) + bytes);
  const read = documents.map((document) => ({
    document,
    share: document.bytes_of_text === 0 ? 1 : (bytesRead.get(document.id) ?? 0) / document.bytes_of_text,
  }));
  const headings = await readHeadings(
    trx,
    read.filter(({ share }) => share < 1).map(({ document }) => document.id),
    namesTokens / 2,
  );
  return {
    begun,
    files: read.map(({ document: { id, name }, share }) => ({
      id,
      name,
      share,
      headings: headings.get(id) ?? [],
      ...notedIn(partsOf.get(id)?.length),
    })),
  };
}

type ReadFile = GivenFile & { readonly id: string; readonly parts?: number };

const notedIn = (parts: number | undefined) => (parts === undefined ? {} : { isNoted: true, parts });

function readingOf(turnIds: readonly string[], isCut: boolean, files: readonly ReadFile[]): RunReading | null {
  const cut = files
    .filter(({ share, parts }) => share < 1 || parts !== undefined)
    .map(({ id, name, share, parts }) => ({ file_id: id, name, share, ...(parts === undefined ? {} : { parts }) }));
  return isCut || cut.length > 0 ? { first_message_id: isCut ? (turnIds[0] ?? null) : null, files: cut } : null;
}

type First = { instructions: string; content: string };

/** The first prompt of a dialogue where there are no files: nothing else belongs to it. */
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
 * The prompt, who is asked, and whether there are files at all. In one round trip: the first word of the answer waits
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
        string[]
      >`array(select files.name from bot_files join files on files.id = bot_files.file_id where bot_files.bot_id = bots.id order by files.name)`.as(
        'bot_files',
      ),
    )
    .select(
      sql<boolean>`exists (select from messages as any_message join message_attachments on message_attachments.message_id = any_message.id
      where any_message.dialogue_id = messages.dialogue_id)`.as('has_attachments'),
    )
    .executeTakeFirstOrThrow();
}

/** The files that a definition names, by name. */
async function filesTried(
  trx: Trx,
  { knowledge_ids: knowledgeIds }: AgentDefinition,
): Promise<{ id: string; name: string }[]> {
  const ids = await filesOf(trx, knowledgeIds);
  return ids.length === 0
    ? []
    : trx.selectFrom('files').where('id', 'in', ids).select(['id', 'name']).orderBy('name').execute();
}

/** The beginnings of files, then the best of what was found and does not stand in them. */
export function sourcesOf(begun: readonly Source[], found: readonly Source[]): Source[] {
  const placeOf = ({ citation }: Source) => `${citation.file_id} ${citation.position}`;
  const given = new Set(begun.map(placeOf));
  return numberPassages([...begun, ...found.filter((source) => !given.has(placeOf(source))).slice(0, sourcesAtMost)]);
}

/**
 * A language model can tell what of the prompt before still matters (“and for part-time?”). The one that quotes
 * cannot: it would answer the earlier question again.
 */
function searchText(model: LanguageModel, before: readonly EarlierTurn[], prompt: string): string {
  const earlier = model.kind === 'embedded' ? undefined : before.findLast(({ turn }) => turn.author === 'member');
  return earlier === undefined ? prompt : `${prompt}\n${earlier.text}`;
}
