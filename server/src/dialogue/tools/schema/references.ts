import type { Dialect } from './current-dialect.ts';
import { isObject, type JsonObject } from './json.ts';
import { kindOfKeyword } from './keywords.ts';

/** A schema that a reference leads to, and what references within it are relative to. */
export type Target = { readonly schema: unknown; readonly base: string };

/** The address of what has none of its own. */
export const ownBase = 'https://described.invalid/';

type Place = { readonly schema: JsonObject; readonly base: string };

/**
 * The possible targets of references within one document: by address, by anchor, by JSON pointer. Nothing is ever
 * fetched.
 */
export class References {
  readonly #resources = new Map<string, unknown>();
  readonly #anchors = new Map<string, Target>();
  readonly #dynamic = new Map<string, Target>();
  readonly #dialect: Dialect;

  /** Indexes a document; `schemas` are the roots: a schema itself, or the schemas in another document. */
  constructor(document: unknown, schemas: Iterable<unknown>, dialect: Dialect) {
    this.#dialect = dialect;
    this.#resources.set(ownBase, document);
    const open: Place[] = [...schemas].filter(isObject).map((schema) => ({ schema, base: ownBase }));
    for (let at = open.pop(); at !== undefined; at = open.pop()) open.push(...this.#enter(at));
  }

  /** Resolves a reference; null if it leads out of the document, or to nothing. */
  resolve(reference: string, base: string): Target | null {
    const { address, fragment } = partsOf(reference, base);
    if (address === null) return null;
    if (fragment !== '' && !fragment.startsWith('/')) return this.#anchors.get(`${address}#${fragment}`) ?? null;
    return this.#resources.has(address)
      ? pointedAt({ schema: this.#resources.get(address), base: address }, fragment, this.#dialect)
      : null;
  }

  /** Resolves a `$dynamicRef`: the outermost of the schemas passed through that has this anchor. */
  resolveDynamic(reference: string, base: string, through: readonly string[]): Target | null {
    const found = this.resolve(reference, base);
    const anchor = isObject(found?.schema) ? found.schema['$dynamicAnchor'] : undefined;
    if (typeof anchor !== 'string' || partsOf(reference, base).fragment !== anchor) return found;
    return (
      through.map((resource) => this.#dynamic.get(`${resource}#${anchor}`)).find((it) => it !== undefined) ?? found
    );
  }

  /** Notes what a schema is called, and gives the schemas in it. */
  #enter({ schema, base: outer }: Place): Place[] {
    const base = baseOf(schema, outer, this.#dialect);
    if (base !== outer) this.#resources.set(base, schema);
    const id = schema['$id'] ?? schema['id'];
    const names = [
      schema['$anchor'],
      schema['$dynamicAnchor'],
      typeof id === 'string' && id.startsWith('#') ? id.slice(1) : undefined,
    ];
    for (const name of names)
      if (typeof name === 'string' && name !== '') this.#anchors.set(`${base}#${name}`, { schema, base });
    if (typeof schema['$dynamicAnchor'] === 'string')
      this.#dynamic.set(`${base}#${schema['$dynamicAnchor']}`, { schema, base });
    return schemasIn(schema).map((inner) => ({ schema: inner, base }));
  }
}

/** Returns the base URI of references in a schema: its own address, if it has one. */
export function baseOf(schema: JsonObject, outer: string, { addressKeyword, referencesStandAlone }: Dialect): string {
  const address = schema[addressKeyword];
  if (
    typeof address !== 'string' ||
    address.startsWith('#') ||
    (referencesStandAlone && typeof schema['$ref'] === 'string')
  )
    return outer;
  return partsOf(address, outer).address ?? outer;
}

function partsOf(reference: string, base: string): { address: string | null; fragment: string } {
  if (!URL.canParse(reference, base)) return { address: null, fragment: '' };
  const url = new URL(reference, base);
  const fragment = decoded(url.hash.slice(1));
  url.hash = '';
  return { address: fragment === null ? null : url.href, fragment: fragment ?? '' };
}

/** Decodes a text; null for invalid escapes. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function pointedAt(target: Target, pointer: string, dialect: Dialect): Target | null {
  let { schema, base } = target;
  for (const part of pointer === '' ? [] : pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    // an array holds anything
    if (Array.isArray(schema)) schema = /^\d+$/.test(key) ? (schema as unknown[])[Number(key)] : undefined;
    else schema = isObject(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined;
    if (schema === undefined) return null;
    if (isObject(schema)) base = baseOf(schema, base, dialect);
  }
  return { schema, base };
}

/** Keywords that hold schemas reached by references only. */
const definitions = new Set(['$defs', 'definitions']);

/** The schemas that a schema holds itself. What stands under `const` or `default` is data, whatever it looks like. */
function schemasIn(schema: JsonObject): JsonObject[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const kind = kindOfKeyword(keyword);
    const holdsByName =
      kind === 'schemas-by-name' ||
      kind === 'schemas-by-pattern' ||
      definitions.has(keyword) ||
      keyword === 'dependencies';
    if (holdsByName) return isObject(value) ? Object.values(value).filter(isObject) : [];
    if (kind !== 'schema' && kind !== 'schemas' && keyword !== 'additionalItems') return [];
    return [value].flat().filter(isObject);
  });
}
