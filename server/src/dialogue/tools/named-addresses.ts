import { domainToUnicode } from 'node:url';

/** What a tool gave back, and what the model had sent there; empty where that could carry nothing. */
export type NamingResult = { readonly text: string; readonly sent: string };

/** What a run has read that may name an address. Texts are prose of any kind: Markdown, JSON, HTML, any script. */
export type Naming = {
  /** The person’s own words, and passages of sources. */
  readonly texts: readonly string[];
  readonly results: readonly NamingResult[];
  /** The agent’s instructions: a host that stands alone in them is named with all its pages. */
  readonly instructions: string;
  /** Web pages that the agent knows. */
  readonly pages: readonly string[];
};

/**
 * `exactly`: this very address. `host`: the instructions name its host, and what is asked of it the model has chosen.
 */
export type NamedBy = 'exactly' | 'host' | null;

/** The one way out takes no longer ones. */
const addressMaxLength = 4_000;
/**
 * Where an address ends in prose: space, quotation marks, and the marks that Chinese and Japanese set without a space.
 */
const inProse = '[^\\s<>"“”„«»‹›‘’「」『』【】（）［］《》〈〉、。，；：！？…`|\\\\^]';
const address = new RegExp(`https?://${inProse}+`, 'giu');
/** Scripts that are written without spaces between words: an address may begin and end beside their letters. */
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const firstUnspaced = new RegExp(unspaced, 'u');
const besideUnspaced = new RegExp(`(?<=${unspaced})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=${unspaced})`, 'gu');
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
/** A host without a scheme, and what follows it. Not within a longer name, an address or a mail address. */
const bareHost = new RegExp(
  `(?<![\\p{L}\\p{N}_@./:%+-])(?:${label}\\.){1,10}(?:\\p{L}{2,63}|xn--[a-z0-9-]{2,59})(?::\\d{1,5})?(?![\\p{L}\\p{N}_@-])([/?#]${inProse}*)?`,
  'giu',
);
/** Endings of files of which some are those of countries, too: “handbook.md” names a file. */
const fileEndings = new Set([
  'ai',
  'csv',
  'doc',
  'docx',
  'html',
  'jpg',
  'js',
  'json',
  'md',
  'mov',
  'pdf',
  'pl',
  'png',
  'pptx',
  'ps',
  'py',
  'rs',
  'sh',
  'so',
  'ts',
  'txt',
  'xlsx',
  'yaml',
  'zip',
]);
const openingOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const marksBehind = /[.,;:!?'*_~]/;

/**
 * An address as it is sent: without its fragment, and otherwise what WHATWG makes of it. Nothing more is taken for the
 * same: what still differs when it is sent can carry something. Null where it is none of the web, or holds a name or a
 * password.
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

/** Whether an address that a model has chosen was named, and how. */
export function howNamed(chosen: string, { texts, results, instructions, pages }: Naming): NamedBy {
  const wanted = sentAddress(chosen);
  if (wanted === null) return null;
  const { host } = new URL(wanted);
  const isExact =
    pages.some((page) => sentAddress(page) === wanted) ||
    [...texts, instructions].some((text) => addressesIn(text).has(wanted)) ||
    // What only comes back as it was sent was named by nobody.
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

/** With its percent-encoding read, where it is some. */
export function decodeAddress(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes; // no UTF-8: it stays as it is
    }
  });
}

/** The addresses that stand in a text, as they would be sent. One without a scheme stands for both. */
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

/** The hosts that stand alone in a text: without a scheme and without a path. */
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
 * What an address in prose may be: all of it, without the marks behind it, and up to where a script without spaces goes
 * on.
 */
function waysToRead(written: string): string[] {
  if (written.length > addressMaxLength) return [];
  const ways = [written, withoutEnd(written)];
  const at = written.search(firstUnspaced);
  if (at > 0) ways.push(withoutEnd(written.slice(0, at)));
  return ways.flatMap((way) => (way.includes('&amp;') ? [way, way.replaceAll('&amp;', '&')] : [way]));
}

/** Without the marks of a sentence or of Markdown behind it, and without brackets that were opened before it. */
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
