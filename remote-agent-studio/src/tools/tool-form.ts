import type { ToolDetails, ToolDraft, ToolFault, ToolSettings } from '@parlance/shared/contract/api/tools';
import type { ApiFailure } from '@parlance/shared/http';
import type { Fault, Faults } from '@parlance/shared/ui/fields';
import { jsonObjectOf, noJson } from './json-object.ts';

export type MadeKind = ToolSettings['kind'];
type Http = Extract<ToolSettings, { kind: 'http' }>;
type HttpServer = Extract<Extract<ToolSettings, { kind: 'mcp' }>['server'], { transport: 'http' }>;

/**
 * The values of a tool's form. `url` is that of an HTTP action or of an MCP server; `program` is empty if the server
 * has a URL; `signIn` is a `SignIn`. The rows of `headers` and the client secret are separate: here they only mark a
 * fault.
 */
export type ToolValues = Readonly<
  Record<
    | 'name'
    | 'description'
    | 'method'
    | 'url'
    | 'parameters'
    | 'body'
    | 'from'
    | 'documentUrl'
    | 'text'
    | 'base'
    | 'program'
    | 'signIn'
    | 'clientId'
    | 'clientSecret'
    | 'headers',
    string
  >
>;
export type ToolField = keyof ToolValues;
/** Who signs in to an MCP server; empty if nobody does. */
export type SignIn = '' | NonNullable<HttpServer['sign_in']>['as'];

/** A header. The value of a secret one is never shown again; null keeps the stored value. */
export type HeaderRow = {
  readonly key: string;
  readonly name: string;
  readonly value: string | null;
  readonly isSecret: boolean;
};

export const methods: readonly Http['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const parametersToBegin =
  '{\n  "type": "object",\n  "properties": {\n    "q": { "type": "string" }\n  },\n  "required": ["q"]\n}';
const blank: ToolValues = {
  name: '',
  description: '',
  method: 'GET',
  url: '',
  parameters: parametersToBegin,
  body: '',
  from: 'url',
  documentUrl: '',
  text: '',
  base: '',
  program: '',
  signIn: '',
  clientId: '',
  clientSecret: '',
  headers: '',
};

/** Returns the form of a tool; for a new one, an empty form. */
export function valuesOf(tool: ToolDetails | null): ToolValues {
  if (tool?.settings === null || tool === null) return blank;
  const { name, description, settings } = tool;
  const values = { ...blank, name, description };
  if (settings.kind === 'http')
    return {
      ...values,
      method: settings.method,
      url: settings.url,
      body: settings.body,
      parameters: JSON.stringify(settings.parameters, null, 2),
    };
  if (settings.kind === 'mcp')
    return settings.server.transport === 'stdio'
      ? { ...values, program: settings.server.name }
      : {
          ...values,
          url: settings.server.url,
          signIn: settings.server.sign_in?.as ?? '',
          clientId: settings.server.sign_in?.client_id ?? '',
        };
  const { source, base_url: base } = settings;
  return {
    ...values,
    base: base ?? '',
    from: source.from,
    ...(source.from === 'url' ? { documentUrl: source.url } : { text: source.text }),
  };
}

export const headersOf = (tool: ToolDetails | null): HeaderRow[] => [
  ...(tool?.secret_headers ?? []).map((name) => ({ key: name, name, value: null, isSecret: true })),
  ...Object.entries(plainHeadersOf(tool?.settings ?? null)).map(([name, value]) => ({
    key: `plain ${name}`,
    name,
    value,
    isSecret: false,
  })),
];

function plainHeadersOf(settings: ToolSettings | null): Record<string, string> {
  if (settings === null) return {};
  if (settings.kind !== 'mcp') return settings.headers;
  return settings.server.transport === 'http' ? settings.server.headers : {};
}

export function settingsOf(kind: MadeKind, values: ToolValues, rows: readonly HeaderRow[]): ToolSettings {
  const headers = Object.fromEntries(
    rows.flatMap(({ name, value, isSecret }) => (isSecret || value === null ? [] : [[name.trim(), value.trim()]])),
  );
  const url = values.url.trim();
  if (kind === 'http')
    return {
      kind,
      method: values.method as Http['method'] /* the options are these */,
      url,
      headers,
      body: values.method === 'GET' ? '' : values.body,
      parameters: jsonObjectOf(values.parameters) ?? {},
    };
  if (kind === 'mcp')
    return {
      kind,
      server:
        values.program === ''
          ? {
              transport: 'http',
              url,
              headers,
              ...(values.signIn === ''
                ? {}
                : { sign_in: { as: values.signIn as Exclude<SignIn, ''>, client_id: values.clientId.trim() } }), // as the options are
            }
          : { transport: 'stdio', name: values.program },
    };
  const source =
    values.from === 'url'
      ? ({ from: 'url', url: values.documentUrl.trim() } as const)
      : ({ from: 'text', text: values.text } as const);
  return { kind, source, base_url: values.base.trim() === '' ? null : values.base.trim(), headers };
}

export type Draft = {
  readonly kind: MadeKind;
  readonly values: ToolValues;
  readonly headers: readonly HeaderRow[];
  /** Null keeps the stored one. */
  readonly clientSecret: string | null;
  readonly disabled: readonly string[];
};

export const draftOf = ({ kind, values, headers, clientSecret, disabled }: Draft): ToolDraft => ({
  name: values.name,
  description: values.description,
  settings: settingsOf(kind, values, headers),
  secret_headers: hasHeaders(kind, values)
    ? Object.fromEntries(headers.flatMap(({ name, value, isSecret }) => (isSecret ? [[name.trim(), value]] : [])))
    : {},
  client_secret: signsIn(kind, values) && values.clientId.trim() !== '' ? clientSecret : '',
  disabled_functions: [...disabled],
});

/** Says whether the tool has headers: a program of this machine is sent none. */
export const hasHeaders = (kind: MadeKind, { program }: ToolValues): boolean => kind !== 'mcp' || program === '';

/** Says whether somebody signs in to the server of the tool. */
export const signsIn = (kind: MadeKind, { program, signIn }: ToolValues): boolean =>
  kind === 'mcp' && program === '' && signIn !== '';

export const fault = (name: string): Fault => ({ key: `agent-studio:tools.faults.${name}` });
const address = /^https?:\/\/[^/]/i;

/** Returns the faults before anything is sent. */
export function checkTool(kind: MadeKind, values: ToolValues): Faults<ToolField> {
  const addressed = (field: 'url' | 'documentUrl'): Faults<ToolField> =>
    address.test(values[field].trim()) ? {} : { [field]: fault('noAddress') };
  return {
    ...(values.name.trim() === '' ? { name: fault('empty') } : {}),
    ...(kind === 'http' || (kind === 'mcp' && values.program === '') ? addressed('url') : {}),
    ...(signsIn(kind, values) && !/^[\x20-\x7e]*$/.test(values.clientId.trim()) ? { clientId: fault('noClient') } : {}),
    ...(signsIn(kind, values) && values.signIn === 'organization' && values.clientId.trim() === ''
      ? { clientId: fault('empty') }
      : {}),
    ...(kind === 'http' && jsonObjectOf(values.parameters) === null ? { parameters: noJson } : {}),
    ...(kind === 'openapi' && values.from === 'url' ? addressed('documentUrl') : {}),
    ...(kind === 'openapi' && values.from === 'text' && values.text.trim() === '' ? { text: fault('empty') } : {}),
    ...(kind === 'openapi' && values.base.trim() !== '' && !address.test(values.base.trim())
      ? { base: fault('noAddress') }
      : {}),
  };
}

/** The faults of a header: its name, or a missing value. */
export type HeaderFaults = Readonly<Record<string, Faults<'name' | 'value'>>>;

/** Returns the faults of headers by their keys. */
export function checkHeaders(headers: readonly HeaderRow[]): HeaderFaults {
  const names = headers.map(({ name }) => name.trim().toLowerCase());
  return Object.fromEntries(
    headers.flatMap(({ key, name, value }, at): [string, Faults<'name' | 'value'>][] => {
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name.trim()) || names.indexOf(names[at] ?? '') !== at)
        return [[key, { name: fault('noHeader') }]];
      return value === '' ? [[key, { value: fault('empty') }]] : [];
    }),
  );
}

/** Returns the server's reason that a tool is unusable, if any. */
export const reasonOf = ({ issues }: ApiFailure): ToolFault | null =>
  // The contract guarantees the cast.
  (issues.find(({ path }) => path === 'reason')?.message as ToolFault | undefined) ?? null;

/** The faults at the address, or of the server there. */
const ofServer: readonly string[] = [
  'address_refused',
  'address_unreachable',
  'address_timeout',
  'answer_too_large',
  'tool_sign_in_refused',
  'tool_sign_in_unusable',
  'tool_server_missing',
  'tool_server_error',
  'tool_answer_unusable',
];

/** Returns the fields that a refusal is about, if any. */
export function faultsOf(refusal: ApiFailure, kind: MadeKind, values: ToolValues): Faults<ToolField> {
  const { code } = refusal;
  const asIs: Fault = { key: `shared:errors.${code}` };
  const document = values.from === 'url' ? 'documentUrl' : 'text';
  if (code === 'name_taken') return { name: asIs };
  const from = kind === 'openapi' ? document : values.program === '' ? 'url' : 'program';
  if (ofServer.includes(code)) return { [from]: asIs };
  const reason = code === 'tool_unusable' ? reasonOf(refusal) : null;
  if (reason === null) return {};
  const about =
    reason === 'no-server'
      ? 'base'
      : reason === 'body'
        ? 'body'
        : kind === 'http' && reason !== 'url'
          ? 'parameters'
          : from;
  return { [about]: fault(reason) };
}

/** Says whether header values have to be entered anew: they were for another host. */
export const headersToGiveAnew = ({ code, issues }: ApiFailure): boolean =>
  code === 'validation_failed' && issues.some(({ path }) => path.startsWith('body.secret_headers.'));

/** Says whether the client secret has to be entered anew: it was for another server, or another client. */
export const secretToGiveAnew = ({ code, issues }: ApiFailure): boolean =>
  code === 'validation_failed' && issues.some(({ path }) => path === 'body.client_secret');

export const secretAnew: Fault = { key: 'agent-studio:tools.signIn.secretAnew' };

const comparedParts = ['name', 'description', 'settings', 'headers', 'clientSecret', 'functions'] as const;

/** Returns the fields in which two tools differ. */
export function changedFields(one: ToolDetails, other: ToolDetails): (typeof comparedParts)[number][] {
  const parts = (tool: ToolDetails) => ({
    name: tool.name,
    description: tool.description,
    settings: tool.settings,
    headers: tool.secret_headers,
    clientSecret: tool.has_client_secret,
    functions: tool.functions.map(({ name, is_enabled: isEnabled }) => [name, isEnabled]),
  });
  const [a, b] = [parts(one), parts(other)];
  return comparedParts.filter((part) => JSON.stringify(a[part]) !== JSON.stringify(b[part]));
}
