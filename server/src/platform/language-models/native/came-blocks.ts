import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import * as z from 'zod/mini';

/** The most characters of what came with a message that are kept: signatures have some thousand. */
const blocksMaxLength = 300_000;

const options = z.record(z.string(), z.record(z.string(), z.unknown()));
const block = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['text', 'reasoning']), text: z.string(), options: z.optional(options) }),
  /** A call, by its place among those of the message. */
  z.object({ type: z.literal('call'), at: z.int() }),
]);

/** One block of a message as it came: text, reasoning with its signature, or a call. */
export type CameBlock = z.output<typeof block>;
type WrittenBlock = Exclude<CameBlock, { type: 'call' }>;

/** Reads blocks that were stored; null if they are none. */
export function readBlocks(value: unknown): readonly CameBlock[] | null {
  const { success, data } = z.safeParse(z.array(block), value);
  return success ? data : null;
}

/** Collects the blocks of a message in their order: providers check it, and what they have signed. */
export class CameBlocks {
  readonly #blocks: CameBlock[] = [];
  readonly #open = new Map<string, WrittenBlock>();
  #calls = 0;
  #length = 0;

  hear(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        return this.#begin(part.id, part.type === 'text-start' ? 'text' : 'reasoning', part.providerMetadata);
      case 'text-delta':
      case 'reasoning-delta':
        return this.#continue(part.id, part.delta, part.providerMetadata);
      case 'text-end':
      case 'reasoning-end':
        return this.#continue(part.id, '', part.providerMetadata);
      case 'tool-call':
        this.#blocks.push({ type: 'call', at: this.#calls++ });
    }
  }

  /** Returns the blocks; undefined if nothing of them is signed, or they are more than is kept. */
  whole(): readonly CameBlock[] | undefined {
    const isSigned = this.#blocks.some((it) => it.type !== 'call' && it.options !== undefined);
    return isSigned && this.#length <= blocksMaxLength ? this.#blocks : undefined;
  }

  #begin(id: string, type: WrittenBlock['type'], metadata: SharedV4ProviderMetadata | undefined): void {
    const begun: WrittenBlock = { type, text: '' };
    this.#blocks.push(begun);
    this.#open.set(id, begun);
    this.#continue(id, '', metadata);
  }

  #continue(id: string, text: string, metadata: SharedV4ProviderMetadata | undefined): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#length += text.length + (metadata === undefined ? 0 : JSON.stringify(metadata).length);
    if (this.#length > blocksMaxLength) return;
    open.text += text;
    for (const [provider, told] of Object.entries(metadata ?? {}))
      open.options = { ...open.options, [provider]: { ...open.options?.[provider], ...told } };
  }
}
