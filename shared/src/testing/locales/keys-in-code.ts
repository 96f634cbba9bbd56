import ts from 'typescript';

/** The keys of texts in a source file. */
export type CodeTexts = {
  /** Keys looked up directly, each with its namespace. */
  readonly used: readonly { namespace: string; key: string }[];
  /** Prefixes of keys that the code completes: `errors.${code}`. */
  readonly prefixes: readonly { namespace: string; prefix: string }[];
  /** Every other string: a key may stand in a table and be looked up by a variable. */
  readonly literals: readonly string[];
};

/**
 * Parses a source file for the keys of `t(…)`, `i18n.t(…)`, `i18n.exists(…)`, `<Trans i18nKey>` and `title:` of a
 * remote's declaration.
 */
export function keysInCode(fileName: string, source: string, packageNamespace: string): CodeTexts {
  const file = ts.createSourceFile(
    fileName,
    source,
    ts.ScriptTarget.Latest,
    true,
    fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const namespace = declaredNamespace(file) ?? packageNamespace;
  const found = {
    used: [] as { namespace: string; key: string }[],
    prefixes: [] as { namespace: string; prefix: string }[],
    literals: [] as string[],
  };
  const take = (text: string, isWhole: boolean, separator = ':') => {
    const at = text.indexOf(separator);
    const named = at === -1 ? { namespace, key: text } : { namespace: text.slice(0, at), key: text.slice(at + 1) };
    if (isWhole) found.used.push(named);
    else if (named.key !== '') found.prefixes.push({ namespace: named.namespace, prefix: named.key });
  };
  const isDeclaration = /(^|\/)remote\.ts$/.test(fileName);
  const visit = (node: ts.Node): void => {
    const key = keyExpression(node, isDeclaration);
    if (key !== undefined) for (const it of textsOf(key)) take(it.text, it.isWhole);
    const dotted = keyBeforeTheScript(node);
    if (dotted !== undefined) for (const it of textsOf(dotted)) take(it.text, it.isWhole, '.');
    if (ts.isStringLiteralLike(node)) found.literals.push(node.text);
    // A template in a table or a function: `shared:errors.${code}` is looked up somewhere else.
    if (ts.isTemplateExpression(node) && /^[\w-]+:/.test(node.head.text)) take(node.head.text, false);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the namespace of `useTranslation('…')`. A file has one; a second is a reason for a second file. */
export function declaredNamespace(file: ts.SourceFile): string | undefined {
  let namespace: string | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'useTranslation') {
      const first = node.arguments[0];
      if (first !== undefined && ts.isStringLiteralLike(first)) namespace ??= first.text;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return namespace;
}

function keyExpression(node: ts.Node, isDeclaration: boolean): ts.Expression | undefined {
  if (ts.isCallExpression(node) && /^(t|i18n\.t|i18n\.exists)$/.test(node.expression.getText()))
    return node.arguments[0];
  if (ts.isJsxAttribute(node) && node.name.getText() === 'i18nKey') {
    const value = node.initializer;
    if (value === undefined) return undefined;
    return ts.isJsxExpression(value) ? value.expression : ts.isStringLiteral(value) ? value : undefined;
  }
  if (isDeclaration && ts.isPropertyAssignment(node) && node.name.getText() === 'title') return node.initializer;
  return undefined;
}

/** Returns the key of `textOf(texts, 'host.login.email')`: the login form exists before i18next. */
function keyBeforeTheScript(node: ts.Node): ts.Expression | undefined {
  return ts.isCallExpression(node) && node.expression.getText() === 'textOf' ? node.arguments[1] : undefined;
}

/**
 * Returns the keys of a page's HTML: `{{text.login.email}}`, and `data-text` and `data-label`, by which the script
 * changes the language.
 */
export function keysInHtml(html: string, namespace: string): CodeTexts['used'] {
  const keys = [...html.matchAll(/\{\{text\.([\w.]+)\}\}|data-(?:text|label)="([\w.]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return keys.map((key) => ({ namespace, key }));
}

/** Returns the members that a source file reads: the server reads its texts as a typed object. */
export function membersRead(source: string): string[] {
  return [...source.matchAll(/\b(?:texts|embeddedTexts\([^)]*\))\.(\w+)/g)].map((match) => match[1] ?? '');
}

/** Returns the texts an expression can be: literals, both branches of a conditional, the beginning of a template. */
function textsOf(expression: ts.Expression): { text: string; isWhole: boolean }[] {
  if (ts.isStringLiteralLike(expression)) return [{ text: expression.text, isWhole: true }];
  if (ts.isConditionalExpression(expression))
    return [...textsOf(expression.whenTrue), ...textsOf(expression.whenFalse)];
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression)) return textsOf(expression.expression);
  if (ts.isTemplateExpression(expression)) return [{ text: expression.head.text, isWhole: false }];
  return [];
}
