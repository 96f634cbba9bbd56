/** The most characters of an e-mail address (RFC 5321, section 4.5.3). */
export const emailMaxLength = 254;

/** Characters of an atom (RFC 5322, section 3.2.3), in lower case. */
const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/**
 * Matches an address in the form in which it is stored and compared: a dot-atom of at most 64 characters (RFC 5322,
 * section 3.4.1; no quoted strings), and a name of a domain in ASCII (RFC 5890), whose last label is no number.
 */
export const emailPattern = new RegExp(
  `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`,
);

/** Characters that a URL would take for other parts of itself, or decode. */
const noDomain = /[\s/\\?#%:@[\]]/;

/**
 * Returns an address in the form in which it is stored and compared, or the text as it is if it is none: without
 * surrounding spaces, in lower case, and with the domain in ASCII (`bücher.example` is `xn--bcher-kva.example`; UTS 46,
 * as browsers do it). The part before the @ stays as it is: only servers with SMTPUTF8 take others than ASCII there.
 */
export function canonicalEmail(text: string): string {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  if (at < 1 || trimmed.length > emailMaxLength) return trimmed;
  const domain = asciiDomain(trimmed.slice(at + 1));
  return domain === null ? trimmed : `${trimmed.slice(0, at).toLowerCase()}@${domain}`;
}

function asciiDomain(domain: string): string | null {
  if (noDomain.test(domain)) return null;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/** True if a text is an address, as somebody typed it. */
export function isEmail(text: string): boolean {
  const canonical = canonicalEmail(text);
  return canonical.length <= emailMaxLength && emailPattern.test(canonical);
}
