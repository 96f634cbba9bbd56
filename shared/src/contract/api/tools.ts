import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../values/colleague.ts';
import { endpoint } from '../endpoint.ts';
import { toolContent } from './tools/contents.ts';
import { elicitation } from './tools/elicitations.ts';

/** The most tools of one organisation. One more is refused with tools_full. */
export const toolsAtMost = 200;
export const toolNameMaxLength = 80;
export const toolDescriptionMaxLength = 1_000;
/** The most functions of one tool; those of an OpenAPI document or a server beyond them are left out. */
export const toolFunctionsAtMost = 200;
export const toolHeadersAtMost = 20;
/** The most characters of an OpenAPI document. */
export const openApiMaxLength = 900_000;
/** The most characters of the body of an HTTP action, and of the JSON Schema of its parameters. */
export const httpBodyMaxLength = 20_000;
/** The most characters of a call's result that a model, or a person, gets to see. */
export const toolResultMaxLength = 16_000;
/** The most characters of the arguments of one call. */
export const toolArgumentsMaxLength = 16_000;
/** The time in which the server of a call may be silent. One that says that it is at work has longer. */
export const toolCallSeconds = 30;
/** The time for one call, whatever its server says meanwhile, and for all calls of one answer. */
export const toolCallSecondsAtMost = 600;
/** Hours a call waits for the person’s answer; after that the answer of the model is ended with what there is. */
export const toolAnswerHours = 24;

export const toolKind = z.enum(['web-page', 'calculator', 'date-time', 'http', 'openapi', 'mcp']);
export type ToolKind = z.infer<typeof toolKind>;

/** Tools that every organisation has, with the ids by which an agent names them. Nobody edits or deletes them. */
export const builtInToolIds = {
  'web-page': '00000000-0000-4000-8000-000000000001',
  calculator: '00000000-0000-4000-8000-000000000002',
  'date-time': '00000000-0000-4000-8000-000000000003',
} as const;

/** A function of a tool. `parameters` is JSON Schema 2020-12 of an object, without references. */
export const toolFunction = z.object({
  /** The tool's own name of the function; unique within the tool. The name a model gets is derived from it. */
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** The effect. `changes`: it may change something elsewhere. */
  effect: z.enum(['reads', 'changes']),
  /** False if no agent may call it, whatever its own permissions say. */
  is_enabled: z.boolean(),
});
export type ToolFunction = z.infer<typeof toolFunction>;

const webAddress = z.string().check(z.trim(), z.maxLength(2_000), z.regex(/^https?:\/\//i));
const headerName = z.string().check(z.trim(), z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/));
const headerValue = z.string().check(z.trim(), z.maxLength(4_000), z.regex(/^[\t\x20-\x7e\x80-\xff]*$/));

const httpSettings = z.strictObject({
  kind: z.literal('http'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** `{name}` stands for a parameter, encoded; never in host, port or scheme. */
  url: webAddress,
  headers: z._default(z.record(headerName, headerValue), {}),
  /**
   * The body, sent as JSON; `{name}` in quotes is replaced by the parameter's value. Empty: all parameters that the
   * address does not use, as JSON.
   */
  body: z._default(z.string().check(z.maxLength(httpBodyMaxLength)), ''),
  /** JSON Schema of an object. */
  parameters: z.record(z.string(), z.unknown()),
});
const openApiSettings = z.strictObject({
  kind: z.literal('openapi'),
  /** The document itself, as JSON or YAML, or the address it is fetched from. */
  source: z.discriminatedUnion('from', [
    z.strictObject({ from: z.literal('text'), text: z.string().check(z.minLength(1), z.maxLength(openApiMaxLength)) }),
    z.strictObject({ from: z.literal('url'), url: webAddress }),
  ]),
  /** The base address of its operations; null is the first server of the document. */
  base_url: z._default(z.nullable(webAddress), null),
  headers: z._default(z.record(headerName, headerValue), {}),
});
/**
 * How a server knows who calls. `person`: each person signs in to it with OAuth 2.1, and calls are made with the access
 * token of the person they are made for. `client_id`: the identifier that somebody has got for this installation from
 * the authorization server; empty where it takes a client metadata document, or registers clients by itself.
 * `organization`: all calls are made in the name of one client, with its secret or private key (client credentials,
 * RFC 6749 §4.4), and nobody has to be there.
 */
const mcpSignIn = z.discriminatedUnion('as', [
  z.strictObject({
    as: z.literal('person'),
    client_id: z._default(z.string().check(z.trim(), z.maxLength(500), z.regex(/^[\x20-\x7e]*$/)), ''),
  }),
  z.strictObject({
    as: z.literal('organization'),
    client_id: z.string().check(z.trim(), z.maxLength(500), z.regex(/^[\x21-\x7e][\x20-\x7e]*$/)),
  }),
]);
const mcpSettings = z.strictObject({
  kind: z.literal('mcp'),
  server: z.discriminatedUnion('transport', [
    z.strictObject({
      transport: z.literal('http'),
      url: webAddress,
      headers: z._default(z.record(headerName, headerValue), {}),
      /** Absent if the headers are all that the server is sent. */
      sign_in: z.optional(mcpSignIn),
    }),
    /** An MCP server started by one of the commands that the operator's settings list. */
    z.strictObject({
      transport: z.literal('stdio'),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    }),
  ]),
});

/** The settings of a tool, without its secrets. */
export const toolSettings = z.discriminatedUnion('kind', [httpSettings, openApiSettings, mcpSettings]);
export type ToolSettings = z.infer<typeof toolSettings>;

/** The rights to a tool. `refresh`: its functions come from another server and can be read again. */
export const toolCan = z.object({ edit: z.boolean(), delete: z.boolean(), refresh: z.boolean(), try: z.boolean() });

/**
 * The reasons of a refusal with tool_unusable. `issues` of the answer has it at `reason`, with a message for developers
 * at the part it is about.
 */
export const toolFaults = [
  /** The document is neither JSON nor YAML, or none of OpenAPI 3. */
  'no-document',
  'no-openapi',
  'no-operation',
  'no-server',
  /** The document refers to another one, or to itself in a cycle. */
  'elsewhere',
  'circle',
  /** One of its schemas is invalid or too large. */
  'schema',
  'too-large',
  /** For an HTTP action: the host contains a parameter, or the body is no JSON. */
  'url',
  'body',
  /** The operator does not list the command. */
  'no-program',
  /** The server refused, in its own words. */
  'refused',
] as const;
export type ToolFault = (typeof toolFaults)[number];

/** The most unusable functions of a tool that are named. */
export const leftOutFunctionsAtMost = 200;
/** The most characters of the name of a function. */
export const functionNameMaxLength = 200;
/**
 * A function that a document or a server describes and that is unusable; the others are taken. `too-many`: there are
 * `toolFunctionsAtMost` before it. `same-name`: there is one of this name before it. `no-name`: it has none, or one of
 * more than `functionNameMaxLength` characters; it is named by its place, as `#3`.
 */
export const leftOutFunction = z.object({
  name: z.string(),
  reason: z.enum([...toolFaults, 'too-many', 'same-name', 'no-name']),
  /** The JSON pointer to what is wrong in the description of its parameters; absent if that is no single place. */
  at: z.optional(z.string()),
});
export type LeftOutFunction = z.infer<typeof leftOutFunction>;

export const tool = z.object({
  id: z.uuid(),
  kind: toolKind,
  /** The name; of a built-in tool its kind, whose display name is in the texts of the browser. */
  name: z.string(),
  description: z.string(),
  functions: z.array(toolFunction),
  /** The reason its functions could not be read last, a code of `contract/errors`; null if they could. */
  error_code: z.nullable(z.string()),
  /** Whether the caller has signed in to its server; absent for a tool that nobody signs in to. */
  is_signed_in: z.optional(z.boolean()),
  created_by: z.nullable(colleague),
  updated_at: z.nullable(z.iso.datetime()),
  can: toolCan,
});
export type Tool = z.infer<typeof tool>;

/** A tool in its editor. */
export const toolDetails = z.object({
  ...tool.shape,
  /** The settings; null for a built-in tool. An OpenAPI document given as text is included; secret headers are not. */
  settings: z.nullable(toolSettings),
  /** Names of the headers with stored values, which are never returned. */
  secret_headers: z.array(z.string()),
  /** True if a client secret is stored, which is never returned. */
  has_client_secret: z.boolean(),
  /** Agents visible to the caller that name it, in their draft or in the version members use. */
  used_by: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** The number of further agents that name it, invisible to the caller. */
  used_by_others: z.number(),
  /** The revision. A save names the one it is based on. */
  revision: z.number(),
});
export type ToolDetails = z.infer<typeof toolDetails>;

/** The tool as just saved. `left_out`: the unusable part of what was read for it; empty if nothing was read. */
export const savedTool = z.object({ ...toolDetails.shape, left_out: z.array(leftOutFunction) });
export type SavedTool = z.infer<typeof savedTool>;

const clientSecret = z.string().check(z.trim(), z.maxLength(8_000));

/**
 * The draft of a tool to save. A secret header that is null keeps its value, and an omitted one is removed. A change of
 * the host requires every value again: a secret is never sent to a host that it was not given for.
 */
export const toolDraft = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(toolNameMaxLength)),
  description: z._default(z.string().check(z.trim(), z.maxLength(toolDescriptionMaxLength)), ''),
  settings: toolSettings,
  secret_headers: z._default(z.record(headerName, z.nullable(headerValue)), {}),
  /**
   * The secret of `sign_in.client_id`, or for an organisation its private key (PKCS #8, PEM): null keeps the stored
   * one, as of the same address and client; empty is none.
   */
  client_secret: z._default(z.nullable(clientSecret), ''),
  /** The names of disabled functions. */
  disabled_functions: z._default(
    z.array(z.string().check(z.maxLength(200))).check(z.maxLength(toolFunctionsAtMost)),
    [],
  ),
});
export type ToolDraft = z.input<typeof toolDraft>;

const toolParams = z.object({ tool_id: z.uuid() });

/** Lists the tools, built-in ones first, then by name. Unpaged: there are never more than `toolsAtMost`. */
export const listTools = endpoint({
  method: 'GET',
  path: '/tools/v1/tools',
  requires: {},
  summary: 'The tools that an agent may be given.',
  response: z.object({
    items: z.array(tool),
    can_create: z.boolean(),
    /** The names of commands that the operator lists as MCP servers. */
    stdio_servers: z.array(z.string()),
  }),
});

export const getTool = endpoint({
  method: 'GET',
  path: '/tools/v1/tools/:tool_id',
  requires: {},
  summary: 'A tool with its settings.',
  params: toolParams,
  response: toolDetails,
});

/**
 * Creates a tool. Reads its functions first: if that fails nothing is created, unless the caller has yet to sign in to
 * its server: then it has no functions, and `tool_sign_in_needed` as its error code, until it is refreshed. Answers 409
 * name_taken and tools_full; 503 readers_busy if too much is being read. Reading and trying tools is rate-limited by
 * the minute, per member and per organisation.
 */
export const createTool = endpoint({
  method: 'POST',
  path: '/tools/v1/tools',
  requires: {},
  summary: 'Makes a tool.',
  body: toolDraft,
  response: savedTool,
});

/**
 * Refused with conflict if the tool is no longer at the revision that the caller saw. Reads its functions again if its
 * address or headers have changed.
 */
export const saveTool = endpoint({
  method: 'PUT',
  path: '/tools/v1/tools/:tool_id',
  requires: {},
  summary: 'Changes a tool.',
  params: toolParams,
  body: z.strictObject({ ...toolDraft.shape, revision: z.number() }),
  response: savedTool,
});

/** Deletes a tool. Agents that name it go on without it. */
export const deleteTool = endpoint({
  method: 'DELETE',
  path: '/tools/v1/tools/:tool_id',
  requires: {},
  summary: 'Deletes a tool.',
  params: toolParams,
  response: z.object({}),
});

/**
 * Reads the functions of an MCP server or of a document that is fetched anew. Switches stay as they are. If it cannot
 * be read, the tool keeps its functions: `error_code` says why, and nothing has changed.
 */
export const refreshTool = endpoint({
  method: 'POST',
  path: '/tools/v1/tools/:tool_id/refresh',
  requires: {},
  summary: 'Reads the functions of a tool anew.',
  params: toolParams,
  response: z.object({
    tool: toolDetails,
    /** Names of functions. `changed`: the description for the model, or the parameters, have changed. */
    changes: z.object({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(z.string()) }),
    left_out: z.array(leftOutFunction),
    /**
     * The issues if it could not be read, those of a refusal of the tool: at `said` the words of its server, without
     * secrets.
     */
    issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  }),
});

/** Returns the functions that a tool would have, without creating it. */
export const previewTool = endpoint({
  method: 'POST',
  path: '/tools/v1/previews',
  requires: {},
  summary: 'The functions that a tool would have.',
  body: z.strictObject({
    settings: toolSettings,
    secret_headers: z._default(z.record(headerName, headerValue), {}),
    client_secret: z._default(clientSecret, ''),
  }),
  response: z.object({ functions: z.array(toolFunction), left_out: z.array(leftOutFunction) }),
});

/** The state of a call. `waiting`: for the answer of the person who asked. */
export const toolCallState = z.enum(['waiting', 'running', 'refused', 'done', 'failed', 'timed-out']);
export type ToolCallState = z.infer<typeof toolCallState>;

/**
 * The reason a call asks beyond the permission of its function. `address`: it goes to an address that neither the
 * person nor the agent has named. `sign-in`: the person has to sign in to the tool's server first.
 */
export const toolAsksBecause = z.enum(['address', 'sign-in']);
export type ToolAsksBecause = z.infer<typeof toolAsksBecause>;

/**
 * Calls a function once, with real effects. The same key again is refused with conflict: it was called, whatever became
 * of the answer; with another call, with idempotency_key_reused.
 */
export const tryTool = endpoint({
  method: 'POST',
  path: '/tools/v1/tools/:tool_id/trial',
  requires: {},
  summary: 'Calls a function of a tool.',
  params: toolParams,
  body: z.strictObject({
    idempotency_key: z.uuid(),
    function: z.string().check(z.maxLength(200)),
    arguments: z.record(z.string(), z.unknown()),
  }),
  response: z.object({
    state: z.enum(['done', 'failed', 'timed-out']),
    result: z.string(),
    is_cut: z.boolean(),
    duration_ms: z.number(),
  }),
});

/** A tool call in an answer. */
export const toolCall = z.object({
  id: z.uuid(),
  /** The answer it was called for. */
  answer_id: z.uuid(),
  /** The tool; null if it is gone since. */
  tool_id: z.nullable(z.uuid()),
  kind: toolKind,
  /** The names of tool and function at the time. */
  tool_name: z.string(),
  function: z.string(),
  /** JSON, exactly as sent. */
  arguments: z.string(),
  state: toolCallState,
  /** Absent if the function itself asks, or if nobody was asked. */
  asks_because: z.optional(toolAsksBecause),
  /** The result, or the reason it failed, cut at `toolResultMaxLength`; empty until there is one. */
  result: z.string(),
  is_cut: z.boolean(),
  /**
   * How far its server says that it is while it runs, and in what words; only readers in the process that makes the
   * call are told. `part` is from 0 to 1, null if it is unknown.
   */
  progress: z.optional(z.object({ part: z.nullable(z.number()), message: z.string() })),
  /** What its server wanted to know of the person while it ran, in order; absent if nothing. */
  elicitations: z.optional(z.array(elicitation)),
  /** Pictures, sounds, files and links of the result; absent if there are none. */
  contents: z.optional(z.array(toolContent)),
  /** The UTF-16 code units of the answer before it. */
  offset: z.number(),
  duration_ms: z.nullable(z.number()),
  created_at: z.iso.datetime(),
});
export type ToolCall = z.infer<typeof toolCall>;

/** Lists the calls of the answers of one dialogue of the caller's, oldest first, at most the newest thousand. */
export const listToolCalls = endpoint({
  method: 'GET',
  path: '/tools/v1/dialogues/:dialogue_id/calls',
  requires: {},
  summary: 'The calls of tools in a dialogue.',
  params: z.object({ dialogue_id: z.uuid() }),
  response: z.object({ items: z.array(toolCall) }),
});
