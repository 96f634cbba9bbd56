import type { ErrorCode } from '@parlance/shared/contract/errors';
import { pageBlocks, type PageConfig } from '@parlance/shared/contract/page/page';
import { languages, type Language } from '@parlance/shared/contract/values/language';
import { endonyms } from '@parlance/shared/i18n/endonyms';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import { escapeHtml } from '../../platform/texts/html.ts';
import type { Hint } from './hints.ts';

export type Theme = 'light' | 'dark' | 'system';
type Texts = { readonly [key: string]: string | Texts };
type PageValues = Readonly<Record<string, string>>;

/** JSON that can stand inside a script element: no `</script>` and no `<!--` can come about without a `<`. */
export const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/**
 * Fills `{{name}}` (escaped), `{{{name}}}` (HTML of our own making) and `{{text.key}}` (from the texts, escaped).
 * Throws where a page asks for what nobody gives.
 */
export function fillPage(
  template: string,
  { values, html, texts }: { values: PageValues; html: PageValues; texts: Texts },
): string {
  const given = (from: PageValues, name: string) => {
    const value = from[name];
    if (value === undefined)
      throw new Error(`The page asks for “${name}”, which the web service does not give. Look into host/pages.`);
    return value;
  };
  return template.replace(
    /\{\{\{(\w+)\}\}\}|\{\{text\.([\w.-]+)\}\}|\{\{(\w+)\}\}/g,
    (_, own?: string, key?: string, name?: string) => {
      if (own !== undefined) return given(html, own);
      return escapeHtml(key === undefined ? given(values, name ?? '') : textAt(texts, key));
    },
  );
}

function textAt(texts: Texts, key: string): string {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>((level, part) => (typeof level === 'object' ? level[part] : undefined), texts);
  if (typeof found !== 'string')
    throw new Error(`The page asks for the text “${key}”, which host/locales do not have.`);
  return found;
}

const attribute = (name: string, value: string | undefined) =>
  value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;

/** Styles and the program of a page first, then what it will ask for next. */
export function headOf({
  files,
  nonce,
  hints,
  preconnect,
}: {
  files: readonly string[];
  nonce: string;
  hints: readonly Hint[];
  preconnect: readonly string[];
}): string {
  const own = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="/assets/${file}" nonce="${nonce}">`
      : `<script src="/assets/${file}" defer></script>`,
  );
  const connections = preconnect.map(
    (origin) => `<link rel="preconnect"${attribute('href', origin)} crossorigin="use-credentials">`,
  );
  const ahead = hints.map(
    ({ href, as, integrity }) =>
      `<link rel="preload" as="${as}"${attribute('href', href)}${attribute('integrity', integrity)}${as === 'fetch' ? ' crossorigin="anonymous"' : ''}>`,
  );
  return [...own, ...connections, ...ahead].join('\n    ');
}

/** The JSON data blocks of a page. They are data, not scripts: the policy has no exception for them. */
export function dataBlocks(blocks: {
  config: PageConfig & { isSessionGone?: boolean; shell?: readonly string[]; next?: readonly Hint[] };
  texts: Texts;
  registry?: readonly RegistryEntry[];
}): string {
  return (
    Object.entries(blocks)
      // the keys are those of pageBlocks by the parameter's type
      .map(([name, value]) => dataBlock(name as keyof typeof pageBlocks, value))
      .join('\n    ')
  );
}

export const dataBlock = (name: keyof typeof pageBlocks, value: unknown): string =>
  `<script type="application/json" id="${pageBlocks[name]}">${jsonInHtml(value)}</script>`;

/** The options of the login page’s language menu: each language named in itself. */
export const languageOptions = (chosen: Language): string =>
  languages
    .map(
      (it) =>
        `<option value="${it}" lang="${it}"${it === chosen ? ' selected' : ''}>${escapeHtml(endonyms[it])}</option>`,
    )
    .join('');

export const themeOptions = (chosen: Theme, texts: Texts): string =>
  (['light', 'dark', 'system'] as const)
    .map(
      (it) =>
        `<option value="${it}"${it === chosen ? ' selected' : ''}>${escapeHtml(textAt(texts, `themes.${it}`))}</option>`,
    )
    .join('');

/** What the endpoints of signing in answer. Whatever else comes is said in the server's own words. */
const errorsOfSigningIn: readonly ErrorCode[] = [
  'validation_failed',
  'code_wrong',
  'code_expired',
  'link_invalid',
  'password_guessable',
  'unauthenticated',
  'credentials_wrong',
  'csrf_failed',
  'origin_refused',
  'request_timeout',
  'rate_limited',
  'account_locked',
  'internal',
  'database_unavailable',
  'shutting_down',
];

/** What the endpoints of forms answer, in the same way. */
const errorsOfForms: readonly ErrorCode[] = [
  'validation_failed',
  'body_too_large',
  'origin_refused',
  'request_timeout',
  'rate_limited',
  'internal',
  'database_unavailable',
  'shutting_down',
];

/** What the operator's endpoints answer. */
const errorsOfOperator: readonly ErrorCode[] = [
  'csrf_failed',
  'origin_refused',
  'request_timeout',
  'rate_limited',
  'not_found',
  'internal',
  'database_unavailable',
  'shutting_down',
];

type PageTexts = { readonly host: Texts; readonly shared: Texts };

/** Of all texts the ones that the login page shows: it is to weigh little. */
export const loginTexts = (texts: PageTexts): Texts =>
  chosenTexts(texts, ['login', 'person', 'themes', 'footer'], errorsOfSigningIn);
export const formTexts = (texts: PageTexts): Texts => chosenTexts(texts, ['form', 'person', 'footer'], errorsOfForms);

export const operatorTexts = (texts: PageTexts): Texts =>
  chosenTexts(texts, ['operator', 'form', 'person'], errorsOfOperator);
/** Without those of pages that are programs of their own. */
export const shellTexts = ({ host: { operator: _, form: __, ...host }, shared }: PageTexts): Texts => ({
  host,
  shared,
});

function chosenTexts(texts: PageTexts, parts: readonly string[], codes: readonly ErrorCode[]): Texts {
  const part = (from: string | Texts | undefined, names: readonly string[]): Texts =>
    typeof from === 'object'
      ? Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
      : {};
  // Each of these pages has the language menu, and says with them when that fails.
  const { errors, ui } = texts.shared;
  return { host: part(texts.host, parts), shared: { errors: part(errors, codes), ui: part(ui, ['retry']) } };
}
