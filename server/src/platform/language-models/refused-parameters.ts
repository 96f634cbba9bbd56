import { ProviderRefusal } from './chat-request.ts';
import { asJson, messageIn } from './provider-words.ts';

/** Parameters that a request can do without, each with the names that providers use for it. */
const parameters = {
  max_tokens: [
    'max_tokens',
    'max_completion_tokens',
    'max_output_tokens',
    'max_new_tokens',
    'maxTokens',
    'maxOutputTokens',
  ],
  stream_options: ['stream_options', 'stream_options.include_usage', 'include_usage', 'streamOptions'],
  temperature: ['temperature'],
  reasoning_effort: ['reasoning_effort', 'reasoningEffort', 'reasoning.effort'],
  tool_choice: ['tool_choice', 'toolChoice'],
  stream: ['stream'],
} as const;
type Parameter = keyof typeof parameters;
type ParameterNames = Readonly<Record<Parameter, readonly string[]>>;

/** The names in the protocols of single providers. There `thinking` and `effort` are parameters, not words. */
const nativeNames: ParameterNames = {
  ...parameters,
  max_tokens: [...parameters.max_tokens, 'inferenceConfig.maxTokens'],
  temperature: ['temperature', 'inferenceConfig.temperature'],
  reasoning_effort: [
    ...parameters.reasoning_effort,
    ...['thinking', 'Thinking', 'thinking.type', 'thinking.type.adaptive', 'thinking.type.enabled', 'effort'],
    ...[
      'output_config.effort',
      'reasoning.summary',
      'thinkingConfig',
      'thinking_config',
      'thinking_level',
      'thinking_budget',
    ],
  ],
};
const namesOf = { 'chat-completions': parameters, native: nativeNames } as const;
type Naming = keyof typeof namesOf;

const known = Object.keys(parameters) as Parameter[]; // the keys of the literal above

/** The name of the answer's limit in newer models. */
const otherLimit = 'max_completion_tokens';

/** Wordings about the value of a parameter: another question may send one that is accepted. */
const aboutValue = new RegExp(
  [
    'too (large|big|small|long|high|low)|(less|greater|smaller|larger|more|lower|higher) than|at (most|least)',
    'between|range|exceed|must be (an? )?(positive|in|<|>|≤|≥)|maximum (value|context)|minimum value',
  ].join('|'),
  'i',
);

type Body = Readonly<Record<string, unknown>>;

/** The parameters a model is asked without, and whether its limit has the other name. */
type Fit = { readonly left: ReadonlySet<Parameter>; readonly hasOtherLimit: boolean };

/** The parameters that one model has refused, remembered until the process ends. */
export class RefusedParameters {
  readonly #names: ParameterNames;
  #known: Fit = { left: new Set(), hasOtherLimit: false };

  constructor(naming: Naming = 'chat-completions') {
    this.#names = namesOf[naming];
  }

  /** Starts an attempt without the known refused parameters. */
  attempt(): Attempt {
    return new Attempt(this.#names, this.#known, (found) => {
      const before = this.#known;
      this.#known = {
        left: new Set([...before.left, ...found.left]),
        hasOtherLimit: before.hasOtherLimit || found.hasOtherLimit,
      };
      return [
        ...(found.hasOtherLimit && !before.hasOtherLimit ? [`max_tokens (as ${otherLimit})`] : []),
        ...[...found.left].filter((parameter) => !before.left.has(parameter)),
      ];
    });
  }
}

/** One request, repeated until its model accepts it. */
class Attempt {
  readonly #names: ParameterNames;
  readonly #left: Set<Parameter>;
  #hasOtherLimit: boolean;
  /** The part that holds for every question, and not just for the values of this one. */
  readonly #lasting = { left: new Set<Parameter>(), hasOtherLimit: false };
  readonly #remember: (found: Fit) => readonly string[];

  constructor(names: ParameterNames, { left, hasOtherLimit }: Fit, remember: (found: Fit) => readonly string[]) {
    this.#names = names;
    this.#left = new Set(left);
    this.#hasOtherLimit = hasOtherLimit;
    this.#remember = remember;
  }

  get takesLimit(): boolean {
    return !this.#left.has('max_tokens');
  }

  withoutRefused(body: Body): Body {
    return fitted(body, this.#left, this.#hasOtherLimit);
  }

  /**
   * Learns from a refusal; true if it concerns parameters of `body`, which the next `withoutRefused` then omits. Each
   * time there are fewer, so it terminates.
   */
  learn(error: unknown, body: Body): boolean {
    if (!(error instanceof ProviderRefusal) || (error.statusCode !== 400 && error.statusCode !== 422)) return false;
    const { responseBody } = error;
    const refused = namedIn(responseBody, this.#names).filter(
      (parameter) => sent(body, parameter) && !this.#left.has(parameter),
    );
    const isLasting = !aboutValue.test(messageIn(responseBody));
    for (const parameter of refused) {
      const hasNewName =
        parameter === 'max_tokens' && !this.#hasOtherLimit && isLasting && responseBody.includes(otherLimit);
      if (hasNewName) this.#hasOtherLimit = true;
      else this.#left.add(parameter);
      if (isLasting && !hasNewName) this.#lasting.left.add(parameter);
      if (hasNewName) this.#lasting.hasOtherLimit = true;
    }
    return refused.length > 0;
  }

  /**
   * Records that the model accepted the request. Only then are its earlier refusals kept, because a refusal may quote
   * the question. Returns what was not known yet.
   */
  isTaken(): readonly string[] {
    return this.#lasting.left.size === 0 && !this.#lasting.hasOtherLimit ? [] : this.#remember(this.#lasting);
  }
}

const sent = (body: Body, parameter: Parameter) =>
  parameter in body || (parameter === 'max_tokens' && otherLimit in body);

function fitted(body: Body, left: ReadonlySet<Parameter>, hasOtherLimit: boolean): Body {
  if (left.size === 0 && !hasOtherLimit) return body;
  const { max_tokens: limit, ...rest } = body;
  const named = limit === undefined ? rest : { ...rest, [hasOtherLimit ? otherLimit : 'max_tokens']: limit };
  const isLeft = (name: string) =>
    known.some(
      (parameter) => left.has(parameter) && (name === parameter || (parameter === 'max_tokens' && name === otherLimit)),
    );
  const kept = Object.fromEntries(Object.entries(named).filter(([name]) => !isLeft(name)));
  // Stream options make no sense without a stream.
  if (left.has('stream')) delete kept['stream_options'];
  return kept;
}

/**
 * Returns the parameters a refusal names: those in fields of its JSON if there are any, otherwise those in its
 * sentence.
 */
function namedIn(body: string, names: ParameterNames): Parameter[] {
  const fields = fieldsIn(asJson(body)).flatMap((field) => known.filter((it) => isNameOf(names[it], field)));
  return fields.length > 0 ? [...new Set(fields)] : known.filter((it) => isNamed(it, messageIn(body), names));
}

const isNameOf = (names: readonly string[], field: string) =>
  names.some((name) => name === field || field.endsWith(`.${name}`));

function isNamed(parameter: Parameter, words: string, names: ParameterNames): boolean {
  // `stream` is an ordinary word as well, so only the quoted form counts.
  if (parameter === 'stream') return /["'`“‘]stream["'`”’]/.test(words) && !isNamed('stream_options', words, names);
  return names[parameter].some((name) =>
    new RegExp(`(?<![\\w.-])${name.replaceAll('.', '\\.')}(?![\\w-])`).test(words),
  );
}

const depthAtMost = 6;

/** Returns the fields an error names: `error.param` of OpenAI, and `loc` of pydantic. */
function fieldsIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > depthAtMost) return [];
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((item) => fieldsIn(item, depth + 1));
  const { param, loc, input: _, ...rest } = value as Record<string, unknown>; // known to be an object
  const places: readonly unknown[] = Array.isArray(loc) ? loc : [];
  const own = [param, ...places].filter((field): field is string => typeof field === 'string' && field !== '');
  return [...own, ...Object.values(rest).flatMap((item) => fieldsIn(item, depth + 1))];
}
