import { type Condition, maskText } from '@parlance/shared/contract/api/governance/rule';
import { BothViews, type FoundPiece, findInBoth } from './both-views.ts';
import { contextLength } from './boundaries.ts';
import { languageLength, languageOf } from './language.ts';
import { openMarksIn } from './read-text.ts';
import type { Checker, Rule } from './rule-set.ts';

/** What a rule has found in a text. */
export type RuleFinding = {
  readonly rule: Rule;
  count: number;
  /** What was found first with a little around it, where everything that any rule finds is masked. */
  readonly context: string;
  readonly places: { readonly start: number; readonly end: number; readonly condition: number }[];
};
type Place = FoundPiece & { readonly rule: Rule; readonly condition: number };

/** UTF-16 code units around what was found that are told with it. */
const excerptLength = 40;

/**
 * Lets a text through as it comes, and keeps back what may still become something that a rule is about: neither a whole
 * nor a part of it is ever given out. What is given out of a text does not depend on how it was cut.
 */
export class Guard {
  readonly #checker: Checker;
  readonly #found = new Map<Rule, RuleFinding>();
  /** Searches that may have found something before the last quiet place, and after it. */
  readonly #ended = new Set<number>();
  readonly #open = new Set<number>();
  /** The last of what has gone out, as it was: whether a word begins after it depends on it. */
  #context: string;
  /** The same as it may be told in a hit. */
  #told = '';
  #held = '';
  readonly #views: BothViews;
  #scanned = 0;
  #quiet = 0;
  /** UTF-16 code units before what is held. */
  #length: number;
  /** As long as the language of the text is not judged, its beginning. */
  #beginning: string | null;
  #stoppedBy: Rule | null = null;

  /** `before`: what the text goes on from; it has been checked. */
  constructor(checker: Checker, before = '') {
    this.#checker = checker;
    this.#context = before.slice(-contextLength);
    this.#length = before.length;
    this.#views = new BothViews(checker);
    this.#beginning = checker.judgesLanguage ? before : null;
  }

  /** The rule that ends the text here; nothing goes out any more. */
  get stoppedBy(): Rule | null {
    return this.#stoppedBy;
  }

  /** How many rules have found something so far. */
  get findings(): number {
    return this.#found.size;
  }

  /** What was found so far, by the order of the rules. */
  get found(): readonly RuleFinding[] {
    return this.#checker.rules.flatMap((rule) => this.#found.get(rule) ?? []);
  }

  /** Takes a further piece of the text, and gives what may go out now. */
  push(text: string): string {
    if (this.#stoppedBy !== null) return '';
    this.#held += text;
    this.#scan(false);
    if (this.#beginning !== null && !this.#judgeLanguage(false)) return '';
    return this.#letOut(this.#quiet);
  }

  /**
   * Gives what was kept back: nothing comes that could make it a match. A text that goes on all the same is another
   * one.
   */
  settle(): string {
    if (this.#stoppedBy !== null) return '';
    this.#scan(true);
    if (this.#beginning !== null) this.#judgeLanguage(true);
    this.#close();
    const out = this.#letOut(this.#held.length);
    this.#views.begin();
    // What follows begins on a line of its own.
    this.#context += '\n';
    return out;
  }

  /** `isAll`: nothing follows what is held. */
  #scan(isAll: boolean): void {
    const held = this.#held;
    while (this.#scanned < held.length) {
      const length = this.#views.step(held, this.#scanned, isAll, this.#open);
      if (length === 0) return;
      this.#scanned += length;
      const last = held.charCodeAt(this.#scanned - 1);
      // A pair is one character: what stands before its second half is not known yet.
      if (!this.#views.isQuiet || (last >= 0xd800 && last <= 0xdbff)) continue;
      this.#quiet = this.#scanned;
      if (this.#open.size > 0) this.#close();
    }
  }

  #close(): void {
    for (const search of this.#open) this.#ended.add(search);
    this.#open.clear();
  }

  #letOut(upTo: number): string {
    // Its language may have stopped it meanwhile.
    if (upTo === 0 || this.#stoppedBy !== null) return '';
    const text = this.#held.slice(0, upTo);
    const isPlain = this.#ended.size === 0 && this.#longerThan(upTo).length === 0;
    const out = isPlain ? text : this.#checked(text);
    this.#told = isPlain ? (this.#told + text).slice(-excerptLength) : this.#told;
    this.#context = (this.#context + text).slice(-contextLength);
    this.#held = this.#held.slice(upTo);
    this.#length += upTo;
    this.#scanned -= upTo;
    this.#quiet = 0;
    this.#ended.clear();
    return out;
  }

  /** The beginning of what is held with its masks, up to where a rule stops it. */
  #checked(text: string): string {
    const places = [...this.#placesIn(text.length), ...this.#longerThan(text.length)].sort(
      (a, b) => a.start - b.start || a.end - b.end,
    );
    const stop = places.find(({ rule }) => rule.action === 'block');
    const kept = stop === undefined ? places : places.filter(({ start }) => start <= stop.start);
    const told = masked(text, kept);
    for (const place of kept) this.#note(place, text, kept);
    this.#told = (this.#told + told).slice(-excerptLength);
    this.#stoppedBy = stop?.rule ?? null;
    return masked(
      text.slice(0, stop?.start ?? text.length),
      kept.filter(({ rule, start }) => rule.action === 'mask' && start < (stop?.start ?? Infinity)),
    );
  }

  #placesIn(upTo: number): Place[] {
    const before = this.#context.length;
    return findInBoth(this.#checker, this.#ended, this.#context + this.#held, before, before + upTo).flatMap(
      ({ search, piece }) => {
        const asked = this.#checker.searches[search];
        return asked === undefined
          ? []
          : [
              {
                ...piece,
                start: piece.start - before,
                end: piece.end - before,
                rule: asked.rule,
                condition: asked.condition,
              },
            ];
      },
    );
  }

  /** Rules whose length the text exceeds with so much more of what is held, and where. */
  #longerThan(upTo: number): Place[] {
    return this.#checker.lengths.flatMap(({ rule, condition, moreThan }) => {
      const start = moreThan - this.#length;
      return start < upTo && !this.#found.has(rule)
        ? [{ start: Math.max(0, start), end: Math.max(0, start), rule, condition }]
        : [];
    });
  }

  /** False while too little is there to judge by. */
  #judgeLanguage(isAll: boolean): boolean {
    const beginning = `${this.#beginning ?? ''}${this.#held}`;
    if (!isAll && beginning.length < languageLength) return false;
    const language = languageOf(beginning);
    this.#beginning = null;
    if (language === null) return true;
    for (const rule of this.#checker.rules) {
      const at = rule.definition.conditions.findIndex(
        (condition: Condition) => condition.kind === 'language' && !condition.allowed.includes(language),
      );
      if (at < 0) continue;
      this.#note({ start: 0, end: 0, rule, condition: at }, '', []);
      if (rule.action === 'block') this.#stoppedBy ??= rule;
    }
    return true;
  }

  #note({ start, end, rule, condition }: Place, text: string, places: readonly Place[]): void {
    const place = { start: this.#length + start, end: this.#length + end, condition };
    const known = this.#found.get(rule);
    if (known !== undefined) {
      known.count++;
      known.places.push(place);
      return;
    }
    const before = (
      this.#told +
      masked(
        text.slice(0, start),
        places.filter((it) => it.start < start),
      )
    ).slice(-excerptLength);
    const after = masked(
      text.slice(start),
      places
        .filter((it) => it.end > start)
        .map((it) => ({ start: Math.max(0, it.start - start), end: it.end - start })),
    );
    this.#found.set(rule, {
      rule,
      count: 1,
      context: (before + after.slice(0, excerptLength + maskText.length)).toWellFormed(),
      places: [place],
    });
  }
}

/** A text that is told beside an answer, with masks in place of all that may not be in one. */
export function withoutFindings(checker: Checker, text: string): string {
  if (checker.rules.every(({ action }) => action === 'monitor')) return text;
  const ended = new Set<number>();
  const views = new BothViews(checker);
  for (let at = 0; at < text.length;) at += views.step(text, at, true, ended);
  if (ended.size === 0) return text;
  const isShown = (search: number) => checker.searches[search]?.rule.action === 'monitor';
  return masked(
    text,
    findInBoth(checker, ended, text, 0, text.length).flatMap(({ search, piece }) => (isShown(search) ? [] : [piece])),
  );
}

/** The text with a mask in place of each piece; pieces that overlap are one. */
export function masked(text: string, pieces: readonly FoundPiece[]): string {
  let out = '';
  let at = 0;
  for (const { start, end, isRead } of union(pieces)) {
    const marks = isRead === true ? openMarksIn(text.slice(start, end)) : '';
    out += text.slice(at, start) + (start < text.length ? maskText + marks : '');
    at = end;
  }
  return out + text.slice(at);
}

/** In their order, those that overlap as one. */
function union(pieces: readonly FoundPiece[]): FoundPiece[] {
  const joined: FoundPiece[] = [];
  for (const piece of pieces.filter((it) => it.end > it.start).sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || piece.start >= last.end) joined.push(piece);
    else
      joined.splice(-1, 1, {
        start: last.start,
        end: Math.max(last.end, piece.end),
        isRead: last.isRead === true || piece.isRead === true,
      });
  }
  return joined;
}
