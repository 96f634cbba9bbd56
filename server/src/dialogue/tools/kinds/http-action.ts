import { type ToolSettings, httpBodyMaxLength } from '@parlance/shared/contract/api/tools';
import { readDescription } from '../described/read-description.ts';
import { isObject } from '../schema/json.ts';
import { unusableReason } from '../unusable.ts';
import { answerMaxBytes, inAddress, textOfAnswer } from './http-answer.ts';
import type { Reach, ToolSource } from './tool-source.ts';

type HttpSettings = Extract<ToolSettings, { kind: 'http' }>;

/** What its one function is called. */
const requestName = 'request';
const placeholder = /\{([\w-]{1,100})\}/g;

/** One request that somebody has written down as a form. */
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
  async call(_, values, signal) {
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
    return textOfAnswer(answer);
  },
});

/** Throws tool_unusable where the address or the body of the form cannot be used. */
function requireUsable({ url, body }: HttpSettings): void {
  const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  if (/[{}]/.test(origin) || !URL.canParse(url.replace(placeholder, 'x')))
    throw unusableReason('url', 'settings.url', 'It is no address, or its host holds a parameter.');
  if (body !== '') templateOf(body);
}

/** As JSON. Throws tool_unusable where they are longer than a form has. */
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

/** Null where it is deeper than can be written down. */
function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The address and the body with the values in their places. */
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

/** A text that is nothing but a parameter becomes its value, whatever it is; within a text it becomes text. */
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
