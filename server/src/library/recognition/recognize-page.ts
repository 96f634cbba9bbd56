import { densestPart } from './densest-part.ts';
import type { Engine, ReadingOptions, RecognizedLine } from './engine.ts';
import type { GreyPicture } from './page-picture.ts';
import { type Evidence, textOf, weigh } from './page-text.ts';

/** A page is read well if so many letters are trusted, they are such a part of all, and words lie. */
const trustedAtLeast = 20;
const shareAtLeast = 0.8;
const tallAtMost = 0.5;
/** No further attempt begins after this time. */
const attemptsMs = 25_000;
/** Another language or side is believed if it has that much more that is trusted. */
const clearlyMore = 1.2;

type Attempt = ReadingOptions & { readonly engine: Engine };
type Reading = { readonly lines: readonly RecognizedLine[]; readonly evidence: Evidence };

/**
 * Returns the text of a page. A page that lies on its side or upside down, is set in the script of another engine, or
 * has shadows is found by how much of it is trusted: a part of it is tried in all ways, then all of it in the best.
 */
export function recognizePage(
  picture: GreyPicture,
  engines: readonly Engine[],
  now: () => number = () => performance.now(),
): string {
  const endsAt = now() + attemptsMs;
  const isTimeLeft = () => now() < endsAt;
  const part = densestPart(picture);
  const upright = engines.map((engine): Attempt => ({ engine, turns: 0, isAdaptive: false }));
  let best = upright.length > 1 ? bestOf(part, upright, isTimeLeft) : upright[0];
  if (best === undefined) return '';
  let reading = read(picture, best);
  let tried = best;
  const take = (attempt: Attempt) => {
    if (!isTimeLeft() || isSame(attempt, tried)) return;
    tried = attempt;
    const other = read(picture, attempt);
    if (valueOf(other) > valueOf(reading)) [best, reading] = [attempt, other];
  };
  if (!isGood(reading)) {
    const isAdaptive = reading.lines.length === 0;
    const turned = ([0, 1, 2, 3] as const).flatMap((turns) =>
      engines.map((engine): Attempt => ({ engine, turns, isAdaptive })),
    );
    const other = bestOf(part, turned, isTimeLeft);
    if (other !== undefined) take(other);
  }
  if (!isGood(reading)) take({ ...best, isAdaptive: true });
  return textOf(reading.lines);
}

function read(picture: GreyPicture, { engine, ...options }: Attempt): Reading {
  const lines = engine.read(picture, options);
  return { lines, evidence: weigh(lines) };
}

/** Returns the attempt with the most that is trusted; an earlier one if a later one has hardly more. */
function bestOf(picture: GreyPicture, attempts: readonly Attempt[], isTimeLeft: () => boolean): Attempt | undefined {
  let best = attempts[0];
  let most = 0;
  for (const attempt of attempts) {
    if (!isTimeLeft()) break;
    const value = valueOf(read(picture, attempt));
    if (value > most * clearlyMore) [best, most] = [attempt, value];
  }
  return best;
}

const isSame = (one: Attempt, other: Attempt) =>
  one.engine === other.engine && one.turns === other.turns && one.isAdaptive === other.isAdaptive;

const valueOf = ({ evidence: { trusted, share, tall } }: Reading) => trusted * share * (tall > tallAtMost ? 0.5 : 1);

const isGood = ({ evidence: { trusted, share, tall } }: Reading) =>
  trusted >= trustedAtLeast && share >= shareAtLeast && tall <= tallAtMost;
