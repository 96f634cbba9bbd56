import { domainToUnicode } from 'node:url';

/** The result of a tool and the model's input to it; empty if the input could carry nothing. */
export type NamingResult = { readonly text: string; readonly sent: string };

/** The texts of a run that may name an address: prose of any kind, Markdown, JSON, HTML, any script. */
export type Naming = {
  /** The person’s own words, and passages of sources. */
  readonly texts: readonly string[];
  readonly results: readonly NamingResult[];
  /** The agent’s instructions: a bare host in them names all of its pages. */
  readonly instructions: string;
  /** Web pages in the agent's knowledge. */
  readonly pages: readonly string[];
};

/**
 * The way an address is named. `exactly`: as it is. `host`: the instructions name its host, and the model chose the
 * rest.
 */
export type NamedBy = 'exactly' | 'host' | null;

/** The maximal length of an outgoing address. */
const addressMaxLength = 4_000;
/** Ends an address in prose: space, quotation marks, and the marks that Chinese and Japanese set without a space. */
const inProse = '[^\\s<>"“”„«»‹›‘’「」『』【】（）［］《》〈〉、。，；：！？…`|\\\\^]';
const address = new RegExp(`https?://${inProse}+`, 'giu');
/** Scripts without spaces between words: an address may adjoin their letters. */
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const firstUnspaced = new RegExp(unspaced, 'u');
const besideUnspaced = new RegExp(`(?<=${unspaced})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=${unspaced})`, 'gu');
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
/** Matches a host without a scheme, and its path; not within a longer name, an address or a mail address. */
const bareHost = new RegExp(
  `(?<![\\p{L}\\p{N}_@./:%+-])(?:${label}\\.){1,10}(?:\\p{L}{2,63}|xn--[a-z0-9-]{2,59})(?::\\d{1,5})?(?![\\p{L}\\p{N}_@-])([/?#]${inProse}*)?`,
  'giu',
);
/** File extensions that are partly top-level domains, too: “handbook.md” names a file. */
const fileEndings = new Set([
  'ai',
  'csv',
  'doc',
  'docx',
  'eml',
  'html',
  'jpg',
  'js',
  'json',
  'md',
  'mov',
  'odp',
  'ods',
  'odt',
  'pdf',
  'pl',
  'png',
  'pptx',
  'ps',
  'py',
  'rs',
  'rtf',
  'sh',
  'so',
  'ts',
  'txt',
  'xlsm',
  'xlsx',
  'yaml',
  'zip',
]);
const openingOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const marksBehind = /[.,;:!?'*_~]/;

/**
 * Normalises an address as it is sent: without its fragment, and otherwise by WHATWG only: any remaining difference can
 * carry something. Null for another scheme, or one with a password.
 */
export function sentAddress(text: string): string | null {
  if (text.length > addressMaxLength || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.username !== '' ||
    url.password !== '' ||
    url.hostname === ''
  )
    return null;
  url.hash = '';
  return url.href;
}

/** Says whether an address chosen by a model was named, and how. */
export function howNamed(chosen: string, { texts, results, instructions, pages }: Naming): NamedBy {
  const wanted = sentAddress(chosen);
  if (wanted === null) return null;
  const { host } = new URL(wanted);
  const isExact =
    pages.some((page) => sentAddress(page) === wanted) ||
    [...texts, instructions].some((text) => addressesIn(text).has(wanted)) ||
    // An address that merely comes back as it was sent was named by nobody.
    results.some(({ text, sent }) => addressesIn(text).has(wanted) && !holdsHost(sent, host));
  if (isExact) return 'exactly';
  return hostsIn(instructions).has(host) ? 'host' : null;
}

function holdsHost(sent: string, host: string): boolean {
  if (sent === '') return false;
  const bare = host.replace(/:\d+$/, '');
  const read = decodeAddress(sent).toLowerCase();
  return (
    read.includes(bare) ||
    read.includes(domainToUnicode(bare)) ||
    [...addressesIn(sent)].some((it) => new URL(it).host === host)
  );
}

/** Decodes percent-encoding, where it is valid. */
export function decodeAddress(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes; // invalid UTF-8 stays as it is
    }
  });
}

/** Returns the addresses in a text, as they would be sent. One without a scheme stands for both. */
export function addressesIn(text: string): Set<string> {
  const found = new Set<string>();
  const add = (candidate: string) => {
    const sent = sentAddress(candidate);
    if (sent !== null) found.add(sent);
  };
  // JSON may escape what stands in an address.
  const read = text.replaceAll('\\/', '/').replaceAll(/\\u0026/gi, '&');
  for (const [whole] of read.matchAll(address)) for (const way of waysToRead(whole)) add(way);
  for (const { host, rest } of bareHostsIn(read))
    for (const way of waysToRead(host + rest)) for (const scheme of ['https://', 'http://']) add(scheme + way);
  return found;
}

/** Returns the bare hosts in a text: without a scheme and without a path. */
function hostsIn(text: string): Set<string> {
  return new Set(
    bareHostsIn(text)
      .filter(({ host, rest }) => withoutEnd(rest) === '' && URL.canParse(`https://${host}`))
      .flatMap(({ host }) => [new URL(`https://${host}`).host, new URL(`http://${host}`).host]),
  );
}

function bareHostsIn(text: string): { readonly host: string; readonly rest: string }[] {
  const parted = text.replaceAll(besideUnspaced, ' ');
  return (parted === text ? [text] : [text, parted]).flatMap((version) =>
    [...version.matchAll(bareHost)].flatMap(({ 0: whole, 1: rest = '' }) => {
      const host = whole.slice(0, whole.length - rest.length);
      return rest === '' && fileEndings.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase())
        ? []
        : [{ host, rest }];
    }),
  );
}

/**
 * Returns the possible readings of an address in prose: all of it, without trailing marks, and up to where a script
 * without spaces continues.
 */
function waysToRead(written: string): string[] {
  if (written.length > addressMaxLength) return [];
  const ways = [written, withoutEnd(written)];
  const at = written.search(firstUnspaced);
  if (at > 0) ways.push(withoutEnd(written.slice(0, at)));
  return ways.flatMap((way) => (way.includes('&amp;') ? [way, way.replaceAll('&amp;', '&')] : [way]));
}

/** Strips trailing marks of a sentence or of Markdown, and closing brackets opened before it. */
function withoutEnd(written: string): string {
  const open: Record<string, number> = {};
  for (const character of written) open[character] = (open[character] ?? 0) + 1;
  let end = written.length;
  for (; end > 0; end--) {
    const last = written.charAt(end - 1);
    const opening = openingOf[last];
    if (opening === undefined ? !marksBehind.test(last) : (open[last] ?? 0) <= (open[opening] ?? 0)) break;
    open[last] = (open[last] ?? 0) - 1;
  }
  return written.slice(0, end);
}
