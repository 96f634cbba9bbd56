import { type ToolSettings, httpBodyMaxLength } from '@parlance/shared/contract/api/tools';
import { readDescription } from '../described/read-description.ts';
import { isObject } from '../schema/json.ts';
import { unusableReason } from '../unusable.ts';
import { answerMaxBytes, inAddress, resultOfAnswer } from './http-answer.ts';
import type { Reach, ToolSource } from './tool-source.ts';

type HttpSettings = Extract<ToolSettings, { kind: 'http' }>;

/** The name of its single function. */
const requestName = 'request';
const placeholder = /\{([\w-]{1,100})\}/g;

/** Creates a tool of one request that somebody has described in a form. */
export const httpAction = (
  settings: HttpSettings,
  description: string,
  { organizationId, outgoing, secretHeaders }: Reach,
): ToolSource => ({
  async functions(signal) {
    requireUsable(settings);
    const effect = settings.method === 'GET' ? 'reads' : 'changes';
    return readDescription(
      { kind: 'http', name: requestName, description, parameters: parametersOf(settings), effect },
      { organizationId, signal },
    );
  },
  async call(_, values, { signal }) {
    const { method, headers } = settings;
    const { address, body } = requestOf(settings, values);
    const answer = await outgoing.get(address, {
      method,
      signal,
      maxBytes: answerMaxBytes,
      headers: {
        accept: 'application/json, text/*;q=0.9, */*;q=0.1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      secretHeaders: { ...headers, ...secretHeaders },
      ...(body === undefined ? {} : { body }),
    });
    return resultOfAnswer(answer);
  },
});

/** Throws tool_unusable if the address or the body of the form is invalid. */
function requireUsable({ url, body }: HttpSettings): void {
  const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  if (/[{}]/.test(origin) || !URL.canParse(url.replace(placeholder, 'x')))
    throw unusableReason('url', 'settings.url', 'It is no address, or its host holds a parameter.');
  if (body !== '') templateOf(body);
}

/** Returns the parameters as JSON. Throws tool_unusable if they are longer than a form allows. */
function parametersOf({ parameters }: HttpSettings): string {
  const text = textOf(parameters);
  if (text === null || text.length > httpBodyMaxLength)
    throw unusableReason(
      'too-large',
      'settings.parameters',
      `They have ${text === null ? 'too many levels' : `${text.length} characters`}.`,
    );
  return text;
}

/** Serialises a value; null if it is too deep. */
function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Builds the address and the body with the values filled in. */
export function requestOf(
  { method, url, body }: Pick<HttpSettings, 'method' | 'url' | 'body'>,
  values: Readonly<Record<string, unknown>>,
): { address: string; body: string | undefined } {
  const taken = new Set<string>();
  const address = url.replace(placeholder, (_, name: string) => {
    taken.add(name);
    return inAddress(name, values[name]);
  });
  if (body !== '') return { address, body: JSON.stringify(filled(templateOf(body), values)) };
  const rest = Object.entries(values).filter(([name]) => !taken.has(name));
  if (method !== 'GET' && method !== 'DELETE') return { address, body: JSON.stringify(Object.fromEntries(rest)) };
  const withQuery = new URL(address);
  for (const [name, value] of rest)
    withQuery.searchParams.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return { address: withQuery.href, body: undefined };
}

function templateOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw unusableReason('body', 'settings.body', 'It is no JSON.');
  }
}

/** Fills in values: a text that is only a placeholder becomes the value itself; within a text it becomes text. */
function filled(template: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') {
    const whole = /^\{([\w-]{1,100})\}$/.exec(template)?.[1];
    if (whole !== undefined) return values[whole] ?? null;
    return template.replace(placeholder, (_, name: string) =>
      typeof values[name] === 'string' ? values[name] : JSON.stringify(values[name] ?? null),
    );
  }
  if (Array.isArray(template)) return template.map((item) => filled(item, values));
  if (isObject(template))
    return Object.fromEntries(Object.entries(template).map(([key, item]) => [key, filled(item, values)]));
  return template;
}
