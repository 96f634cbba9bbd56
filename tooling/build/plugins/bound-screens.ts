import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import type { CallExpression, Expression, Node, Property } from '@swc/core';

/**
 * Which screens `src/app.tsx` binds, and to which file: the object literal given to `createRemoteApp`, read from the
 * source, so that the build can hold it against the declaration without running a browser program.
 */
export function readBoundScreens(appFile: string): Map<string, string> {
  const program = parseSync(readFileSync(appFile, 'utf8'), { syntax: 'typescript', tsx: true, target: 'es2022' });
  const call = findCall(program, ({ callee }) => callee.type === 'Identifier' && callee.value === 'createRemoteApp');
  const bindings = call?.arguments[1]?.expression;
  if (bindings?.type !== 'ObjectExpression') {
    throw new Error(
      `${appFile} must say createRemoteApp(remote, { '<screen id>': () => import('./screens/<id>/<id>.tsx') }) with the object written out there.`,
    );
  }
  return new Map(
    bindings.properties.map((property) => {
      const id = keyOf(property, appFile);
      return [id, importedFile(property, id, appFile)];
    }),
  );
}

type Binding = Property | { readonly type: 'SpreadElement' };

function keyOf(property: Binding, appFile: string): string {
  if ('key' in property && (property.key.type === 'Identifier' || property.key.type === 'StringLiteral'))
    return property.key.value;
  throw new Error(`${appFile}: a screen id in createRemoteApp must be written as a plain name or string.`);
}

function importedFile(property: Binding, id: string, appFile: string): string {
  const value = 'value' in property ? property.value : undefined;
  const call = findCall(value, ({ callee }) => callee.type === 'Import');
  const request: Expression | undefined = call?.arguments[0]?.expression;
  if (request?.type !== 'StringLiteral') {
    throw new Error(
      `${appFile}: bind “${id}” as () => import('./screens/<id>/<id>.tsx'), so that it is a file of its own.`,
    );
  }
  return path.resolve(path.dirname(appFile), request.value);
}

const isNode = (it: object): it is Node => 'type' in it && typeof it.type === 'string';
const isCall = (it: Node): it is CallExpression => it.type === 'CallExpression';

/** The first call below a node of the source that is the one that is meant. */
function findCall(below: unknown, isMeant: (call: CallExpression) => boolean): CallExpression | undefined {
  if (typeof below !== 'object' || below === null) return undefined;
  if (isNode(below) && isCall(below) && isMeant(below)) return below;
  for (const child of Object.values(below)) {
    const found = findCall(child, isMeant);
    if (found !== undefined) return found;
  }
  return undefined;
}
