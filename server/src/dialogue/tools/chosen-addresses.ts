import type { ToolKind } from '@parlance/shared/contract/api/tools';
import type { DescribedFunction } from './kinds/tool-source.ts';
import { isObject } from './schema/json.ts';

type CalledFunction = { readonly kind: ToolKind; readonly described: Pick<DescribedFunction, 'parameters'> };
type Argument = { readonly value: unknown; readonly name: string; readonly schema: unknown };

/** What WHATWG takes for the beginning of an address, whatever stands before its name. */
const begun = /^(?:[a-z][a-z\d+.-]*:[/\\]{2}|https?:|wss?:|ftps?:|[/\\]{2})/i;
const formats = new Set(['uri', 'iri', 'uri-reference', 'iri-reference', 'hostname', 'idn-hostname', 'ipv4', 'ipv6']);
/** Words in the name of a parameter that takes an address. */
const words = new Set([
  'url',
  'urls',
  'uri',
  'uris',
  'href',
  'link',
  'links',
  'host',
  'hosts',
  'hostname',
  'domain',
  'domains',
  'endpoint',
  'website',
  'site',
  'sites',
  'origin',
  'webhook',
  'callback',
  'server',
]);

/**
 * The addresses and hosts among the arguments of a call: where the tool is to go, which the model has chosen. Of a tool
 * that somebody has made it is told by the value, or by what the function says of the parameter.
 */
export function chosenAddresses({ kind, described }: CalledFunction, text: string): string[] {
  const values = objectOf(text);
  if (values === null) return [];
  if (kind === 'web-page') return [String(values['url'])];
  const chosen: string[] = [];
  const left: Argument[] = [{ value: values, name: '', schema: described.parameters }];
  for (let found = left.pop(); found !== undefined; found = left.pop()) {
    const { value, name, schema } = found;
    if (typeof value === 'string') chosen.push(...addressOf(value, name, schema));
    else if (Array.isArray(value))
      for (const item of value) left.push({ value: item, name, schema: within(schema, 'items') });
    else if (isObject(value)) {
      for (const [key, item] of Object.entries(value))
        left.push(
          { value: key, name: '', schema: null },
          { value: item, name: key, schema: within(within(schema, 'properties'), key) },
        );
    }
  }
  return chosen;
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const values: unknown = JSON.parse(text);
    return isObject(values) ? values : null;
  } catch {
    return null; // no call is made of it
  }
}

const within = (schema: unknown, key: string): unknown =>
  isObject(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined;

function addressOf(value: string, name: string, schema: unknown): string[] {
  // WHATWG leaves such characters out before it reads.
  const read = value.replaceAll(/^[\0-\x20]+|[\0-\x20]+$/g, '').replaceAll(/[\t\n\r]/g, '');
  if (read === '') return [];
  if (begun.test(read)) return [/^[/\\]{2}/.test(read) ? `https:${read}` : read];
  const format = within(schema, 'format');
  const saysSo =
    (typeof format === 'string' && formats.has(format)) ||
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((word) => words.has(word));
  return saysSo ? [`https://${read}`] : [];
}
