import { toolContentsAtMost } from '@parlance/shared/contract/api/tools/contents';
import type { ResultContent, ToolResult } from '../kinds/tool-source.ts';
import { storableText } from '../storable.ts';
import { recognise } from './recognise.ts';

/** For whom a part of a result is: without it, for the person and the model. */
export type Audience = 'person' | null;

/** Told to a model instead of a result that is not for it. */
const forThePersonAlone = '[It was shown to the person, and is for them alone.]';
const nameMaxLength = 200;
const addressMaxLength = 4_000;

/** What is said of a content. */
type Label = { readonly name?: string; readonly mediaType?: string; readonly audience?: Audience };
type Words = { readonly text: string; readonly audience: Audience };

/**
 * The parts of one result in their order: text, and what comes with it. Whatever is no text is named in it, so that a
 * model that sees nothing knows of it.
 */
export class ResultParts {
  readonly #words: Words[] = [];
  readonly #contents: ResultContent[] = [];

  addText(text: string, audience: Audience = null): void {
    this.#words.push({ text, audience });
  }

  /** Adds bytes. `wanted`: what they were sent as. */
  async addBytes(
    bytes: Buffer,
    { name: stated = '', mediaType = '', audience = null }: Label,
    wanted: Exclude<ResultContent['type'], 'link'> = 'file',
  ): Promise<void> {
    const name = cleanName(stated);
    if (this.#isFull) return this.#addNamed(wanted, name, 'left out', audience);
    const known = bytes.length === 0 ? null : await recognise(bytes, mediaType, wanted);
    if (known === null) return this.addUnreadable(wanted, { name, audience });
    this.#contents.push({ ...known, name, bytes, ...forWhom(audience) });
    const note = known.type === 'file' ? [known.mediaType, `${bytes.length} bytes`].filter(Boolean).join(', ') : '';
    this.#addNamed(known.type, name, note, audience);
  }

  /** Names what is not the picture, the sound or the file that it was sent as. */
  addUnreadable(kind: string, { name = '', audience = null }: Label): void {
    this.#addNamed(kind, cleanName(name), 'cannot be read', audience);
  }

  addLink(stated: string, { name = '', mediaType = '', audience = null }: Label, description = ''): void {
    const address = storableText(stated);
    const clean = cleanName(name);
    if (!this.#isFull && address.length <= addressMaxLength)
      this.#contents.push({ type: 'link', mediaType, name: clean, address, ...forWhom(audience) });
    this.addText(
      [`[link${clean === '' ? '' : `: ${clean}`}]`, stated, description].filter((it) => it !== '').join(' '),
      audience,
    );
  }

  /** The result, with what only the person gets left out of what the model is told. */
  result(): ToolResult {
    const [text, told] = [this.#words, this.#words.filter(({ audience }) => audience === null)].map((words) =>
      words.map((it) => it.text).join('\n'),
    ) as [string, string]; // one for each list
    return {
      text,
      ...(told === text ? {} : { told: told === '' ? forThePersonAlone : told }),
      ...(this.#contents.length === 0 ? {} : { contents: this.#contents }),
    };
  }

  get #isFull(): boolean {
    return this.#contents.length >= toolContentsAtMost;
  }

  #addNamed(kind: string, name: string, note: string, audience: Audience): void {
    const words = [name, note].filter((it) => it !== '').join(', ');
    this.addText(`[${kind}${words === '' ? '' : `: ${words}`}]`, audience);
  }
}

const forWhom = (audience: Audience) => (audience === 'person' ? { isUntold: true as const } : {});

/** A name for one line: without invisible and direction-changing characters, which could disguise what it is. */
export const cleanName = (name: string): string =>
  name
    .slice(0, 2_000)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, nameMaxLength)
    .toWellFormed()
    .replaceAll('\uFFFD', '');

/** Returns the last part of an address, as a file of it would be called. */
export function nameInAddress(address: string): string {
  const last = /([^/\\?#:]+)\/?(?:[?#].*)?$/s.exec(address.slice(0, 4_000))?.[1] ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
