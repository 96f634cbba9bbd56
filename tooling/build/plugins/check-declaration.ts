import { requirementValues } from '../../../shared/src/contract/access/access.ts';
import { languages, type Language } from '../../../shared/src/contract/values/language.ts';
import { menuSections, outlineParts, type RemoteDeclaration } from '../../../shared/src/remote/declaration.ts';

/** Language tag → content of the locale file, of those that there are. */
export type Locales = Readonly<Partial<Record<Language, unknown>>>;

/** A declaration as it came: what its type promises is what is asked here. */
export type UncheckedDeclaration = Pick<RemoteDeclaration, 'name'> & {
  readonly screens: readonly UncheckedScreen[];
  readonly reserved?: readonly { readonly path: string; readonly requires?: unknown }[];
  readonly rail?: { readonly requires?: unknown; readonly action?: { readonly title: string } };
  readonly palette?: { readonly requires?: unknown };
};
type UncheckedScreen = {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly children?: readonly string[];
  readonly menu?: { readonly section: string };
  readonly requires?: unknown;
  readonly outline?: { readonly parts: readonly string[] };
  readonly first?: readonly UncheckedCall[];
};
type UncheckedCall = { readonly service?: string; readonly path: string };
type Input = {
  readonly declaration: UncheckedDeclaration;
  /** Screen → the file that draws it. */
  readonly bound: ReadonlyMap<string, string>;
  readonly locales: Locales;
};

/** The text of a nested key (`userGroups.title`) in a locale file's content, or undefined. */
export function textAt(texts: unknown, key: string): string | undefined {
  const found = key.split('.').reduce(partOf, texts);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

const partOf = (level: unknown, part: string): unknown =>
  typeof level === 'object' && level !== null ? (level as Readonly<Record<string, unknown>>)[part] : undefined; // of JSON

/**
 * Everything that is wrong with a declaration, one sentence each: screens that are declared and not bound or bound and
 * not declared, addresses that stand twice, requirements and sections that do not exist, titles without a text in one
 * of the nine languages.
 */
export function declarationFaults({ declaration, bound, locales }: Input): string[] {
  const faults: string[] = [];
  const declared = new Set(declaration.screens.map(({ id }) => id));
  const missing = languages.filter((language) => locales[language] === undefined);
  if (missing.length > 0)
    faults.push(`locale files are missing: ${missing.map((it) => `locales/${it}.json`).join(', ')}.`);
  for (const id of bound.keys()) {
    if (!declared.has(id))
      faults.push(
        `screen “${id}” is bound in src/app.tsx and not declared in remote.ts. Declare it or take the binding out.`,
      );
  }
  if (declared.size < declaration.screens.length) faults.push('two screens have the same id in remote.ts.');
  const reserved = declaration.reserved ?? [];
  for (const path of twice([...declaration.screens, ...reserved].flatMap(pathsOf)))
    faults.push(`the path “${path}” stands in remote.ts twice. Each address belongs to one screen.`);
  for (const screen of declaration.screens) faults.push(...screenFaults(screen, bound, locales));
  for (const { path, requires } of reserved) faults.push(...requirementFaults(`the reserved path “${path}”`, requires));
  for (const part of ['rail', 'palette'] as const)
    faults.push(...requirementFaults(`the part “${part}”`, declaration[part]?.requires));
  if (declaration.rail?.action !== undefined)
    faults.push(...titleFaults('the action of the rail', declaration.rail.action.title, locales));
  return faults;
}

const pathsOf = ({ path, children = [] }: { readonly path: string; readonly children?: readonly string[] }) => [
  path,
  ...children.map((child) => `${path}/${child}`),
];
const twice = (paths: readonly string[]) => new Set(paths.filter((path, index) => paths.indexOf(path) !== index));

function screenFaults(screen: UncheckedScreen, bound: Input['bound'], locales: Locales): string[] {
  const faults: string[] = [];
  const name = `screen “${screen.id}”`;
  if (!bound.has(screen.id))
    faults.push(
      `${name} is declared in remote.ts and not bound in src/app.tsx. Bind it: '${screen.id}': () => import('./screens/${screen.id}/${screen.id}.tsx').`,
    );
  if (!screen.path.startsWith('/')) faults.push(`${name} has the path “${screen.path}”; a path begins with “/”.`);
  if (screen.menu !== undefined && !isOneOf(menuSections, screen.menu.section)) {
    faults.push(
      `${name} wants the menu section “${screen.menu.section}”, which does not exist. There are: ${menuSections.join(', ')}.`,
    );
  }
  faults.push(...requirementFaults(name, screen.requires));
  for (const part of (screen.outline?.parts ?? []).filter((it) => !isOneOf(outlineParts, it))) {
    faults.push(`${name} has “${part}” in its outline, which nobody draws. There are: ${outlineParts.join(', ')}.`);
  }
  faults.push(...(screen.first ?? []).flatMap((call) => firstCallFaults(name, screen, call)));
  return [...faults, ...titleFaults(name, screen.title, locales)];
}

const isOneOf = (values: readonly unknown[], value: unknown): boolean => values.includes(value);

const services = ['main', 'charts', 'payment'];

function firstCallFaults(
  name: string,
  { path: place }: UncheckedScreen,
  { service = 'main', path }: UncheckedCall,
): string[] {
  const strange = [...path.matchAll(/:(\w+)/g)]
    .map(([parameter]) => parameter)
    .filter((parameter) => !place.split('/').includes(parameter));
  return [
    ...(services.includes(service)
      ? []
      : [
          `${name} begins with a call of the service “${service}”, which does not exist. There are: ${services.join(', ')}.`,
        ]),
    ...(path.startsWith('/') ? [] : [`${name} begins with a call of “${path}”; a path begins with “/”.`]),
    ...strange.map(
      (parameter) => `${name} begins with a call that needs “${parameter}”, which its path “${place}” does not have.`,
    ),
  ];
}

function titleFaults(name: string, title: string, locales: Locales): string[] {
  const untitled = Object.entries(locales).filter(([, texts]) => textAt(texts, title) === undefined);
  return untitled.length === 0
    ? []
    : [
        `${name} has the title key “${title}”, which has no text in ${untitled.map(([it]) => `locales/${it}.json`).join(', ')}.`,
      ];
}

function requirementFaults(name: string, requires: unknown): string[] {
  if (requires === undefined || requires === 'public') return [];
  // whatever it is: what is no field of a requirement is told
  return Object.entries(requires as Readonly<Record<string, unknown>>).flatMap(([field, value]) => {
    if (!isField(field))
      return [
        `${name} requires “${field}”, which nobody checks. There are: ${Object.keys(requirementValues).join(', ')}.`,
      ];
    if (!isOneOf(requirementValues[field], value))
      return [
        `${name} requires the ${field} “${String(value)}”, which does not exist. There are: ${requirementValues[field].join(', ')}.`,
      ];
    return [];
  });
}

const isField = (field: string): field is keyof typeof requirementValues => Object.hasOwn(requirementValues, field);
