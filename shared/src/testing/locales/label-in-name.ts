import ts from 'typescript';
import { languages } from '../../contract/values/language.ts';
import { flatten, type PackageTexts } from './check-texts.ts';
import { declaredNamespace } from './keys-in-code.ts';

/** A text that is seen and the accessible name that replaces it, each as `namespace:key`. */
export type NamedText = { readonly seen: string; readonly name: string };

/**
 * Parses a component for elements with both an `aria-label={t(…)}` and texts of `t(…)` as children. Keys that the code
 * composes are left out.
 */
export function namedTextsIn(fileName: string, source: string, packageNamespace: string): NamedText[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const namespace = declaredNamespace(file) ?? packageNamespace;
  const found: NamedText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node)) {
      const label = node.openingElement.attributes.properties.find(
        (it): it is ts.JsxAttribute => ts.isJsxAttribute(it) && it.name.getText() === 'aria-label',
      );
      const names = keysOf(label?.initializer);
      const seen = node.children.flatMap((child) => keysOf(child));
      // Branches of one condition belong together; anything else is named by everything.
      const areBranches = names.length === seen.length && names.length > 1;
      found.push(
        ...names.flatMap((name, at) =>
          seen.filter((_, place) => !areBranches || place === at).map((it) => pair(it, name)),
        ),
      );
    }
    ts.forEachChild(node, visit);
  };
  const whole = (key: string) => (key.includes(':') ? key : `${namespace}:${key}`);
  const pair = (seen: string, name: string) => ({ seen: whole(seen), name: whole(name) });
  visit(file);
  return found;
}

function keysOf(node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return keysOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...keysOf(node.whenTrue), ...keysOf(node.whenFalse)];
  if (!ts.isCallExpression(node) || node.expression.getText() !== 't') return [];
  return keysOfLookUp(node.arguments[0]);
}

function keysOfLookUp(key: ts.Expression | undefined): string[] {
  if (key === undefined) return [];
  if (ts.isStringLiteralLike(key)) return [key.text];
  return ts.isConditionalExpression(key) ? [...keysOfLookUp(key.whenTrue), ...keysOfLookUp(key.whenFalse)] : [];
}

/**
 * Lists the accessible names that lack the words that are seen, by which people who talk to their computer call a
 * control (WCAG 2.2, 2.5.3 Label in Name): each a sentence that names language and keys.
 */
export function checkNames(pairs: readonly NamedText[], textsOf: (namespace: string) => PackageTexts): string[] {
  const textIn = (tag: string, place: string) => {
    const at = place.indexOf(':');
    return flatten(textsOf(place.slice(0, at))[tag] ?? {}).get(place.slice(at + 1));
  };
  return languages.flatMap((tag) =>
    pairs.flatMap(({ seen, name }) => {
      const [label, words] = [textIn(tag, name), textIn(tag, seen)];
      if (label === undefined || words === undefined || plain(label).includes(plain(words))) return [];
      return [`${tag}: “${name}” is “${label}”, which lacks the words that are seen, “${words}” (${seen}).`];
    }),
  );
}

/** Returns the words in small letters, without marks and what is filled in. */
const plain = (text: string) =>
  text
    .replaceAll(/\{\{[^}]*\}\}/g, ' ')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .toLowerCase();
