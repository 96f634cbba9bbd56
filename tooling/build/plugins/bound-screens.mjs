import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

/**
 * Which screens `src/app.tsx` binds, and to which file: the object literal given to `createRemoteApp`, read from the
 * source, so that the build can hold it against the declaration without running a browser program.
 */
export function readBoundScreens(appFile) {
  const program = parseSync(readFileSync(appFile, 'utf8'), { syntax: 'typescript', tsx: true, target: 'es2022' });
  const call = findCall(program, 'createRemoteApp');
  const bindings = call?.arguments[1]?.expression;
  if (bindings?.type !== 'ObjectExpression') {
    throw new Error(
      `${appFile} must say createRemoteApp(remote, { '<screen id>': () => import('./screens/<id>/<id>.tsx') }) with the object written out there.`,
    );
  }
  return new Map(bindings.properties.map((property) => [keyOf(property, appFile), importedFile(property, appFile)]));
}

function keyOf(property, appFile) {
  const { key } = property;
  if (key?.type === 'Identifier' || key?.type === 'StringLiteral') return key.value;
  throw new Error(`${appFile}: a screen id in createRemoteApp must be written as a plain name or string.`);
}

function importedFile(property, appFile) {
  const call = find(property.value, (node) => node.type === 'CallExpression' && node.callee?.type === 'Import');
  const request = call?.arguments[0]?.expression;
  if (request?.type !== 'StringLiteral') {
    throw new Error(
      `${appFile}: bind “${keyOf(property, appFile)}” as () => import('./screens/<id>/<id>.tsx'), so that it is a file of its own.`,
    );
  }
  return path.resolve(path.dirname(appFile), request.value);
}

const findCall = (program, name) =>
  find(program, (node) => node.type === 'CallExpression' && node.callee?.value === name);

function find(node, matches) {
  if (node === null || typeof node !== 'object') return undefined;
  if (!Array.isArray(node) && matches(node)) return node;
  for (const child of Object.values(node)) {
    const found = find(child, matches);
    if (found !== undefined) return found;
  }
  return undefined;
}
