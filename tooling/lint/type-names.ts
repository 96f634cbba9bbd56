import type { Rule } from 'eslint';

/** Past participles that do not end in -ed. */
const irregular = new Set(
  (
    'Begun Born Bought Bound Broken Brought Built Caught Chosen Dealt Done Drawn Driven Fed Felt Found Given Gone ' +
    'Grown Heard Held Hidden Kept Known Led Left Lost Made Meant Met Paid Said Seen Sent Shown Sold Sought Spent ' +
    'Stolen Stood Taken Taught Thought Thrown Told Torn Understood Withdrawn Won Worn Written'
  ).split(' '),
);
const nounsInEd = new Set(['Feed', 'Need', 'Seed', 'Speed', 'Undefined']);

/** Names in the surface that remotes compile against: they stay until its next major version (ADR 42). */
const promised: Readonly<Record<string, readonly string[]>> = {
  'shared/src/answer/view/citations.ts': ['Cited'],
  'shared/src/http/call-followed.ts': ['Followed'],
  'shared/src/loading/loading.ts': ['Asked', 'Kept', 'Loaded', 'Retried'],
};

/** Says whether the last word of a name is a past participle: `Shown`, `PlaceGiven`; not `SavedTool`. */
export function endsInParticiple(name: string): boolean {
  const last = name.match(/[A-Z][a-z0-9]*/g)?.at(-1) ?? name;
  return !nounsInEd.has(last) && (irregular.has(last) || /[a-z]{2}ed$/.test(last));
}

type Declaration = {
  readonly id?: { readonly name?: string } | null;
  readonly superClass?: { readonly name?: string } | null;
};

/** A class of errors may be called after what happened (`JobRefused`). */
export const typesAreNouns: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { participle: 'The name of a type is a noun: Props, Options, Query, Result, SavedTool; not {{name}}.' },
  },
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    const allowed = Object.entries(promised).find(([path]) => file.endsWith(path))?.[1] ?? [];
    const check = (node: Rule.Node): void => {
      const { id, superClass } = node as Declaration; // the fields that TypeScript's parser adds
      const name = id?.name ?? '';
      if (superClass?.name === 'Error' || allowed.includes(name) || !endsInParticiple(name)) return;
      context.report({ node, messageId: 'participle', data: { name } });
    };
    return { TSTypeAliasDeclaration: check, TSInterfaceDeclaration: check, ClassDeclaration: check };
  },
};
