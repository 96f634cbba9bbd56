/** The variables of `{{ }}`: `$.Values.image.tag` by the names, from the outermost on. */
type Scope = Readonly<Record<string, unknown>>;

type Token = { readonly text: string } | { readonly action: string };

/**
 * Renders a template of deploy/helm in the small part of Helm's language it uses: values by their path from `$`, `if`
 * with `else`, and `range $name, $it :=` over a map. All of it belongs to Go's own templates. Throws for everything
 * else.
 */
export function renderTemplate(template: string, root: Scope): string {
  const tokens = tokensOf(template);
  let at = 0;

  /** Renders up to the `else` or `end` of the current block, which is left to the caller. */
  function block(scope: Scope, isWritten: boolean): string {
    let written = '';
    for (; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (token === undefined || ('action' in token && /^(else|end)$/.test(token.action))) break;
      written += 'text' in token ? token.text : act(token.action, scope, isWritten);
    }
    return isWritten ? written : '';
  }
  function act(action: string, scope: Scope, isWritten: boolean): string {
    const [, condition] = /^if (\S+)$/.exec(action) ?? [];
    const [, key = '', item = '', list] = /^range (\$\w+), (\$\w+) := (\S+)$/.exec(action) ?? [];
    if (condition !== undefined) return choose(isWritten && Boolean(valueAt(scope, condition)), scope, isWritten);
    if (list !== undefined)
      return repeat(
        Object.entries(valueAt(scope, list) as Scope)
          .sort()
          .map(([name, value]) => ({ ...scope, [key]: name, [item]: value })),
        isWritten,
      ); // a map, in the order of its keys
    if (!isWritten) return '';
    const value = valueAt(scope, action);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new Error(`{{ ${action} }} is no value.`);
    return String(value);
  }
  function choose(isSo: boolean, scope: Scope, isWritten: boolean): string {
    at += 1;
    const then = block(scope, isSo);
    let otherwise = '';
    if (actionAt(at) === 'else') {
      at += 1;
      otherwise = block(scope, isWritten && !isSo);
    }
    if (actionAt(at) !== 'end') throw new Error('An {{ if }} has no {{ end }}.');
    return then + otherwise;
  }
  function repeat(scopes: readonly Scope[], isWritten: boolean): string {
    const from = at + 1;
    let written = '';
    for (const scope of scopes) {
      at = from;
      written += block(scope, isWritten);
    }
    if (actionAt(at) !== 'end') throw new Error('A {{ range }} has no {{ end }}, or nothing to go over.');
    return written;
  }
  function actionAt(place: number): string | null {
    const token = tokens[place];
    return token !== undefined && 'action' in token ? token.action : null;
  }

  const written = block({ $: root }, true);
  if (at < tokens.length) throw new Error('There is an {{ end }} too many.');
  return written;
}

/** `{{-` takes the space before it away. */
function tokensOf(template: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const found of template.matchAll(/\{\{(-?) ([^{}]*) \}\}/g)) {
    const text = template.slice(from, found.index);
    tokens.push({ text: found[1] === '-' ? text.trimEnd() : text }, { action: found[2] ?? '' });
    from = found.index + found[0].length;
  }
  tokens.push({ text: template.slice(from) });
  if (tokens.some((token) => 'text' in token && /\{\{|\}\}/.test(token.text)))
    throw new Error('A template has {{ }} of a kind that is not known here.');
  return tokens;
}

function valueAt(scope: Scope, path: string): unknown {
  const [first = '', ...names] = path.split('.');
  if (!Object.hasOwn(scope, first) || !names.every((name) => /^\w+$/.test(name)))
    throw new Error(`{{ ${path} }} is of a kind that is not known here.`);
  // undefined has no members
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], scope[first]);
}
