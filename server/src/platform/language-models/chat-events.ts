import { StringDecoder } from 'node:string_decoder';
import { AnswerUnusable } from './answer-unusable.ts';
import { asJson } from './provider-words.ts';

/**
 * The maximal length of a line: one of a model's event stream is a few hundred bytes, and a megabyte is an attack or a
 * defect.
 */
const lineMaxLength = 1_000_000;
const bodyMaxLength = 64_000_000;
/** The maximal length of a whole answer as one JSON text, which is parsed at once. */
const textMaxLength = 8_000_000;
/** The maximal number of lines in an event: it is parsed anew with each of them. */
const linesOfEventAtMost = 300;
/** The length of the excerpt, for diagnosis, of an answer that holds no event. */
const beginningMaxLength = 2_000;

/**
 * Reads the events of an answer from its bytes, each as JSON. Providers write them as lines of `data:`, with comments
 * and other fields between, or the whole answer as one JSON text; the first character decides. `[DONE]` is the end.
 */
export class ChatEvents {
  readonly #decoder = new StringDecoder();
  #shape: 'lines' | 'text' | null = null;
  /** The unfinished line, or the whole of a single JSON text. */
  #rest: string[] = [];
  #restLength = 0;
  #total = 0;
  /** A `data:` line that is no JSON by itself: the event may continue on the next one. */
  #part: string | null = null;
  #linesOfPart = 0;
  #isError = false;
  #hasReturned = false;
  #beginning: string | null = '';
  /** True once the provider has sent the end marker. Nothing is read after it. */
  isDone = false;
  /** The number of finished lines, including empty ones: signs of life. */
  lines = 0;

  /** Yields the complete events. Throws an AnswerUnusable for an unreadable one, after those before it. */
  *take(bytes: Buffer): Generator {
    this.#total += bytes.length;
    if (this.#total > bodyMaxLength) throw new AnswerUnusable(`The model sent more than ${bodyMaxLength} bytes.`);
    yield* this.#found((found) => this.#read(this.#decoder.write(bytes), found));
  }

  /** Ends the body regularly: a last line without a line end counts as well. */
  *end(): Generator {
    yield* this.#found((found) => this.#readEnd(found));
  }

  *#found(read: (found: unknown[]) => void): Generator {
    const found: unknown[] = [];
    let failure: { cause: unknown } | null = null;
    try {
      read(found);
    } catch (error) {
      failure = { cause: error };
    }
    yield* found;
    if (failure !== null) throw failure.cause;
  }

  #readEnd(found: unknown[]): void {
    this.#read(this.#decoder.end(), found);
    if (this.isDone) return;
    const rest = this.#rest.join('');
    if (this.#shape === 'text') {
      const whole = asJson(rest);
      if (whole === undefined) throw new AnswerUnusable('The model sent a text that is no JSON.', rest);
      return this.#push(found, whole);
    }
    this.#line(rest, found);
    // Without a stated length, a truncated body ends like a complete one.
    if (this.#part !== null && !this.#isError) throw new Error('The model’s answer ended within an event.');
    this.#endEvent(found, '');
    if (this.#beginning !== null) throw new AnswerUnusable('The model sent no event of its protocol.', this.#beginning);
  }

  #read(text: string, found: unknown[]): void {
    if (this.isDone || text === '') return;
    if (this.#shape === null) {
      // Strips the byte order mark as well.
      const begun = text.trimStart();
      if (begun !== '') this.#shape = /^[{[]/.test(begun) ? 'text' : 'lines';
      else if (/[\n\r]/.test(text)) this.lines++;
      if (begun === '') return;
      text = begun;
    }
    if (this.#shape === 'lines') this.#readLines(text, found);
    else this.#keepText(text);
  }

  #keepText(text: string): void {
    if (/[\n\r]/.test(text)) this.lines++;
    this.#rest.push(text);
    this.#restLength += text.length;
    if (this.#restLength > textMaxLength)
      throw new AnswerUnusable(`The model sent a text of more than ${textMaxLength} characters.`);
  }

  #readLines(text: string, found: unknown[]): void {
    if (this.#beginning !== null && this.#beginning.length < beginningMaxLength)
      this.#beginning += text.slice(0, beginningMaxLength);
    // A line may end between the two characters of its end.
    const lines = (this.#hasReturned && text.startsWith('\n') ? text.slice(1) : text).split(/\r\n|[\n\r]/);
    this.#hasReturned = text.endsWith('\r');
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      if (this.isDone) return;
      this.#line(this.#rest.length === 0 ? line : this.#rest.join('') + line, found);
      this.#rest = [];
      this.#restLength = 0;
      this.lines++;
    }
    if (rest !== '') this.#rest.push(rest);
    this.#restLength += rest.length;
    if (this.#restLength > lineMaxLength)
      throw new AnswerUnusable(`The model sent a line of more than ${lineMaxLength} characters.`);
  }

  #line(line: string, found: unknown[]): void {
    if (line.startsWith('data:')) this.#data(line.slice('data:'.length).trim(), found);
    else if (line === '') this.#endEvent(found, 'The model sent an event that is no JSON.');
    else if (line.startsWith('event:')) this.#isError = line.slice('event:'.length).trim() === 'error';
    else if (line.startsWith('error:'))
      this.#push(found, { error: asJson(line.slice('error:'.length)) ?? line.slice('error:'.length).trim() });
    else if (line.startsWith('{')) this.#errorBetween(line, found);
  }

  #data(data: string, found: unknown[]): void {
    if (data === '') return;
    if (data.toUpperCase() === '[DONE]') {
      this.#endEvent(found, 'The model sent an event that is no JSON.');
      this.isDone = true;
      return;
    }
    const text = this.#part === null ? data : `${this.#part}\n${data}`;
    const event = asJson(text);
    // Nearly all providers write an event as one line, so its end is not awaited.
    this.#part = event === undefined ? text : null;
    this.#linesOfPart = event === undefined ? this.#linesOfPart + 1 : 0;
    if (this.#linesOfPart > linesOfEventAtMost)
      throw new AnswerUnusable(`The model sent an event of more than ${linesOfEventAtMost} lines.`, text);
    if (text.length > lineMaxLength)
      throw new AnswerUnusable(`The model sent an event of more than ${lineMaxLength} characters.`);
    if (event !== undefined) this.#push(found, this.#isError ? asError(event) : event);
  }

  #endEvent(found: unknown[], complaint: string): void {
    const part = this.#part;
    this.#part = null;
    this.#linesOfPart = 0;
    if (part !== null && !this.#isError) throw new AnswerUnusable(complaint, part);
    if (part !== null) this.#push(found, { error: part });
    this.#isError = false;
  }

  /**
   * Reads an error line: a gateway between a model and us reports its own failure as a line of JSON, within a stream
   * that has begun.
   */
  #errorBetween(line: string, found: unknown[]): void {
    const value = asJson(line);
    if (typeof value === 'object' && value !== null && 'error' in value) this.#push(found, value);
  }

  #push(found: unknown[], event: unknown): void {
    this.#beginning = null;
    found.push(event);
  }
}

const asError = (event: unknown) =>
  typeof event === 'object' && event !== null && 'error' in event ? event : { error: event };
