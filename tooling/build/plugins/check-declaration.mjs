import { requirementValues } from '../../../shared/src/contract/access/access.ts';
import { languages } from '../../../shared/src/contract/values/language.ts';
import { menuSections, outlineParts } from '../../../shared/src/remote/declaration.ts';

/** The text of a nested key (`userGroups.title`) in a locale file's content, or undefined. */
export function textAt(texts, key) {
  const found = key
    .split('.')
    .reduce((level, part) => (typeof level === 'object' && level !== null ? level[part] : undefined), texts);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/**
 * Everything that is wrong with a declaration, one sentence each: screens that are declared and not bound or bound and
 * not declared, addresses that stand twice, requirements and sections that do not exist, titles without a text in one
 * of the nine languages. `locales` is language tag → content of the locale file.
 */
export function declarationFaults({ declaration, bound, locales }) {
  const faults = [];
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
  for (const part of ['rail', 'palette'])
    faults.push(...requirementFaults(`the part “${part}”`, declaration[part]?.requires));
  if (declaration.rail?.action !== undefined)
    faults.push(...titleFaults('the action of the rail', declaration.rail.action.title, locales));
  return faults;
}

const pathsOf = ({ path, children = [] }) => [path, ...children.map((child) => `${path}/${child}`)];
const twice = (paths) => new Set(paths.filter((path, index) => paths.indexOf(path) !== index));

function screenFaults(screen, bound, locales) {
  const faults = [];
  const name = `screen “${screen.id}”`;
  if (!bound.has(screen.id))
    faults.push(
      `${name} is declared in remote.ts and not bound in src/app.tsx. Bind it: '${screen.id}': () => import('./screens/${screen.id}/${screen.id}.tsx').`,
    );
  if (!screen.path.startsWith('/')) faults.push(`${name} has the path “${screen.path}”; a path begins with “/”.`);
  if (screen.menu !== undefined && !menuSections.includes(screen.menu.section)) {
    faults.push(
      `${name} wants the menu section “${screen.menu.section}”, which does not exist. There are: ${menuSections.join(', ')}.`,
    );
  }
  faults.push(...requirementFaults(name, screen.requires));
  for (const part of (screen.outline?.parts ?? []).filter((it) => !outlineParts.includes(it))) {
    faults.push(`${name} has “${part}” in its outline, which nobody draws. There are: ${outlineParts.join(', ')}.`);
  }
  faults.push(...(screen.first ?? []).flatMap((call) => firstCallFaults(name, screen, call)));
  return [...faults, ...titleFaults(name, screen.title, locales)];
}

const services = ['main', 'charts', 'payment'];

function firstCallFaults(name, { path: place }, { service = 'main', path }) {
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

function titleFaults(name, title, locales) {
  const untitled = Object.entries(locales).filter(([, texts]) => textAt(texts, title) === undefined);
  return untitled.length === 0
    ? []
    : [
        `${name} has the title key “${title}”, which has no text in ${untitled.map(([it]) => `locales/${it}.json`).join(', ')}.`,
      ];
}

function requirementFaults(name, requires) {
  if (requires === undefined || requires === 'public') return [];
  return Object.entries(requires).flatMap(([field, value]) => {
    if (!Object.hasOwn(requirementValues, field))
      return [
        `${name} requires “${field}”, which nobody checks. There are: ${Object.keys(requirementValues).join(', ')}.`,
      ];
    if (!requirementValues[field].includes(value))
      return [
        `${name} requires the ${field} “${value}”, which does not exist. There are: ${requirementValues[field].join(', ')}.`,
      ];
    return [];
  });
}
