import { citedNumbers, withNumbers } from '@parlance/shared/contract/api/runs/citation-marks';
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
import { takeNotesPrompt } from '../../platform/language-models/prompt.ts';
import { bytesOfTokens } from '../../platform/language-models/tokens.ts';
import type { NotedParts } from './part-plan.ts';

/** The concurrency; a member with a token limit reads one after the other, so that each part is reserved before. */
const readAtOnce = 3;
/** The tokens of a word, about two, by the estimate used here. */
const wordsAToken = 0.5;
/** The highest number: an answer can cite 999 sources. */
const highestNumber = 999;

/** A part that was read, with the numbers it was given. */
export type ReadPart = { readonly part: FilePart; readonly notes: PartNotes };

export type PartReader = {
  /** Returns the sources of a part, numbered from 1, as the model may see them. */
  readonly sourcesOf: (part: FilePart) => Promise<readonly Source[]>;
  readonly took: (usage: Extract<AnsweringPart, { type: 'usage' }>) => void;
  /** Called with the parts read so far, the last of them just now. */
  readonly read: (parts: readonly FilePart[]) => Promise<void>;
};

/**
 * Makes a model take notes on each part for the question, a few at a time. `notesTokens`: for all notes together. A
 * part that the model refuses is left out; any other failure ends it with a ModelFailure or a BudgetSpent, an abort
 * with the reason of the signal.
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
  // Waits for all of them, so that the usage of each call is recorded.
  await Promise.all(works);
  failing.signal.throwIfAborted();
  return notes.filter((it) => it !== null);
}

/** Takes notes on a part; null if the model refuses it. */
async function takeNotes(wanted: AllowedModel, question: Question, took: PartReader['took']): Promise<string | null> {
  let text = '';
  try {
    for await (const part of answerWith(wanted, question)) {
      if (part.type === 'text') text += part.text;
      if (part.type === 'unsaid') text = '';
      if (part.type === 'usage') took(part);
    }
    return text.trim();
  } catch (error) {
    if (error instanceof ModelFailure && (error.code === 'model_refused' || error.code === 'model_answer_unusable'))
      return null;
    throw error;
  }
}

/** Builds the question about a part: only the last prompt of the dialogue is included. */
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

/** Cuts a text to a number of bytes, between two characters. */
const cutTo = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });

/** Renumbers notes to continue the sources; citations beyond the highest number are dropped. */
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

/** Returns the reading state once these parts are done. */
export function readingAfter(reading: RunReading, { parts }: NotedParts, done: readonly FilePart[]): RunReading {
  const bytesOf = (among: readonly FilePart[], id: string) =>
    among.reduce((sum, { fileId, bytes }) => (fileId === id ? sum + bytes : sum), 0);
  const files = reading.files.map(({ file_id: id, name, share, parts: read, ...more }) => {
    const planned = bytesOf(parts, id);
    const count = done.filter(({ fileId }) => fileId === id).length;
    const noted = planned === 0 ? read : count === 0 ? undefined : count;
    return {
      file_id: id,
      name,
      share: planned === 0 ? share : share * (bytesOf(done, id) / planned),
      ...(noted === undefined ? {} : { parts: noted }),
      ...more,
    };
  });
  return { ...reading, files };
}
