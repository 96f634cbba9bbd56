import { cleanPicture } from './clean-picture.ts';
import { densestPart } from './densest-part.ts';
import type { Engine, ReadingOptions, RecognizedLine } from './engine.ts';
import type { GreyPicture } from './page-picture.ts';
import { type Evidence, textOf, weigh } from './page-text.ts';

/** A page is read well if so many letters are trusted, they are such a part of all, and words lie. */
const trustedAtLeast = 20;
const shareAtLeast = 0.8;
const tallAtMost = 0.5;
/** A page of so many lines is a table or a form if most of them have so few words. */
const linesAtLeast = 4;
const wordsOfCell = 3;
/** The part of what is trusted in columns that must be found in rows, too. */
const inRowsAtLeast = 0.95;
/** No further attempt begins after so much processor time. */
const attemptsMs = 20_000;
/** Another script or side is believed if that much more is trusted. */
const clearlyMore = 1.2;
/** The quarter turns of a page that lies wrong, the most frequent first. */
const turnsOfWrong = [2, 1, 3] as const;
const thousand = 1_000;

type Attempt = ReadingOptions & { readonly engine: Engine };
type Reading = { readonly attempt: Attempt; readonly lines: readonly RecognizedLine[]; readonly evidence: Evidence };

/**
 * Returns the text of a page. A page that lies on its side or upside down, is set in the script of another engine, or
 * has shadows is found by how much of it is trusted: a part of it is tried in all ways, then all of it in the best.
 * `spentMs` tells the time that is budgeted, which is the processor's: on a busy machine pages are read no worse.
 */
export function recognizePage(
  shown: GreyPicture,
  engines: readonly Engine[],
  spentMs: () => number = threadMs,
): string {
  const endsAt = spentMs() + attemptsMs;
  const isTimeLeft = () => spentMs() < endsAt;
  const picture = cleanPicture(shown);
  const part = densestPart(picture);
  const [first, ...others] = engines.map((engine): Attempt => ({
    engine,
    turns: 0,
    isAdaptive: false,
    isInRows: false,
  }));
  if (first === undefined) return '';
  const upright = others.length === 0 ? first : bestOf(part, [first, ...others], isTimeLeft)?.attempt;
  let reading = read(picture, upright ?? first);
  const takeIfBetter = (attempt: Attempt) => {
    const other = read(picture, attempt);
    if (valueOf(other) > valueOf(reading)) reading = other;
  };
  if (!isGood(reading) && isTimeLeft()) {
    const isAdaptive = reading.lines.length === 0;
    const turned = turnsOfWrong.flatMap((turns) =>
      engines.map((engine): Attempt => ({ engine, turns, isAdaptive, isInRows: false })),
    );
    const sample = bestOf(part, turned, isTimeLeft);
    if (sample !== null && qualityOf(sample) > qualityOf(reading) * clearlyMore) takeIfBetter(sample.attempt);
  }
  if (!isGood(reading) && !reading.attempt.isAdaptive && isTimeLeft())
    takeIfBetter({ ...reading.attempt, isAdaptive: true });
  if (hasCells(reading) && isTimeLeft()) {
    const inRows = read(picture, { ...reading.attempt, isInRows: true });
    const isEnough = valueOf(inRows) >= valueOf(reading) * inRowsAtLeast;
    if (isEnough && inRows.lines.length < reading.lines.length) reading = inRows;
  }
  return textOf(reading.lines);
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / thousand;
}

function read(picture: GreyPicture, attempt: Attempt): Reading {
  const { engine, ...options } = attempt;
  const lines = engine.read(picture, options);
  return { attempt, lines, evidence: weigh(lines) };
}

/** Reads until one is good. Returns the best; an earlier one if a later one has hardly more; null without any. */
function bestOf(picture: GreyPicture, attempts: readonly Attempt[], isTimeLeft: () => boolean): Reading | null {
  let best: Reading | null = null;
  for (const attempt of attempts) {
    if (!isTimeLeft()) break;
    const reading = read(picture, attempt);
    if (best === null || valueOf(reading) > valueOf(best) * clearlyMore) best = reading;
    if (isGood(reading)) break;
  }
  return best;
}

function hasCells({ lines }: Reading): boolean {
  const short = lines.filter(({ words }) => words.length <= wordsOfCell).length;
  return lines.length >= linesAtLeast && short * 2 > lines.length;
}

const valueOf = (reading: Reading) => reading.evidence.trusted * qualityOf(reading);

/** What is read sideways is in a wrong order, if it is read at all. */
const qualityOf = ({ evidence: { share, tall } }: Reading) => (tall > tallAtMost ? share / 2 : share);

const isGood = ({ evidence: { trusted, share, tall } }: Reading) =>
  trusted >= trustedAtLeast && share >= shareAtLeast && tall <= tallAtMost;
