import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { ToolResult } from '../kinds/tool-source.ts';
import { decodeBase64 } from './base64.ts';
import { type Audience, ResultParts, cleanName, nameInAddress } from './collect.ts';

/** The result of `tools/call` as servers send it. Each block is read by itself, so that an odd one spoils no other. */
export const callResult = z.looseObject({
  content: z.optional(z.unknown()),
  structuredContent: z.optional(z.unknown()),
  structured_content: z.optional(z.unknown()),
  isError: z.optional(z.unknown()),
  /** The result in servers of the specification of 2024-10-07. */
  toolResult: z.optional(z.unknown()),
});
export type CallResult = z.infer<typeof callResult>;

/** The maximal number of blocks that are read; the number of the others is told. */
const blocksAtMost = 1_000;
const kindMaxLength = 50;

type Fields = Readonly<Record<string, unknown>>;
type TextBlock = { readonly text: string; readonly audience: Audience };

/**
 * Reads a result of MCP (2025-11-25, Tools, “Tool Result”). `text` is everything in words, `contents` what is more than
 * that. A block that nobody knows is named.
 */
export async function readResult(result: CallResult): Promise<ToolResult> {
  const parts = new ResultParts();
  const structured = result.structuredContent ?? result.structured_content ?? null;
  const blocks = blocksOf(
    result.content ?? olderResult(result.toolResult) ?? (structured === null ? bareFields(result) : null),
  );
  const texts: TextBlock[] = [];
  for (const block of blocks.slice(0, blocksAtMost)) {
    const text = await addBlock(parts, block);
    if (text !== null) texts.push(text);
  }
  if (blocks.length > blocksAtMost) parts.addText(`[${blocks.length - blocksAtMost} more contents, left out]`);
  addStructured(parts, structured, texts);
  return parts.result();
}

function blocksOf(content: unknown): readonly unknown[] {
  return content === null ? [] : [content].flat();
}

const olderResult = (result: unknown): string | null =>
  result === undefined || result === null ? null : typeof result === 'string' ? result : jsonOf(result);

/** Returns what a server has given in place of a result, as text: its value without any envelope; null for nothing. */
function bareFields({ _meta: _, isError: __, content: ___, ...fields }: CallResult): string | null {
  return Object.keys(fields).length === 0 ? null : jsonOf(fields);
}

/** Adds a block, and returns it if it is text. */
async function addBlock(parts: ResultParts, block: unknown): Promise<TextBlock | null> {
  if (typeof block === 'string') return addText(parts, block, null);
  const fields = fieldsOf(block);
  const audience = audienceOf(fields);
  const kind = textIn(fields, 'type') ?? '';
  if (kind === 'text') {
    const text = textIn(fields, 'text');
    if (text !== null) return addText(parts, text, audience);
  } else if (kind === 'image' || kind === 'image_url' || kind === 'audio') {
    if (await addMedia(parts, kind === 'audio' ? kind : 'image', fields, audience)) return null;
  } else if (kind === 'resource') {
    const resource = fieldsOf(fields['resource'] ?? fields);
    const added = await addResource(parts, resource, audience ?? audienceOf(resource));
    if (added !== false) return added;
  } else if (kind === 'resource_link') {
    const address = textIn(fields, 'uri');
    if (address !== null && address !== '') {
      const stated = { name: nameIn(fields), mediaType: mediaTypeIn(fields), audience };
      parts.addLink(address, stated, textIn(fields, 'description') ?? '');
      return null;
    }
  }
  const named = cleanName(kind).slice(0, kindMaxLength);
  parts.addText(named === '' ? '[unknown content]' : `[unknown content: ${named}]`, audience);
  return null;
}

function addText(parts: ResultParts, text: string, audience: Audience): TextBlock {
  parts.addText(text, audience);
  return { text, audience };
}

/** Adds a picture or a sound; false if there is nothing of the kind in its block. */
async function addMedia(
  parts: ResultParts,
  kind: 'image' | 'audio',
  fields: Fields,
  audience: Audience,
): Promise<boolean> {
  // Some servers give what the API of their model takes: the bytes in a `source`, or a data: address.
  const source = fieldsOf(fields['source']);
  const data = textIn(fields, 'data') ?? textIn(source, 'data') ?? dataAddressIn(fields);
  if (data === null) return false;
  const stated = { name: nameIn(fields), mediaType: mediaTypeIn(fields) || mediaTypeIn(source), audience };
  const decoded = decodeBase64(data);
  if (decoded === null) parts.addUnreadable(kind, stated);
  else await parts.addBytes(decoded.bytes, { ...stated, mediaType: stated.mediaType || decoded.mediaType }, kind);
  return true;
}

/** Adds an embedded resource; false if it has neither text nor bytes nor an address. */
async function addResource(
  parts: ResultParts,
  resource: Fields,
  audience: Audience,
): Promise<TextBlock | null | false> {
  const text = textIn(resource, 'text');
  if (text !== null) return addText(parts, text, audience);
  const address = textIn(resource, 'uri') ?? '';
  const stated = { name: nameIn(resource) || nameInAddress(address), mediaType: mediaTypeIn(resource), audience };
  const blob = textIn(resource, 'blob');
  if (blob === null) {
    if (address === '') return false;
    parts.addLink(address, { ...stated, name: nameIn(resource) });
    return null;
  }
  const decoded = decodeBase64(blob);
  if (decoded === null) parts.addUnreadable('file', stated);
  else await parts.addBytes(decoded.bytes, { ...stated, mediaType: stated.mediaType || decoded.mediaType });
  return null;
}

/** Tells the structured result, unless a text that the model is told says the same. */
function addStructured(parts: ResultParts, structured: unknown, texts: readonly TextBlock[]): void {
  if (structured === null) return;
  const told = texts.filter(({ audience }) => audience === null).map(({ text }) => text);
  if (!isSaidIn(told, structured)) parts.addText(jsonOf(structured));
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '[structured content, too deep to be read]';
    throw error;
  }
}

/**
 * True if a text is the same JSON. Servers whose function returns no object wrap its value in one, as its only field,
 * and write each item of a list as a text of its own.
 */
function isSaidIn(texts: readonly string[], structured: unknown): boolean {
  if (texts.length === 0) return false;
  const values = texts.map(valueOf);
  const inside = Object.values(fieldsOf(structured));
  const wrapped = inside.length === 1 ? inside : [];
  return (
    [structured, ...wrapped].some((wanted) =>
      texts.some((text, at) => text === wanted || isSame(values[at], wanted)),
    ) ||
    wrapped.some(
      (list) =>
        Array.isArray(list) &&
        list.length === texts.length &&
        list.every((item, at) => texts[at] === item || isSame(values[at], item)),
    )
  );
}

/** What is too deep to be compared is taken for something else. */
function isSame(value: unknown, wanted: unknown): boolean {
  try {
    return isDeepStrictEqual(value, wanted);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}; // just looked at

const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
};

/** Returns the data: address of a picture in Chat Completions (`image_url`); null for any other address. */
function dataAddressIn({ image_url: given }: Fields): string | null {
  const url = typeof given === 'string' ? given : textIn(fieldsOf(given), 'url');
  return url !== null && /^\s*data:/i.test(url) ? url : null;
}

const mediaTypeIn = (fields: Fields): string =>
  textIn(fields, 'mimeType') ?? textIn(fields, 'mime_type') ?? textIn(fields, 'media_type') ?? '';

const nameIn = (fields: Fields): string => textIn(fields, 'title') ?? textIn(fields, 'name') ?? '';

/** What is for the person alone is not told to the model. What the model is told, the person may read. */
function audienceOf({ annotations }: Fields): Audience {
  const { audience } = fieldsOf(annotations);
  const named = [audience ?? []].flat();
  return named.length > 0 && named.every((it) => it === 'user') ? 'person' : null;
}
