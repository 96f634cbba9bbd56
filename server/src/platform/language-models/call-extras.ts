type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a call that providers want back: Gemini's signature, and LiteLLM's and others' ways to write it. */
const fieldsOfCall = ['extra_content', 'provider_specific_fields', 'thought_signature'] as const;

/** Returns what a piece of a call has beside the call; null if nothing. */
export function callExtrasIn(call: Fields): Fields | null {
  let extras: Fields | null = null;
  for (const field of fieldsOfCall) {
    const value = call[field];
    if (value === undefined || value === null || value === '') continue;
    extras = { ...(extras ?? {}), [field]: value };
  }
  return extras;
}

/** The most characters of what came with a message that are kept: signatures have some thousand. */
const extrasMaxLength = 300_000;

/** The fields with reasoning as text. They come in pieces and go back whole, under the same name. */
const texts = ['reasoning_content', 'reasoning'] as const;
/** The fields with reasoning in parts of OpenRouter and LiteLLM: each with its texts, which come in pieces. */
const lists = { reasoning_details: ['text', 'summary'], thinking_blocks: ['thinking'] } as const;
type List = keyof typeof lists;
const listNames = Object.keys(lists) as List[]; // the keys of the literal above

/** Collects what a provider sends along with a message that requests calls, and wants back with it. */
export class MessageExtras {
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<List, Record<string, unknown>[]>();
  /** The content in parts, as Mistral sends it once a part of it is `thinking`. */
  #content: ContentPart[] = [];
  #other: Fields = {};
  #length = 0;

  /** Takes a piece of a message. */
  hear(said: Fields): void {
    for (const field of texts) {
      const text = said[field];
      // An empty one counts: it says that the field is wanted.
      if (typeof text === 'string') this.#texts.set(field, (this.#texts.get(field) ?? '') + this.#counted(text));
    }
    for (const field of listNames) {
      const parts = said[field];
      if (Array.isArray(parts)) for (const part of parts) if (isObject(part)) this.#add(field, part);
    }
    const { extra_content: extra, content } = said;
    if (isObject(extra)) {
      this.#length += JSON.stringify(extra).length;
      this.#other = { extra_content: extra };
    }
    if (Array.isArray(content)) for (const part of content) if (isObject(part)) this.#addContent(part);
    if (this.#content.length > 0 && typeof content === 'string') this.#addContent({ type: 'text', text: content });
  }

  /** Returns the fields to send back; undefined if there are none, or more than is kept. */
  fields(): Fields | undefined {
    if (this.#length > extrasMaxLength) return undefined;
    const content = this.#content.some(({ type }) => type === 'thinking') ? { content: this.#content } : {};
    const fields = {
      ...Object.fromEntries(this.#texts),
      ...Object.fromEntries(this.#lists),
      ...content,
      ...this.#other,
    };
    return Object.keys(fields).length === 0 ? undefined : fields;
  }

  #add(field: List, part: Record<string, unknown>): void {
    this.#length += JSON.stringify(part).length;
    if (this.#length > extrasMaxLength) return;
    const parts = this.#lists.get(field) ?? [];
    this.#lists.set(field, parts);
    const last = parts.at(-1);
    if (last === undefined || !continues(last, part)) return void parts.push({ ...part });
    for (const [name, value] of Object.entries(part)) {
      if (value === null || value === undefined || value === '') continue;
      const before = last[name];
      const isFurther = isTextOf(field, name) && typeof before === 'string' && typeof value === 'string';
      last[name] = isFurther ? before + value : value;
    }
  }

  #addContent({ type, text, thinking }: Record<string, unknown>): void {
    if (type !== 'text' && type !== 'thinking') return;
    const words = this.#counted(wordsOf(type === 'text' ? text : thinking));
    const last = this.#content.at(-1);
    const previous = last?.type === type ? wordsOf(last.type === 'text' ? last.text : last.thinking) : '';
    if (last?.type === type) this.#content.pop();
    else if (words === '') return;
    this.#content.push(contentPart(type, previous + words));
  }

  #counted(text: string): string {
    this.#length += text.length;
    return this.#length > extrasMaxLength ? '' : text;
  }
}

/** A part of the content of a message (https://docs.mistral.ai/capabilities/reasoning). */
type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: readonly { readonly type: 'text'; readonly text: string }[] };

const contentPart = (type: ContentPart['type'], text: string): ContentPart =>
  type === 'text' ? { type, text } : { type, thinking: [{ type: 'text', text }] };

/** Returns the text of a part, which may be one of a list of parts. */
const wordsOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('')
      : '';

const isTextOf = (field: List, name: string) => (lists[field] as readonly string[]).includes(name);

/** Says whether a part continues the one before it: of the same type and place, which is not signed yet. */
const continues = (last: Fields, part: Fields) =>
  last['type'] === part['type'] &&
  last['index'] === part['index'] &&
  !last['signature'] &&
  last['data'] === undefined &&
  part['data'] === undefined;
