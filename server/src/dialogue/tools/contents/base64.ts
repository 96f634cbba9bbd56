/** Bytes that were sent as text, and the media type of a data: address; empty without one. */
export type DecodedBytes = { readonly bytes: Buffer; readonly mediaType: string };

const dataAddress = /^\s*data:([^,]{0,200}?);base64,/i;

/**
 * Decodes base64 (RFC 4648 §4 and §5) as servers write it: with or without padding, in lines, or as a data: address
 * (RFC 2397). Returns null for anything else, and for no bytes.
 */
export function decodeBase64(text: string): DecodedBytes | null {
  const head = dataAddress.exec(text);
  const signs = (head === null ? text : text.slice(head[0].length))
    .replace(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  if (signs.length % 4 === 1 || !/^[A-Za-z\d+/]+$/.test(signs)) return null;
  return { bytes: Buffer.from(signs, 'base64'), mediaType: head?.[1] ?? '' };
}
