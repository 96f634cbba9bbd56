import { type Condition, maskText } from '@parlance/shared/contract/api/governance/rule';
import { BothViews, type FoundPiece, findInBoth } from './both-views.ts';
import { contextLength } from './boundaries.ts';
import { languageLength, languageOf } from './language.ts';
import { openMarksIn } from './read-text.ts';
import type { Checker, Rule } from './rule-set.ts';

/** The findings of a rule in a text. */
export type RuleFinding = {
  readonly rule: Rule;
  count: number;
  /** The first finding with a little around it, in which everything any rule finds is masked. */
  readonly context: string;
  readonly places: { readonly start: number; readonly end: number; readonly condition: number }[];
};
type Place = FoundPiece & { readonly rule: Rule; readonly condition: number };

/** The UTF-16 code units around a finding that are reported with it. */
const excerptLength = 40;

/**
 * Passes a text through as it comes, holding back anything that may still become a match: neither the whole nor a part
 * of it is ever given out. The output does not depend on how the text was split.
 */
export class Guard {
  readonly #checker: Checker;
  readonly #found = new Map<Rule, RuleFinding>();
  /** The searches that may have a match before the last quiet position, and after it. */
  readonly #ended = new Set<number>();
  readonly #open = new Set<number>();
  /** The end of the output, unmasked: it decides whether a word begins after it. */
  #context: string;
  /** The same, as it may be reported in a hit. */
  #told = '';
  #held = '';
  readonly #views: BothViews;
  #scanned = 0;
  #quiet = 0;
  /** The UTF-16 code units before the held text. */
  #length: number;
  /** The beginning of the text, until its language is judged. */
  #beginning: string | null;
  #stoppedBy: Rule | null = null;

  /** Creates a guard; `before` is the checked text that this one continues. */
  constructor(checker: Checker, before = '') {
    this.#checker = checker;
    this.#context = before.slice(-contextLength);
    this.#length = before.length;
    this.#views = new BothViews(checker);
    this.#beginning = checker.judgesLanguage ? before : null;
  }

  /** The rule that stops the text; nothing goes out any more. */
  get stoppedBy(): Rule | null {
    return this.#stoppedBy;
  }

  /** The number of rules with findings so far. */
  get findings(): number {
    return this.#found.size;
  }

  /** The findings so far, in the order of the rules. */
  get found(): readonly RuleFinding[] {
    return this.#checker.rules.flatMap((rule) => this.#found.get(rule) ?? []);
  }

  /** Takes a further piece of the text, and returns what may go out now. */
  push(text: string): string {
    if (this.#stoppedBy !== null) return '';
    this.#held += text;
    this.#scan(false);
    if (this.#beginning !== null && !this.#judgeLanguage(false)) return '';
    return this.#letOut(this.#quiet);
  }

  /** Returns the held text: nothing follows that could make it a match. Text after it counts as a new one. */
  settle(): string {
    if (this.#stoppedBy !== null) return '';
    this.#scan(true);
    if (this.#beginning !== null) this.#judgeLanguage(true);
    this.#close();
    const out = this.#letOut(this.#held.length);
    this.#views.begin();
    // The text that follows begins on a new line.
    this.#context += '\n';
    return out;
  }

  /** Scans the held text; `isAll`: nothing follows it. */
  #scan(isAll: boolean): void {
    const held = this.#held;
    while (this.#scanned < held.length) {
      const length = this.#views.step(held, this.#scanned, isAll, this.#open);
      if (length === 0) return;
      this.#scanned += length;
      const last = held.charCodeAt(this.#scanned - 1);
      // A surrogate pair is one character: before its second half the context is incomplete.
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
    // The language rule may have stopped it meanwhile.
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

  /** Masks the beginning of the held text, up to where a rule stops it. */
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

  /** Returns the rules whose length limit this much more of the held text exceeds, with the position. */
  #longerThan(upTo: number): Place[] {
    return this.#checker.lengths.flatMap(({ rule, condition, moreThan }) => {
      const start = moreThan - this.#length;
      return start < upTo && !this.#found.has(rule)
        ? [{ start: Math.max(0, start), end: Math.max(0, start), rule, condition }]
        : [];
    });
  }

  /** Judges the language; false while there is too little text. */
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

/** Masks a text beside an answer by all rules for answers. */
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

/** Replaces each piece of the text with a mask; overlapping pieces get one. */
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

/** Merges overlapping pieces, in order. */
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
