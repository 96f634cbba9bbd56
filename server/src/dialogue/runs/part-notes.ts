import type { Citation, RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { FilePart } from '../../library/files/parts.ts';
import type { AllowedModel } from '../../platform/language-models/allowed-model.ts';
import { type AnsweringPart, answerWith } from '../../platform/language-models/answering.ts';
import {
  ModelFailure,
  type PartNotes,
  type Question,
  type Source,
} from '../../platform/language-models/language-model.ts';
import { citedNumbers, takeNotesPrompt, withNumbers } from '../../platform/language-models/prompt.ts';
import { bytesOfTokens } from '../../platform/language-models/tokens.ts';
import type { NotedParts } from './part-plan.ts';

/** A member whose tokens are limited has them read one after the other, so that each is reserved before. */
const readAtOnce = 3;
/** About two tokens, as they are estimated here. */
const wordsAToken = 0.5;
/** An answer can refer to 999 sources. */
const highestNumber = 999;

/** A part that was read, with the numbers that it was given in. */
export type ReadPart = { readonly part: FilePart; readonly notes: PartNotes };

export type PartReader = {
  /** Sources of a part, numbered from 1, as the model may see them. */
  readonly sourcesOf: (part: FilePart) => Promise<readonly Source[]>;
  readonly took: (usage: Extract<AnsweringPart, { type: 'usage' }>) => void;
  /** These parts are read, the last of them just now. */
  readonly read: (parts: readonly FilePart[]) => Promise<void>;
};

/**
 * Has a model take notes of each part for the question, a few at a time. `notesTokens`: of all notes together. A part
 * that the model will say nothing to is left out; any other failure ends it with a ModelFailure or a BudgetSpent, an
 * abortion with the reason of the signal.
 */
export async function readParts(
  wanted: AllowedModel,
  question: Question,
  { parts, notesTokens }: NotedParts,
  reader: PartReader,
): Promise<ReadPart[]> {
  const failing = new AbortController();
  const signal = AbortSignal.any([question.signal, failing.signal]);
  const tokens = Math.floor(notesTokens / parts.length);
  const notes: (ReadPart | null)[] = parts.map(() => null);
  const waiting = [...parts.entries()];
  const done: FilePart[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, part] = next;
      const sources = await reader.sourcesOf(part);
      const text = await takeNotes(
        wanted,
        { ...partQuestion(question, sources, Math.floor(tokens * wordsAToken)), signal },
        reader.took,
      );
      if (text !== null)
        notes[at] = {
          part,
          notes: {
            ...placeOf(parts, at),
            fileName: sources[0]?.citation.file_name ?? '',
            ...cited(cutTo(text, bytesOfTokens(tokens)), sources),
          },
        };
      done.push(part);
      await reader.read(done);
    }
  };
  const works = Array.from({ length: question.budget === undefined ? Math.min(readAtOnce, parts.length) : 1 }, () =>
    work().catch((error: unknown) => failing.abort(error)),
  );
  // All of them end before this does: what each call took is told.
  await Promise.all(works);
  failing.signal.throwIfAborted();
  return notes.filter((it) => it !== null);
}

/** Null where the model will say nothing to this part. */
async function takeNotes(wanted: AllowedModel, question: Question, took: PartReader['took']): Promise<string | null> {
  let text = '';
  try {
    for await (const part of answerWith(wanted, question)) {
      if (part.type === 'text') text += part.text;
      if (part.type === 'usage') took(part);
    }
    return text.trim();
  } catch (error) {
    if (error instanceof ModelFailure && (error.code === 'model_refused' || error.code === 'model_answer_unusable'))
      return null;
    throw error;
  }
}

/** Of the dialogue a part is read for its last prompt alone. */
function partQuestion(
  { turns, language, budget, hasEvents, signal }: Question,
  sources: readonly Source[],
  words: number,
): Question {
  const prompt = turns.at(-1);
  return {
    instructions: takeNotesPrompt(words),
    turns: prompt === undefined ? [] : [{ author: prompt.author, content: prompt.content }],
    sources,
    fileNames: [],
    ...{ language, budget, signal },
    ...(hasEvents === true ? { hasEvents } : {}),
  };
}

function placeOf(parts: readonly FilePart[], at: number): { part: number; parts: number } {
  const ofFile = parts.filter(({ fileId }) => fileId === parts[at]?.fileId);
  return { part: ofFile.findIndex((part) => part === parts[at]) + 1, parts: ofFile.length };
}

function cited(text: string, sources: readonly Source[]): { text: string; citations: Citation[] } {
  const numbers = citedNumbers(text);
  return { text, citations: sources.map(({ citation }) => citation).filter(({ number }) => numbers.has(number)) };
}

/** A text of so many bytes at most, cut between two characters. */
const cutTo = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });

/**
 * Notes whose numbers go on from those of the sources; what would get a number that no answer can refer to loses it.
 */
export function numberNotes(notes: readonly PartNotes[], sources: number): PartNotes[] {
  let last = sources;
  return notes.map(({ text, citations, ...place }) => {
    const numberOf = new Map(
      citations.flatMap(({ number }) => (last < highestNumber ? [[number, (last += 1)] as const] : [])),
    );
    return {
      ...place,
      text: withNumbers(text, numberOf),
      citations: citations.flatMap((citation) => {
        const number = numberOf.get(citation.number);
        return number === undefined ? [] : [{ ...citation, number }];
      }),
    };
  });
}

/** What is read of files when these of their parts are. */
export function readingAfter(reading: RunReading, { parts }: NotedParts, done: readonly FilePart[]): RunReading {
  const bytesOf = (among: readonly FilePart[], id: string) =>
    among.reduce((sum, { fileId, bytes }) => (fileId === id ? sum + bytes : sum), 0);
  const files = reading.files.map(({ file_id: id, name, share, ...noted }) => {
    const planned = bytesOf(parts, id);
    const count = done.filter(({ fileId }) => fileId === id).length;
    return planned === 0
      ? { file_id: id, name, share, ...noted }
      : { file_id: id, name, share: share * (bytesOf(done, id) / planned), ...(count === 0 ? {} : { parts: count }) };
  });
  return { ...reading, files };
}
