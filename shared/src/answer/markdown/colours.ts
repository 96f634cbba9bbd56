import hljs from 'highlight.js/lib/core';
import { codeLanguages } from './code-languages.ts';

/** The kind of a token, as far as its colour is concerned. */
export type Kind =
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'name'
  | 'type'
  | 'property'
  | 'meta'
  | 'added'
  | 'removed';
export type ColouredText = { readonly text: string; readonly kind: Kind | null };

/** Maps the scopes of highlight.js (their first word) to our kinds. Any other scope has the colour of the text. */
const kinds: Readonly<Record<string, Kind>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  tag: 'keyword',
  name: 'keyword',
  section: 'name',
  'template-tag': 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  'template-variable': 'string',
  quote: 'comment',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  comment: 'comment',
  doctag: 'comment',
  title: 'name',
  'selector-id': 'name',
  'selector-class': 'name',
  type: 'type',
  built_in: 'type',
  class: 'type',
  attr: 'property',
  attribute: 'property',
  property: 'property',
  variable: 'property',
  'selector-attr': 'property',
  'selector-pseudo': 'property',
  meta: 'meta',
  addition: 'added',
  deletion: 'removed',
};

/** Collects what highlight.js finds as text with kinds: no HTML is made that would have to be trusted. */
class Runs {
  readonly runs: ColouredText[] = [];
  private readonly open: (Kind | null)[] = [];

  openNode(scope: string): void {
    // Inside a scope without a colour of its own, `function` around a name for example, the outer one continues.
    this.open.push(kinds[scope.split('.', 1)[0] ?? ''] ?? this.open.at(-1) ?? null);
  }

  closeNode(): void {
    this.open.pop();
  }

  /** The same method by its name in another version: highlight.js calls both. */
  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  addText(text: string): void {
    const kind = this.open.at(-1) ?? null;
    const last = this.runs.at(-1);
    if (last?.kind === kind) this.runs[this.runs.length - 1] = { text: last.text + text, kind };
    else if (text !== '') this.runs.push({ text, kind });
  }

  __addSublanguage(inner: Runs): void {
    this.runs.push(...inner.runs);
  }

  finalize(): void {
    // Nothing is deferred.
  }

  toHTML(): string {
    return '';
  }
}
hljs.configure({ __emitter: Runs });

const nameOf = new Map(
  Object.entries(codeLanguages).flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((alias) => [alias.toLowerCase(), name] as const),
  ),
);

/** Fetches the grammar of a language and those embedded in it. False for an unknown language. */
export async function loadLanguage(language: string): Promise<boolean> {
  const name = nameOf.get(language.toLowerCase());
  if (name === undefined) return false;
  await fetchGrammars(name, new Set());
  return true;
}

async function fetchGrammars(name: string, asked: Set<string>): Promise<void> {
  const language = codeLanguages[name];
  if (language === undefined || asked.has(name)) return;
  asked.add(name);
  const grammar =
    hljs.getLanguage(name) === undefined
      ? language.load().then(({ default: define }) => hljs.registerLanguage(name, define))
      : undefined;
  await Promise.all([grammar, ...(language.beside ?? []).map((it) => fetchGrammars(it, asked))]);
}

/** Returns code as runs of one kind each; their texts joined are the code. The language must be loaded. */
export function colour(code: string, language: string): readonly ColouredText[] {
  const { _emitter: emitter, errorRaised } = hljs.highlight(code, { language, ignoreIllegals: true });
  // If a grammar fails, the emitter has only a part of the code. The cast holds: the emitter is configured above.
  return errorRaised === undefined ? (emitter as unknown as Runs).runs : [{ text: code, kind: null }];
}
