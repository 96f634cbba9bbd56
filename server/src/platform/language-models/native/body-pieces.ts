import { AnswerUnusable } from '../answer-unusable.ts';

/** The most bytes of an answer: a model that never ends is stopped long before. */
const bodyMaxBytes = 64_000_000;
/** The most bytes of a line: the libraries read an unfinished one again with each piece. */
const lineMaxBytes = 1_000_000;
/**
 * The most bytes of a message of an event stream of AWS
 * (https://docs.aws.amazon.com/transcribe/latest/dg/event-stream.html), a payload of 16 MB and its headers.
 */
const frameMaxBytes = 16_908_288;
const lengthBytes = 4;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Hands the bytes of an answer on to the library that reads them, within the budgets of their encoding. */
export class BodyPieces {
  readonly #isFramed: boolean;
  /** The bytes of an unfinished frame. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** The length of the unfinished frame; null until it is known. */
  #frameBytes: number | null = null;
  #lineBytes = 0;
  #total = 0;

  constructor(contentType: string) {
    this.#isFramed = contentType.startsWith('application/vnd.amazon.eventstream');
  }

  /** Returns what may be read: all of it, or whole frames. Throws an AnswerUnusable for what exceeds a budget. */
  take(bytes: Buffer): Buffer {
    this.#total += bytes.length;
    if (this.#total > bodyMaxBytes) throw new AnswerUnusable(`The model sent more than ${bodyMaxBytes} bytes.`);
    if (this.#isFramed) return this.#takeFrames(bytes);
    this.#countLine(bytes);
    return bytes;
  }

  #countLine(bytes: Buffer): void {
    const end = Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn));
    this.#lineBytes = end === -1 ? this.#lineBytes + bytes.length : bytes.length - end - 1;
    if (this.#lineBytes > lineMaxBytes)
      throw new AnswerUnusable(`The model sent a line of more than ${lineMaxBytes} bytes.`);
  }

  /** A frame that a broken connection has cut off must not be read: the library would throw away those before it. */
  #takeFrames(bytes: Buffer): Buffer {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    // The pieces of a long frame are put together once.
    if (this.#heldBytes < (this.#frameBytes ?? lengthBytes)) return Buffer.alloc(0);
    const all = Buffer.concat(this.#held, this.#heldBytes);
    let whole = 0;
    this.#frameBytes = null;
    while (all.length - whole >= lengthBytes) {
      const length = all.readUInt32BE(whole);
      if (length > frameMaxBytes || length < lengthBytes)
        throw new AnswerUnusable(`The model sent a message of ${length} bytes.`);
      if (all.length - whole < length) {
        this.#frameBytes = length;
        break;
      }
      whole += length;
    }
    this.#held = [all.subarray(whole)];
    this.#heldBytes = all.length - whole;
    return all.subarray(0, whole);
  }
}
