import { type ToolFault, type ToolSettings, openApiMaxLength, toolFunctionsAtMost } from '@parlance/shared/contract/api/tools';
import { parse as parseYaml } from 'yaml';
import { ApiError } from '../../../plugins/api-error.ts';
import { checkedSchema, isObject } from '../schema.ts';
import { unusable } from '../unusable.ts';
import { answerMaxBytes, inAddress, textOfAnswer } from './http-answer.ts';
import type { DescribedFunction, Reach, ToolSource } from './tool-source.ts';

type OpenApiSettings = Extract<ToolSettings, { kind: 'openapi' }>;
/** How an operation is called; kept with its function, so that a call reads no document. */
type Route = { readonly method: string; readonly address: string; readonly query: readonly string[]; readonly hasBody: boolean };
export type Operation = DescribedFunction & { readonly route: Route };
export const isOperation = (described: DescribedFunction): described is Operation => 'route' in described;

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const descriptionMaxLength = 1_000;
/** References that lead to references. */
const referencesAtMost = 20;
const aliasesAtMost = 100;

/** The operations of an OpenAPI document. `known` are those that were read last, for calls. */
export const openApi = (settings: OpenApiSettings, known: readonly DescribedFunction[], { outgoing, secretHeaders }: Reach): ToolSource => ({
  async functions(signal) {
    const { source, base_url: base } = settings;
    if (source.from === 'text') return operationsOf(source.text, base, null);
    const answer = await outgoing.get(source.url, { signal, maxBytes: openApiMaxLength, headers: { accept: 'application/json, application/yaml, */*;q=0.5' }, secretHeaders: settings.headers });
    if (answer.status >= 400) throw new ApiError('address_unreachable');
    return operationsOf(answer.bytes.toString('utf8'), base, answer.url);
  },
  async call(name, values, signal) {
    const operation = known.filter(isOperation).find((it) => it.name === name);
    if (operation === undefined) throw new ApiError('not_found');
    const { method, query, hasBody } = operation.route;
    const address = new URL(operation.route.address.replace(/\{([^{}]+)\}/g, (_, key: string) => inAddress(key, values[key])));
    for (const key of query) if (values[key] !== undefined) for (const value of [values[key]].flat()) address.searchParams.append(key, typeof value === 'string' ? value : JSON.stringify(value));
    const body = hasBody && values['body'] !== undefined ? JSON.stringify(values['body']) : undefined;
    const answer = await outgoing.get(address.href, {
      method: method.toUpperCase(),
      signal,
      maxBytes: answerMaxBytes,
      headers: { accept: 'application/json, text/*;q=0.9, */*;q=0.1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      secretHeaders: { ...settings.headers, ...secretHeaders },
      ...(body === undefined ? {} : { body }),
    });
    return textOfAnswer(answer);
  },
});

/** Throws tool_unusable where the text is no OpenAPI 3 document with an operation, and address_refused where it leads to no host. */
export function operationsOf(text: string, givenBase: string | null, documentUrl: string | null): Operation[] {
  const document = documentOf(text);
  const base = baseOf(document, givenBase, documentUrl);
  const found: Operation[] = [];
  const names = new Set<string>();
  for (const [path, item] of Object.entries(isObject(document['paths']) ? document['paths'] : {})) {
    const shared = resolved(document, item);
    if (!isObject(shared) || !path.startsWith('/')) continue;
    for (const method of methods) {
      const operation = shared[method];
      if (!isObject(operation) || found.length >= toolFunctionsAtMost) continue;
      const made = operationOf(document, { base, path, method, operation, shared: listOf(shared['parameters']) });
      // Two operations of one name: the first is the one that is meant.
      if (names.has(made.name)) continue;
      names.add(made.name);
      found.push(made);
    }
  }
  if (found.length === 0) throw wrong('no-operation', 'It has no operation.');
  return found;
}

function documentOf(text: string): Record<string, unknown> {
  let document: unknown;
  try {
    document = /^\s*\{/.test(text) ? JSON.parse(text) : parseYaml(text, { maxAliasCount: aliasesAtMost });
  } catch {
    throw wrong('no-document', 'It is neither JSON nor YAML.');
  }
  if (!isObject(document) || typeof document['openapi'] !== 'string' || !document['openapi'].startsWith('3.')) throw wrong('no-openapi', 'It is no OpenAPI 3 document.');
  return document;
}

function baseOf(document: Record<string, unknown>, given: string | null, documentUrl: string | null): string {
  const [server] = listOf(document['servers']);
  const told = isObject(server) && typeof server['url'] === 'string' ? server['url'] : '/';
  const address = given ?? told;
  if (/[{}]/.test(address) || !URL.canParse(address, documentUrl ?? undefined)) throw wrong('no-server', 'It names no server; give the address of one.');
  return new URL(address, documentUrl ?? undefined).href.replace(/\/+$/, '');
}

type Described = { base: string; path: string; method: string; operation: Record<string, unknown>; shared: readonly unknown[] };

function operationOf(document: Record<string, unknown>, { base, path, method, operation, shared }: Described): Operation {
  const parameters = new Map<string, Record<string, unknown>>();
  for (const raw of [...shared, ...listOf(operation['parameters'])]) {
    const parameter = resolved(document, raw);
    if (isObject(parameter) && typeof parameter['name'] === 'string' && (parameter['in'] === 'path' || parameter['in'] === 'query')) parameters.set(parameter['name'], parameter);
  }
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, parameter] of parameters) {
    properties[name] = { ...inlined(document, parameter['schema'] ?? {}), ...(typeof parameter['description'] === 'string' ? { description: parameter['description'].slice(0, descriptionMaxLength) } : {}) };
    if (parameter['required'] === true || parameter['in'] === 'path') required.push(name);
  }
  const body = bodySchemaOf(document, operation['requestBody']);
  if (body !== null) {
    properties['body'] = body.schema;
    if (body.isRequired) required.push('body');
  }
  const said = [operation['summary'], operation['description']].filter((part): part is string => typeof part === 'string' && part !== '');
  return {
    name: nameOf(operation['operationId'], method, path),
    description: said.join('\n').slice(0, descriptionMaxLength),
    parameters: checkedSchema({ type: 'object', properties, required, additionalProperties: false }),
    effect: method === 'get' ? 'reads' : 'changes',
    route: { method, address: `${base}${path}`, query: [...parameters.values()].flatMap((it) => (it['in'] === 'query' ? [String(it['name'])] : [])), hasBody: body !== null },
  };
}

function bodySchemaOf(document: Record<string, unknown>, raw: unknown): { schema: Record<string, unknown>; isRequired: boolean } | null {
  const body = resolved(document, raw);
  if (!isObject(body) || !isObject(body['content'])) return null;
  const json = Object.entries(body['content']).find(([type]) => /json/i.test(type))?.[1];
  if (!isObject(json)) return null;
  return { schema: inlined(document, json['schema'] ?? {}), isRequired: body['required'] === true };
}

const nameOf = (operationId: unknown, method: string, path: string) => (typeof operationId === 'string' && operationId !== '' ? operationId : `${method}${path}`).replace(/[^\w.-]+/g, '_').slice(0, 100);

/** What a reference within the document stands for. */
function resolved(document: Record<string, unknown>, value: unknown): unknown {
  let at = value;
  for (let steps = 0; isObject(at) && typeof at['$ref'] === 'string'; steps++) {
    if (steps > referencesAtMost) throw wrong('circle', 'Its references lead in a circle.');
    at = pointedAt(document, at['$ref']);
  }
  return at;
}

function pointedAt(document: Record<string, unknown>, reference: string): unknown {
  if (!reference.startsWith('#/')) throw wrong('elsewhere', 'It refers to another document.');
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), document);
}

/** A schema with its references in place. One that holds itself ends where it begins again: any value will do there. */
function inlined(document: Record<string, unknown>, schema: unknown): Record<string, unknown> {
  let nodes = 2_000;
  const walk = (value: unknown, within: readonly string[]): unknown => {
    if (nodes-- < 0) throw wrong('too-large', 'A schema is too large.');
    if (Array.isArray(value)) return value.map((item) => walk(item, within));
    if (!isObject(value)) return value;
    const reference = value['$ref'];
    if (typeof reference === 'string') return within.includes(reference) ? {} : walk(pointedAt(document, reference) ?? {}, [...within, reference]);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === 'example' || key === 'examples' ? undefined : walk(item, within)]).filter(([, item]) => item !== undefined));
  };
  const whole = walk(schema, []);
  return isObject(whole) ? whole : {};
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const wrong = (reason: ToolFault, message: string) => unusable(reason, 'settings.source', message);
