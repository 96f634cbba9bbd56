import { MarkdownCode } from './markdown-code.ts';

/** A piece of what a model said. `unsaid`: all text so far was reasoning, and follows as that. */
export type SaidPiece = { readonly type: 'text' | 'reasoning'; readonly text: string } | { readonly type: 'unsaid' };

const names = ['think', 'thinking', 'thought', 'reasoning'];
/** The tags between which models reason. */
const pairs: readonly (readonly [opening: string, closing: string])[] = [
  ...names
    .flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()])
    .map((name) => [`<${name}>`, `</${name}>`] as const),
  // Seed-OSS, Kimi-VL, Magistral, OpenThinker, Command A.
  ['<seed:think>', '</seed:think>'],
  ['◁think▷', '◁/think▷'],
  ['[THINK]', '[/THINK]'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
];
const tags = pairs.flat();
const closings = new Set(pairs.map(([, closing]) => closing));
const anyOf = (words: Iterable<string>) =>
  new RegExp([...words].map((word) => word.replace(/[|[\]]/g, '\\$&')).join('|'), 'g');
const anyTag = anyOf(tags);
const anyClosing = anyOf(closings);
const firstOfTag = /[<◁[]/;
/** The proper beginnings of all tags. */
const beginnings = new Set(tags.flatMap((tag) => Array.from(tag, (_, at) => tag.slice(0, at)).slice(1)));
const longestBeginning = Math.max(...[...beginnings].map(({ length }) => length));
const quotes = /["'“”„‘’«»()]/;

/** The longest text from a tag within a line that is held back because it may be reasoning. */
const heldAtMost = 20_000;

/**
 * Parts what a model says into its answer and the reasoning that it writes between tags such as `<think>` and
 * `</think>`, as it comes. Tags in code and in quotes are only spoken of.
 *
 * - Behind a tag at the beginning of a line everything is reasoning, until it is closed.
 * - Behind a tag within a line it is reasoning if it is closed, and text if it is not.
 * - Before a tag that is closed and was never opened everything was reasoning: some models are made to begin within it.
 */
export class ReasoningTags {
  readonly #code = new MarkdownCode();
  /** What was let out as text, in pieces: joining them costs more than all the rest. */
  #pieces: string[] = [];
  /** The number of those that were searched for code. */
  #searched = 0;
  #lastSign = '';
  /** What may be the beginning of a tag, and blanks before the first word. */
  #held = '';
  /** The text from a tag within a line on, while it may be reasoning. */
  #perhaps = '';
  #state: 'text' | 'reasoning' | 'perhaps' = 'text';
  #hasReasoned = false;
  /** True while blanks are dropped: at the beginning of reasoning, and of what follows it. */
  #isTrimming = false;

  /** The text of the answer so far. */
  get text(): string {
    return this.#pieces.join('');
  }

  /** Notes that the model reasons elsewhere: a tag that is closed and was never opened says nothing then. */
  reasonsElsewhere(): void {
    this.#hasReasoned = true;
  }

  /** Takes a further piece of what the model says, and returns what is known of it. */
  hear(piece: string): readonly SaidPiece[] {
    // The usual case, some thousand times a second.
    if (
      this.#state === 'text' &&
      this.#held === '' &&
      this.#lastSign !== '' &&
      !this.#isTrimming &&
      !firstOfTag.test(piece)
    )
      return this.#let(piece);
    const text = this.#held + piece;
    this.#held = '';
    return this.#read(text, false);
  }

  /** Returns what was held back: nothing follows. */
  end(): readonly SaidPiece[] {
    const held = this.#held;
    this.#held = '';
    const pieces = this.#read(held, true);
    if (this.#state !== 'perhaps') return pieces;
    this.#state = 'text';
    return [...pieces, ...this.#let(this.#perhaps)];
  }

  #read(text: string, isAll: boolean): SaidPiece[] {
    const pieces: SaidPiece[] = [];
    let at = 0;
    for (;;) {
      const search = this.#state === 'text' ? anyTag : anyClosing;
      search.lastIndex = at;
      const found = search.exec(text);
      if (found === null) break;
      const [tag] = found;
      pieces.push(...this.#goOn(text.slice(at, found.index)));
      at = found.index + tag.length;
      pieces.push(...(this.#state === 'text' ? this.#atTag(tag, text.charAt(at)) : this.#close()));
    }
    const rest = text.slice(at);
    const length = isAll ? rest.length : rest.length - this.#lengthToHold(rest);
    this.#held = rest.slice(length);
    pieces.push(...this.#goOn(rest.slice(0, length)));
    return pieces;
  }

  /** Takes text without a tag that counts. */
  #goOn(text: string): SaidPiece[] {
    if (this.#state === 'text') return this.#let(text);
    if (this.#state === 'reasoning') return this.#reason(text);
    this.#perhaps += text;
    if (this.#perhaps.length <= heldAtMost) return [];
    this.#state = 'text';
    return this.#let(this.#perhaps);
  }

  #atTag(tag: string, next: string): SaidPiece[] {
    this.#code.hear(this.#pieces.slice(this.#searched).join(''));
    this.#searched = this.#pieces.length;
    const isQuoted = quotes.test(this.#lastSign) && (next === '' || quotes.test(next));
    if (this.#code.isCode || isQuoted) return this.#let(tag);
    if (closings.has(tag)) return this.#closeUnopened(tag);
    this.#state = this.#code.isAtLineStart ? 'reasoning' : 'perhaps';
    this.#isTrimming = this.#state === 'reasoning';
    this.#perhaps = tag;
    this.#hasReasoned = true;
    return [];
  }

  #closeUnopened(tag: string): SaidPiece[] {
    // Some close twice.
    if (this.#hasReasoned) return this.#code.isAtLineStart ? [] : this.#let(tag);
    const text = this.text;
    this.#hasReasoned = true;
    this.#isTrimming = true;
    this.#pieces = [];
    this.#searched = 0;
    this.#lastSign = '';
    return text === '' ? [] : [{ type: 'unsaid' }, ...this.#reasoned(text.trim())];
  }

  #close(): SaidPiece[] {
    const isWithinLine = this.#state === 'perhaps';
    this.#state = 'text';
    this.#isTrimming = !isWithinLine;
    return isWithinLine ? this.#reasoned(this.#perhaps.replace(anyTag, '').trim()) : [];
  }

  #reason(text: string): SaidPiece[] {
    const said = this.#isTrimming ? text.trimStart() : text;
    if (said !== '') this.#isTrimming = false;
    return this.#reasoned(said);
  }

  #reasoned(text: string): SaidPiece[] {
    return text === '' ? [] : [{ type: 'reasoning', text }];
  }

  #let(text: string): SaidPiece[] {
    const said = this.#isTrimming && /^\n?$/.test(this.#lastSign) ? text.trimStart() : text;
    if (said === '') return [];
    this.#isTrimming = false;
    this.#pieces.push(said);
    this.#lastSign = said.charAt(said.length - 1);
    return [{ type: 'text', text: said }];
  }

  /** Returns the length of the end that is not known to be text yet. */
  #lengthToHold(text: string): number {
    const length = beginningLength(text);
    const isBlank =
      this.#state === 'text' && this.#lastSign === '' && text.slice(0, text.length - length).trim() === '';
    return isBlank ? text.length : length;
  }
}

/** Returns the length of the end of a text with which a tag may begin. */
function beginningLength(text: string): number {
  const end = text.slice(-longestBeginning);
  if (!firstOfTag.test(end)) return 0;
  for (let length = end.length; length > 0; length--) if (beginnings.has(end.slice(-length))) return length;
  return 0;
}
