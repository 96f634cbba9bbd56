import { toolFunctionsAtMost } from '@parlance/shared/contract/api/tools';
import { parse as parseYaml } from 'yaml';
import type { Operation } from '../kinds/operation.ts';
import type { DescribedTool } from '../kinds/tool-source.ts';
import type { Dialect } from '../schema/current-dialect.ts';
import { type DocumentBudget, type Within, documentBudget, inlinedParameters } from '../schema/inlined-parameters.ts';
import { isObject, type JsonObject, listOf } from '../schema/json.ts';
import { References, ownBase } from '../schema/references.ts';
import { UnusableDescription } from '../schema/unusable-description.ts';
import { LeftOutFunctions } from './left-out-functions.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const descriptionMaxLength = 1_000;
/** The maximal length of a chain of references. */
const referencesAtMost = 20;
const aliasesAtMost = 100;

type Document = { readonly base: string; readonly within: Within; readonly budget: DocumentBudget };

/**
 * Returns the operations of an OpenAPI 3 document. Throws an UnusableDescription if it is none, or has no usable
 * operation.
 */
export function operationsOf(text: string, givenBase: string | null, documentUrl: string | null): DescribedTool {
  const whole = documentOf(text);
  const within = withinDocument(whole);
  const document: Document = {
    base: baseOf(whole, givenBase, documentUrl),
    within,
    budget: documentBudget(toolFunctionsAtMost),
  };
  const found = new Map<string, Operation>();
  const leftOut = new LeftOutFunctions();
  for (const [path, item] of Object.entries(isObject(whole['paths']) ? whole['paths'] : {})) {
    if (!path.startsWith('/')) continue;
    const shared = leftOut.unless(path, () => resolved(within, item));
    if (!isObject(shared)) continue;
    for (const method of methods) {
      const operation = shared[method];
      if (!isObject(operation)) continue;
      const name = nameOf(operation['operationId'], method, path);
      if (found.has(name)) leftOut.add({ name, reason: 'same-name' });
      else if (found.size >= toolFunctionsAtMost) leftOut.add({ name, reason: 'too-many' });
      else
        leftOut.unless(name, () =>
          found.set(
            name,
            operationOf(document, { name, path, method, operation, shared: listOf(shared['parameters']) }),
          ),
        );
    }
  }
  return leftOut.beside([...found.values()], new UnusableDescription('no-operation', 'It has no operation.'));
}

function documentOf(text: string): JsonObject {
  let document: unknown;
  try {
    document = /^\s*\{/.test(text) ? JSON.parse(text) : parseYaml(text, { maxAliasCount: aliasesAtMost });
  } catch {
    throw new UnusableDescription('no-document', 'It is neither JSON nor YAML.');
  }
  if (!isObject(document) || typeof document['openapi'] !== 'string' || !document['openapi'].startsWith('3.'))
    throw new UnusableDescription('no-openapi', 'It is no OpenAPI 3 document.');
  return document;
}

function baseOf(document: JsonObject, given: string | null, documentUrl: string | null): string {
  const [server] = listOf(document['servers']);
  const told = isObject(server) && typeof server['url'] === 'string' ? server['url'] : '/';
  const address = given ?? told;
  if (/[{}]/.test(address) || !URL.canParse(address, documentUrl ?? undefined))
    throw new UnusableDescription('no-server', 'It names no server; give the address of one.');
  return new URL(address, documentUrl ?? undefined).href.replace(/\/+$/, '');
}

/**
 * Returns the context of a document: version 3.0 has a schema dialect of its own, in which references ignore siblings;
 * 3.1 has JSON Schema 2020-12.
 */
function withinDocument(document: JsonObject): Within {
  const dialect: Dialect = {
    referencesStandAlone: String(document['openapi']).startsWith('3.0'),
    addressKeyword: '$id',
  };
  const { components } = document;
  const schemas = isObject(components) && isObject(components['schemas']) ? Object.values(components['schemas']) : [];
  return { references: new References(document, schemas, dialect), dialect };
}

type DescribedOperation = {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  readonly shared: readonly unknown[];
};

function operationOf(
  { base, within, budget }: Document,
  { name, path, method, operation, shared }: DescribedOperation,
): Operation {
  const parameters = new Map<string, JsonObject>();
  for (const raw of [...shared, ...listOf(operation['parameters'])]) {
    const parameter = resolved(within, raw);
    if (
      isObject(parameter) &&
      typeof parameter['name'] === 'string' &&
      (parameter['in'] === 'path' || parameter['in'] === 'query')
    )
      parameters.set(parameter['name'], parameter);
  }
  const properties = new Map([...parameters].map(([key, parameter]) => [key, schemaOf(within, parameter)]));
  const required = [...parameters].flatMap(([key, parameter]) =>
    parameter['required'] === true || parameter['in'] === 'path' ? [key] : [],
  );
  const body = bodyOf(within, operation['requestBody']);
  if (body !== null) {
    properties.set('body', body.schema);
    if (body.isRequired) required.push('body');
  }
  const said = [operation['summary'], operation['description']].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return {
    name,
    description: said.join('\n').slice(0, descriptionMaxLength),
    parameters: inlinedParameters(
      { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false },
      budget,
      within,
    ),
    effect: method === 'get' ? 'reads' : 'changes',
    route: {
      method,
      address: `${base}${path}`,
      query: [...parameters].flatMap(([key, parameter]) => (parameter['in'] === 'query' ? [key] : [])),
      hasBody: body !== null,
    },
  };
}

/** Returns the schema of a parameter, with the parameter's description. Some have it under a content type. */
function schemaOf(within: Within, parameter: JsonObject): unknown {
  const schema =
    parameter['schema'] ??
    (isObject(parameter['content']) ? mediaSchemaOf(within, Object.values(parameter['content'])[0]) : {});
  if (typeof parameter['description'] !== 'string' || !isObject(schema)) return schema;
  const description = parameter['description'].slice(0, descriptionMaxLength);
  return typeof schema['$ref'] === 'string' ? { description, allOf: [schema] } : { ...schema, description };
}

function bodyOf(within: Within, raw: unknown): { schema: unknown; isRequired: boolean } | null {
  const body = resolved(within, raw);
  if (!isObject(body) || !isObject(body['content'])) return null;
  const json = Object.entries(body['content']).find(([type]) => /json/i.test(type))?.[1];
  return isObject(json) ? { schema: mediaSchemaOf(within, json), isRequired: body['required'] === true } : null;
}

const mediaSchemaOf = (within: Within, raw: unknown): unknown => {
  const media = resolved(within, raw);
  return isObject(media) ? (media['schema'] ?? {}) : {};
};

const nameOf = (operationId: unknown, method: string, path: string) =>
  (typeof operationId === 'string' && operationId !== '' ? operationId : `${method}${path}`)
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 100);

/** Resolves a local reference to anything but a schema. */
function resolved({ references }: Within, value: unknown): unknown {
  let at = value;
  for (let steps = 0; isObject(at) && typeof at['$ref'] === 'string'; steps++) {
    if (steps > referencesAtMost) throw new UnusableDescription('circle', 'Its references lead in a circle.');
    if (!at['$ref'].startsWith('#')) throw new UnusableDescription('elsewhere', 'It refers to another document.');
    at = references.resolve(at['$ref'], ownBase)?.schema;
  }
  return at;
}
