import { type Dialect, inCurrentDialect } from './current-dialect.ts';
import { isObject, type JsonObject, listOf } from './json.ts';
import { isAnnotation, kindOfKeyword, linearPattern, plainValue } from './keywords.ts';
import { type References, type Target, baseOf } from './references.ts';
import { UnusableDescription } from './unusable-description.ts';

/** The level of detail of a schema. Anything beyond it accepts any value. */
export type Fullness = {
  /** The number of times a recursive schema is expanded within itself. */
  readonly recursions: number;
  /** Schemas within schemas. */
  readonly depth: number;
  /** The depth down to which descriptions and examples are kept. */
  readonly wordsDepth: number;
  /** Characters of one enumeration, default or example; a longer one is left out. */
  readonly data: number;
};

/** The maximal nesting of schemas and references: more would overflow the stack. */
const stepsAtMost = 150;

/** The remaining budget: schemas, characters, and steps of the programs that patterns compile to. */
export type Budget = { nodes: number; characters: number; steps: number };

/** The cost of finding that a pattern is not searchable. */
const stepsOfOneThatIsNone = 200;

/** Thrown when the budget is exceeded: a lower level of detail may fit. */
export class OverBudget extends Error {}

type At = {
  readonly path: string;
  readonly base: string;
  readonly depth: number;
  readonly steps: number;
  /** The number of expansions under way of each referenced schema. */
  readonly within: ReadonlyMap<unknown, number>;
  /** The addresses of the schemas that were come through. */
  readonly through: readonly string[];
};

/**
 * A schema without references. `isOpen`: something is left out of it, so that it takes more values than what was
 * described. `isCut`: what was left out might have said which properties or items it knows.
 */
type InlinedSchema = { readonly schema: JsonObject | boolean; readonly isOpen: boolean; readonly isCut: boolean };
const anything: InlinedSchema = { schema: {}, isOpen: true, isCut: true };

/** Keywords whose schemas speak of the same value as the schema that they stand in. */
const inPlace = new Set(['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas', 'not']);

/**
 * Writes schemas out with what they refer to in its place. What is left out never makes it refuse what was described as
 * right.
 */
export class Inliner {
  readonly #references: References;
  readonly #dialect: Dialect;
  readonly #fullness: Fullness;
  readonly #budget: Budget;

  constructor(references: References, dialect: Dialect, fullness: Fullness, budget: Budget) {
    this.#references = references;
    this.#dialect = dialect;
    this.#fullness = fullness;
    this.#budget = budget;
  }

  inlined(schema: unknown, base: string): JsonObject | boolean {
    return this.#inlined(schema, { path: '', base, depth: 0, steps: 0, within: new Map(), through: [base] }).schema;
  }

  #inlined(schema: unknown, outer: At): InlinedSchema {
    this.#budget.nodes -= 1;
    this.#spend(4);
    if (typeof schema === 'boolean') return { schema, isOpen: false, isCut: false };
    if (!isObject(schema))
      throw new UnusableDescription('schema', `What stands at “${outer.path}” is no schema.`, outer.path);
    if (outer.depth > this.#fullness.depth || outer.steps > stepsAtMost) return this.#cut(schema);
    const base = baseOf(schema, outer.base, this.#dialect);
    const at = {
      ...outer,
      base,
      steps: outer.steps + 1,
      through: base === outer.base ? outer.through : [...outer.through, base],
    };
    const current = inCurrentDialect(schema);
    const target = this.#targetOf(schema, this.#dialect.referencesStandAlone ? outer : at);
    if (target === undefined) return this.#written(current, at);
    const found = this.#followed(target, at);
    const beside = this.#dialect.referencesStandAlone
      ? Object.fromEntries(Object.entries(current).filter(([keyword]) => isAnnotation(keyword)))
      : current;
    return merged(this.#written(beside, at), found);
  }

  /** Resolves a reference; undefined without one, null if it cannot be followed. */
  #targetOf(
    { $ref: reference, $dynamicRef: dynamic, $recursiveRef: recursive }: JsonObject,
    { base, through }: At,
  ): Target | null | undefined {
    if (typeof reference === 'string') return this.#references.resolve(reference, base);
    if (typeof dynamic === 'string') return this.#references.resolveDynamic(dynamic, base, through);
    return typeof recursive === 'string' ? this.#references.resolve(recursive, base) : undefined;
  }

  #followed(target: Target | null, at: At): InlinedSchema {
    if (target === null) return anything;
    const times = at.within.get(target.schema) ?? 0;
    if (times > this.#fullness.recursions) return isObject(target.schema) ? this.#cut(target.schema) : anything;
    const through = target.base === at.base ? at.through : [...at.through, target.base];
    return this.#inlined(target.schema, {
      ...at,
      base: target.base,
      through,
      within: new Map(at.within).set(target.schema, times + 1),
    });
  }

  /** Reduces a schema that is too deep to its type. */
  #cut(schema: JsonObject): InlinedSchema {
    const type = plainValue('type', 'type', inCurrentDialect(schema)['type']);
    this.#spend(type === undefined ? 0 : 20);
    return { schema: type === undefined ? {} : { type }, isOpen: true, isCut: true };
  }

  #written(schema: JsonObject, at: At): InlinedSchema {
    const writing = new Writing();
    for (const [keyword, value] of Object.entries(schema)) this.#write(writing, keyword, value, at);
    return writing.end();
  }

  #write(writing: Writing, keyword: string, value: unknown, at: At): void {
    const kind = kindOfKeyword(keyword);
    if (kind === null || (isAnnotation(keyword) && at.depth > this.#fullness.wordsDepth)) return;
    this.#spend(keyword.length + 4);
    if (kind === 'schema') return writing.schema(keyword, this.#inlined(value, below(at, keyword)));
    if (kind === 'schemas') return this.#writeList(writing, keyword, value, at);
    if (kind === 'schemas-by-name' || kind === 'schemas-by-pattern')
      return this.#writeNamed(writing, keyword, value, at);
    if (
      (kind === 'text' && typeof value !== 'string') ||
      (kind === 'note' && typeof value !== 'boolean' && typeof value !== 'string')
    )
      return;
    const plain = plainValue(kind, keyword, value);
    if (plain === undefined) throw wrong(keyword, at);
    const characters = charactersOf(plain);
    if ((kind === 'data' || kind === 'options') && (characters === Infinity || characters > this.#fullness.data))
      return isAnnotation(keyword) ? undefined : writing.leaveOut();
    if (kind === 'pattern' && (typeof plain !== 'string' || !this.#isSearchable(plain))) return writing.leaveOut();
    this.#spend(characters);
    writing.plain(keyword, plain);
  }

  #writeList(writing: Writing, keyword: string, value: unknown, at: At): void {
    if (!Array.isArray(value)) throw wrong(keyword, at);
    if (value.length > 0)
      writing.schemas(
        keyword,
        value.map((schema, index) => this.#inlined(schema, below(at, `${keyword}/${index}`))),
      );
  }

  #writeNamed(writing: Writing, keyword: string, value: unknown, at: At): void {
    if (!isObject(value)) throw wrong(keyword, at);
    const named = Object.entries(value).flatMap(([name, schema]): [string, InlinedSchema][] => {
      this.#spend(charactersOf(name) + 2);
      if (keyword !== 'patternProperties' || this.#isSearchable(name))
        return [[name, this.#inlined(schema, below(at, `${keyword}/${name}`))]];
      writing.leaveOutPattern();
      return [];
    });
    writing.named(keyword, named);
  }

  /** Patterns are made into programs whenever a schema is compiled: all of them together are bounded, too. */
  #isSearchable(source: string): boolean {
    if (this.#budget.steps < 0) return false;
    const program = linearPattern(source);
    this.#budget.steps -= program?.programSize() ?? stepsOfOneThatIsNone;
    return program !== null && this.#budget.steps >= 0;
  }

  #spend(characters: number): void {
    this.#budget.characters -= characters;
    if (this.#budget.nodes < 0 || this.#budget.characters < 0) throw new OverBudget();
  }
}

/** Keywords about everything not covered by others. */
const closings = ['unevaluatedProperties', 'unevaluatedItems'];

const below = (at: At, part: string): At => ({ ...at, path: `${at.path}/${part}`, depth: at.depth + 1 });
const wrong = (keyword: string, { path }: At) =>
  new UnusableDescription('schema', `“${keyword}” at “${path}” is not what it has to be.`, `${path}/${keyword}`);

/**
 * One schema while it is written. Keywords that would refuse more than described, because something was left out, are
 * dropped at its end.
 */
class Writing {
  readonly #entries = new Map<string, unknown>();
  readonly #open = new Set<string>();
  #isOpen = false;
  #isCut = false;
  #hasLostPatterns = false;

  plain(keyword: string, value: unknown): void {
    this.#entries.set(keyword, value);
  }

  schema(keyword: string, inlined: InlinedSchema): void {
    this.#note(keyword, inlined);
    this.#entries.set(keyword, inlined.schema);
  }

  schemas(keyword: string, list: readonly InlinedSchema[]): void {
    for (const inlined of list) this.#note(keyword, inlined);
    this.#entries.set(
      keyword,
      list.map(({ schema }) => schema),
    );
  }

  named(keyword: string, list: readonly (readonly [string, InlinedSchema])[]): void {
    for (const [, inlined] of list) this.#note(keyword, inlined);
    this.#entries.set(keyword, Object.fromEntries(list.map(([name, { schema }]) => [name, schema])));
  }

  leaveOut(): void {
    this.#isOpen = true;
  }

  /** Marks a pattern as lost: covered and uncovered properties can no longer be told apart. */
  leaveOutPattern(): void {
    this.#hasLostPatterns = true;
    this.#isOpen = true;
    this.#isCut = true;
  }

  end(): InlinedSchema {
    const entries = this.#entries;
    const without = (...keywords: string[]) => keywords.forEach((keyword) => entries.delete(keyword));
    if (this.#open.has('if')) this.#isCut = true;
    if (this.#open.has('if') || !entries.has('if')) without('if', 'then', 'else');
    // Ajv overlooks a condition that nothing follows from, and what it knows of properties and items.
    if (entries.has('if') && !entries.has('then') && !entries.has('else')) entries.set('then', true);
    if (this.#open.has('not')) without('not');
    if (this.#open.has('contains')) without('maxContains');
    if (this.#hasLostPatterns) without('additionalProperties');
    if (this.#isCut) without(...closings);
    const all: unknown[] = [];
    // Widened options may overlap, so that more than one accepts a value.
    if (this.#open.has('oneOf')) all.push({ anyOf: entries.get('oneOf') });
    if (this.#open.has('oneOf')) without('oneOf');
    if ([entries.get('enum')].flat().length === 0) {
      without('enum');
      all.push(false);
    }
    // a list, where it is there
    if (all.length > 0) entries.set('allOf', [...((entries.get('allOf') as unknown[] | undefined) ?? []), ...all]);
    return { schema: Object.fromEntries(entries), isOpen: this.#isOpen, isCut: this.#isCut };
  }

  #note(keyword: string, { isOpen, isCut }: InlinedSchema): void {
    if (isOpen) this.#open.add(keyword);
    this.#isOpen ||= isOpen;
    this.#isCut ||= isCut && inPlace.has(keyword);
  }
}

/** Merges the siblings of a reference with its target. */
function merged({ schema: beside, ...more }: InlinedSchema, found: InlinedSchema): InlinedSchema {
  const isOpen = more.isOpen || found.isOpen;
  const isCut = more.isCut || found.isCut;
  if (!isObject(beside) || found.schema === false) return { ...found, isOpen, isCut };
  const own = Object.fromEntries(Object.entries(beside).filter(([keyword]) => !isCut || !closings.includes(keyword)));
  if (found.schema === true) return { schema: own, isOpen, isCut };
  if (Object.keys(own).every(isAnnotation)) return { schema: { ...found.schema, ...own }, isOpen, isCut };
  return { schema: { ...own, allOf: [...listOf(own['allOf']), found.schema] }, isOpen, isCut };
}

/** The maximal nesting of data, such as a default: more would overflow the stack. */
const dataDepthAtMost = 40;
/** Lengths of data that is used more than once, computed once. */
const lengths = new WeakMap<object, number>();

/** Returns the length of a value as JSON; Infinity if it is too deep. */
function charactersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  const known = lengths.get(value);
  if (known !== undefined) return known;
  const length = isDeep(value, 0) ? Infinity : JSON.stringify(value).length;
  lengths.set(value, length);
  return length;
}

const isDeep = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth > dataDepthAtMost || Object.values(value).some((inner) => isDeep(inner, depth + 1)));
