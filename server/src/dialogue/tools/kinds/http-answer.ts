import type { OutgoingAnswer } from '../../../platform/outgoing/outgoing.ts';
import { ResultParts, nameInAddress } from '../contents/collect.ts';
import { type ToolResult, ToolSaysNo } from './tool-source.ts';

export const answerMaxBytes = 2_000_000;

/** Returns the response of an HTTP service: text for a model, or a picture or sound. */
export async function resultOfAnswer(answer: OutgoingAnswer): Promise<ToolResult> {
  return answer.status < 400 && isMedia(answer) ? resultOfMedia(answer) : { text: textOfAnswer(answer) };
}

/** True for a picture or a sound. */
export const isMedia = ({ contentType, bytes }: OutgoingAnswer): boolean =>
  /^\s*(image|audio)\//i.test(contentType) && bytes.length > 0;

/** Returns a picture or a sound, named as in its address. */
export async function resultOfMedia({ url, contentType, bytes }: OutgoingAnswer): Promise<ToolResult> {
  const parts = new ResultParts();
  const kind = /^\s*image\//i.test(contentType) ? 'image' : 'audio';
  await parts.addBytes(bytes, { name: nameInAddress(new URL(url).pathname), mediaType: contentType }, kind);
  return parts.result();
}

function textOfAnswer({ status, contentType, bytes }: OutgoingAnswer): string {
  const isText =
    contentType === '' ||
    /^(text\/|application\/([\w.+-]*\+)?(json|xml|yaml)|application\/(x-www-form-urlencoded|javascript))/i.test(
      contentType,
    );
  const text = isText ? bytes.toString('utf8') : `[${bytes.length} bytes of ${contentType.slice(0, 100)}]`;
  if (status >= 400) throw new ToolSaysNo(`The server answered ${status}. ${text}`);
  return text === '' ? `The server answered ${status} without content.` : text;
}

/** Encodes a value for an address. A path segment of one or two dots would lead elsewhere, and is refused. */
export function inAddress(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  if (/^(\.|%2e){1,2}$/i.test(text)) throw new ToolSaysNo(`“${name}” may not be “${text}”.`);
  return encodeURIComponent(text.toWellFormed());
}
