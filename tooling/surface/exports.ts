import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../workspace.ts';

const shared = path.join(root, 'shared');
const fromShared = createRequire(path.join(shared, 'package.json'));
const { exports: subpaths } = JSON.parse(readFileSync(path.join(shared, 'package.json'), 'utf8')) as {
  exports: Record<string, string>;
}; // the library's own package.json

/** The exports of a module: name, or `name.member` for a part of it → its declaration, without comments. */
export type Exports = Map<string, string>;

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });
const textOf = (node: ts.Node) =>
  printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replaceAll(/\s+/g, ' ');
const parse = (file: string) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);

/** Returns the file of a module of shared, by its exports map. */
function sharedFile(name: string): string | undefined {
  const subpath = name.replace(/^@parlance\/shared/, '.');
  const [folder] = /^\.\/[\w-]+\//.exec(subpath) ?? [];
  return subpaths[subpath] ?? subpaths[`${folder}*`]?.replace('*', subpath.slice(folder?.length));
}

/**
 * Reads the exports of a module that the host offers: from the sources if it is our own, otherwise from its runtime
 * exports.
 */
export function exportsOf(name: string): Exports {
  const file = sharedFile(name);
  return file === undefined ? runtimeExports(name) : sourceExports(path.join(shared, file));
}

/** Returns the names in a library's production build: its development build has more, which no program may rely on. */
function runtimeExports(name: string): Exports {
  const [library = name, part] = name.split('/');
  const origin = packageOf(library);
  const build = path.join(
    path.dirname(fromShared.resolve(`${library}/package.json`)),
    'cjs',
    `${library}${part === undefined ? '' : `-${part}`}.production.js`,
  );
  const names = Object.keys(fromShared(build) as object); // a CommonJS module is an object
  return new Map(names.filter((it) => !it.startsWith('__')).map((it) => [it, origin]));
}

/** A library as far as its names may be relied on: `react 19`. */
function packageOf(specifier: string): string {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const folder =
    fromShared.resolve.paths(name)?.find((place) => existsSync(path.join(place, name, 'package.json'))) ?? '';
  // a package's own file
  const { version } = JSON.parse(readFileSync(path.join(folder, name, 'package.json'), 'utf8')) as { version: string };
  return `${name} ${version.split('.')[0]}`;
}

/** Reads the exports of a source file by how they are written. */
export function sourceExports(file: string): Exports {
  const source = parse(file);
  const found: Exports = new Map();
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) addNamed(found, statement, source);
    else if (isExported(statement)) addDeclared(found, statement, source);
  }
  return found;
}

const isExported = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some((it) => it.kind === ts.SyntaxKind.ExportKeyword) === true;

/** `export { a, b as c } from '…'`, and the same of what was imported or declared before. */
function addNamed(
  found: Exports,
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  source: ts.SourceFile,
): void {
  if (exportClause === undefined || !ts.isNamedExports(exportClause))
    throw new Error(`${source.fileName}: what a module of the surface gives must be named one by one.`);
  for (const { name, propertyName } of exportClause.elements) {
    const inner = (propertyName ?? name).text;
    const specifier =
      moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier)
        ? moduleSpecifier.text
        : importOf(inner, source);
    if (specifier === undefined) addDeclared(found, declarationOf(inner, source), source);
    else addFrom(found, specifier, inner, name.text, source);
  }
}

function addFrom(found: Exports, specifier: string, inner: string, outer: string, source: ts.SourceFile): void {
  const file = specifier.startsWith('.')
    ? path.resolve(path.dirname(source.fileName), specifier)
    : sharedFile(specifier);
  if (file === undefined) return void found.set(outer, packageOf(specifier));
  const given = sourceExports(specifier.startsWith('.') ? file : path.join(shared, file));
  if (!given.has(inner)) throw new Error(`${source.fileName}: ${specifier} has no “${inner}”.`);
  for (const [name, text] of given)
    if (name === inner || name.startsWith(`${inner}.`)) found.set(outer + name.slice(inner.length), text);
}

function importOf(name: string, source: ts.SourceFile): string | undefined {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.some((it) => it.name.text === name))
      return statement.moduleSpecifier.text;
  }
  return undefined;
}

const isNamed = (statement: ts.Statement, name: string) =>
  ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.some((it) => it.name.getText() === name)
    : (ts.isFunctionDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isInterfaceDeclaration(statement) ||
        ts.isClassDeclaration(statement)) &&
      statement.name?.text === name;

function declarationOf(name: string, source: ts.SourceFile): ts.Statement {
  const found = source.statements.find((statement) => isNamed(statement, name));
  if (found === undefined) throw new Error(`${source.fileName} gives “${name}” and does not declare it.`);
  return found;
}

function addDeclared(found: Exports, statement: ts.Statement, source: ts.SourceFile): void {
  if (ts.isFunctionDeclaration(statement) && statement.name !== undefined)
    addFunction(found, statement, statement.name.text, source);
  else if (ts.isTypeAliasDeclaration(statement)) addType(found, statement.name.text, statement.type);
  else if (ts.isVariableStatement(statement)) {
    for (const { name, type, initializer } of statement.declarationList.declarations) {
      found.set(name.getText(), `const ${type === undefined ? valueOf(initializer) : textOf(type)}`.trimEnd());
    }
  } else if (
    (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) &&
    statement.name !== undefined
  ) {
    found.set(statement.name.text, ts.isClassDeclaration(statement) ? 'class' : 'type');
    for (const member of statement.members) if (!isPrivate(member)) addMember(found, statement.name.text, member);
  }
}

/**
 * Returns the surface of a constant without a declared type; another number or another context is not another surface.
 */
function valueOf(initializer: ts.Expression | undefined): string {
  if (initializer === undefined) return '';
  if (ts.isArrowFunction(initializer)) return signatureOf(initializer);
  return ts.isAsExpression(initializer) || ts.isPropertyAccessExpression(initializer) ? textOf(initializer) : '';
}

const isPrivate = ({ name }: ts.TypeElement | ts.ClassElement) => name !== undefined && ts.isPrivateIdentifier(name);

function addType(found: Exports, name: string, type: ts.TypeNode): void {
  found.set(name, ts.isTypeLiteralNode(type) ? 'type' : `type ${textOf(type)}`);
  if (ts.isTypeLiteralNode(type)) for (const member of type.members) addMember(found, name, member);
}

function addMember(found: Exports, of: string, member: ts.TypeElement | ts.ClassElement): void {
  const text =
    ts.isConstructorDeclaration(member) || ts.isMethodDeclaration(member)
      ? signatureOf(member)
      : ts.isPropertyDeclaration(member)
        ? textOf(member.type ?? member)
        : textOf(member);
  found.set(`${of}.${member.name?.getText() ?? 'new'}`, text);
}

const signatureOf = ({ typeParameters, parameters, type }: ts.SignatureDeclaration): string =>
  `${typeParameters === undefined ? '' : `<${typeParameters.map(textOf).join(', ')}>`}(${parameters.map(parameterOf).join(', ')})${type === undefined ? '' : `: ${textOf(type)}`}`;

/** Returns the surface of a parameter: a destructured one is described by its type, and defaults are left out. */
function parameterOf({ name, type, questionToken, initializer, dotDotDotToken }: ts.ParameterDeclaration): string {
  const isOptional = questionToken !== undefined || initializer !== undefined;
  const called = ts.isIdentifier(name) ? name.text : 'given';
  return `${dotDotDotToken === undefined ? '' : '...'}${called}${isOptional ? '?' : ''}${type === undefined ? '' : `: ${textOf(type)}`}`;
}

/** A component is written with its props one by one: one more that may be left out is an addition. */
function addFunction(found: Exports, node: ts.FunctionDeclaration, name: string, source: ts.SourceFile): void {
  const [props, ...others] = node.parameters;
  const type = /^[A-Z]/.test(name) && others.length === 0 ? literalOf(props?.type, source) : undefined;
  if (type === undefined) return void found.set(name, `function ${signatureOf(node)}`);
  found.set(name, 'component');
  for (const member of type.members) addMember(found, name, member);
}

function literalOf(type: ts.TypeNode | undefined, source: ts.SourceFile): ts.TypeLiteralNode | undefined {
  if (type === undefined || ts.isTypeLiteralNode(type)) return type;
  const named = ts.isTypeReferenceNode(type)
    ? source.statements.find((statement) => isNamed(statement, type.typeName.getText()))
    : undefined;
  return named !== undefined && ts.isTypeAliasDeclaration(named) && ts.isTypeLiteralNode(named.type)
    ? named.type
    : undefined;
}
