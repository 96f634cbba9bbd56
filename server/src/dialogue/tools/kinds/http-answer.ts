import type { OutgoingAnswer } from '../../../platform/outgoing/outgoing.ts';
import { ToolSaysNo } from './tool-source.ts';

export const answerMaxBytes = 2_000_000;

/** Returns the response of an HTTP service as text for a model. */
export function textOfAnswer({ status, contentType, bytes }: OutgoingAnswer): string {
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
