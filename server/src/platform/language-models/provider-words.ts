/** The words of a provider about a failure, fit to be shown: one line, bounded, without secrets. */
export type ProviderWords = {
  /** The HTTP status, or the one named by an error within a stream; null if there was none. */
  readonly status: number | null;
  /** The message; empty if it said nothing. */
  readonly words: string;
  /** The id by which the provider finds the request in its own log. */
  readonly requestId: string | null;
};

/** The maximal length of the words shown. */
export const providerWordsMaxLength = 500;
/** The length of an answer's beginning that is read for its words. */
const readMaxLength = 8_000;
/** The nesting depth of objects, as gateways wrap errors of others. */
const depthAtMost = 5;
const listAtMost = 5;

/** Extracts the sentence in a response that says what went wrong, without its quotations of the request. */
export function messageIn(body: string): string {
  const json = asJson(body);
  return json === undefined ? plainText(body) : messageOf(json);
}

/** Extracts the same from a parsed value. */
export function messageOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > depthAtMost || typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) {
    const messages = value.slice(0, listAtMost).map((item) => messageOf(item, depth + 1));
    return messages.filter(isSaid).join('; ');
  }
  const { loc, metadata, code, type, ...rest } = value as Record<string, unknown>; // known to be an object
  const said = messageKeys.map((key) => messageOf(rest[key], depth + 1)).filter(isSaid);
  // Some providers send a word as `error` and the sentence beside it.
  const main =
    (typeof rest['error'] === 'string' ? said.find((text) => text !== rest['error']) : undefined) ?? said[0] ?? '';
  if (main === '' && depth > 0) return wordOf(code) || wordOf(type);
  const place = Array.isArray(loc) ? `${loc.join('.')}: ` : '';
  const name = [code, type].map(wordOf).find((word) => word !== '' && !main.includes(word)) ?? '';
  // OpenRouter: "Provider returned error", and what that provider had said.
  const raw =
    typeof metadata === 'object' && metadata !== null && 'raw' in metadata ? ` ${messageIn(textOf(metadata.raw))}` : '';
  return `${place}${main}${raw}${name === '' || place !== '' ? '' : ` (${name})`}`.trim();
}

/** The keys of messages, the most telling first. */
const messageKeys = [
  'error',
  'message',
  'detail',
  'details',
  'msg',
  'errors',
  'error_description',
  'error_message',
  'reason',
  'title',
];

const isSaid = (text: string) => text.trim() !== '';
const wordOf = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

export function asJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Strips the tags from a proxy's page. */
const plainText = (body: string) =>
  body
    .slice(0, readMaxLength)
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ');

/** Returns one line of at most 500 characters, free of secrets. */
export function shown(text: string, secrets: readonly (string | undefined)[] = []): string {
  const line = text
    .slice(0, readMaxLength)
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  const safe = withoutSecrets(line, secrets);
  return safe.length <= providerWordsMaxLength ? safe : `${safe.slice(0, providerWordsMaxLength - 1).toWellFormed()}…`;
}

const hidden = '[secret]';
/** The minimal length of a secret to hide: shorter ones are ordinary words. */
const secretMinLength = 4;
/** The length from which a piece of a secret reveals too much. */
const pieceLength = 8;

/** Patterns of secrets from any source: providers repeat a wrong key, whole or in part. */
const secretShapes: readonly [RegExp, string][] = [
  [/\/\/[^\s/@]+@/g, `//${hidden}@`],
  [/\b(bearer|basic)\s+(?!\[)[\w.~+/=*-]+/gi, `$1 ${hidden}`],
  [
    /\b(authorization|api[-_ ]?key|access[-_ ]?token|secret|password)((?: provided| given)?["']?\s*[=:]\s*["']?)(?!\[)[^\s"'&,;]+(?<!\.)/gi,
    `$1$2${hidden}`,
  ],
  [/([?&;\s"'](?:[\w-]*[-_])?(?:key|token|sig|signature)=)[^\s"'&,;]+/gi, `$1${hidden}`],
  [/\beyJ[\w-]+\.[\w-]+\.?[\w-]*/g, hidden],
  [/\b(?:sk|pk|rk|gsk|xai|hf|ghp|glpat|nvapi|pplx|tgp|fw|csk)[-_][\w*.…-]{6,}/gi, hidden],
  [/\bAIza[\w*-]{10,}/g, hidden],
  [/[^\s"'`]*\*{3,}[^\s"'`.,]*/g, hidden],
  [/\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{32,}\b/g, hidden],
];

function withoutSecrets(line: string, secrets: readonly (string | undefined)[]): string {
  const known = secrets
    .filter((secret) => secret !== undefined && secret.trim().length >= secretMinLength)
    .map((secret) => (secret ?? '').trim());
  const whole = known
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ])
    .sort((one, other) => other.length - one.length);
  const named = whole.reduce((text, secret) => text.replaceAll(secret, hidden), line);
  const pieces = known.flatMap((secret) =>
    Array.from({ length: Math.max(0, secret.length - pieceLength + 1) }, (_, at) => secret.slice(at, at + pieceLength)),
  );
  // A word with a piece of a secret is what a provider left of it.
  const unsaid =
    pieces.length === 0
      ? named
      : named.replace(/[^\s"'`]*[^\s"'`.,;:]/g, (word) =>
          pieces.some((piece) => word.includes(piece)) ? hidden : word,
        );
  return secretShapes.reduce((text, [shape, instead]) => text.replace(shape, instead), unsaid);
}

/** Headers in which providers, and proxies before them, identify a request. */
const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'apim-request-id',
  'x-ms-request-id',
  'x-correlation-id',
  'x-groq-request-id',
  'x-trace-id',
  'cf-ray',
];
const requestIdMaxLength = 100;

export function requestIdIn(headers: unknown): string | null {
  if (typeof headers !== 'object' || headers === null) return null;
  const given = headers as Readonly<Record<string, unknown>>; // known to be an object
  const [id] = requestIdHeaders
    .map((name) => given[name])
    .filter((value): value is string => typeof value === 'string' && value !== '');
  return id === undefined ? null : id.replace(/[^\w.:@/-]/g, '').slice(0, requestIdMaxLength);
}
