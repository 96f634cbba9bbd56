// The parts of micromark’s types that our extensions need. The package itself comes with react-markdown.

/** A UTF-16 code unit; negative for line endings and tabs, null for the end of the text. */
export type Code = number | null;
export type State = (code: Code) => State | undefined;

/** A run of marks. `_open` and `_close` say whether it may begin and end emphasis. */
export type Token = {
  readonly start: { readonly offset: number };
  readonly end: { readonly offset: number };
  _open?: boolean;
  _close?: boolean;
};

export type Tokenizing = {
  readonly previous: Code;
  readonly events: readonly (readonly ['enter' | 'exit', Token, unknown])[];
  readonly now: () => { readonly offset: number };
};

export type Construct = {
  readonly name?: string;
  readonly tokenize: (this: Tokenizing, effects: unknown, ok: State, nok: State) => State;
};

/** The constructs of inline text, by the code unit that they begin with. */
export type Constructs = Record<string, Construct | Construct[] | undefined>;
export type Extension = { readonly text?: Constructs };

/** Returns constructs with each replaced. */
export const eachConstruct = (constructs: Constructs, change: (construct: Construct) => Construct): Constructs =>
  Object.fromEntries(
    Object.entries(constructs).map(([code, its]) => [code, its === undefined ? its : [its].flat().map(change)]),
  );
