import hljs from 'highlight.js/lib/core';
import { codeLanguages } from './code-languages.ts';

/** What a piece of code is, as far as its colour goes. */
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

/** The scopes of highlight.js (its first word), by our kinds. Any other scope has the colour of the text. */
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
    // Inside what has no colour of its own, `function` around a name for example, the outer one goes on.
    this.open.push(kinds[scope.split('.', 1)[0] ?? ''] ?? this.open.at(-1) ?? null);
  }

  closeNode(): void {
    this.open.pop();
  }

  /** The same by the names of another version: highlight.js calls both. */
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
    // Nothing is put off.
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

/** Fetches what colours a language and those within it. False where nobody knows the language. */
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

/** Code as runs of one kind each; their texts joined are the code. The language is loaded. */
export function colour(code: string, language: string): readonly ColouredText[] {
  const { _emitter: emitter, errorRaised } = hljs.highlight(code, { language, ignoreIllegals: true });
  // Where a grammar fails there is only a part of the code.
  // configured above
  return errorRaised === undefined ? (emitter as unknown as Runs).runs : [{ text: code, kind: null }];
}
