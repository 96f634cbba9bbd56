import type { AskPerson } from '../dialogue/tools/elicitation/ask-person.ts';
import { sourceOf } from '../dialogue/tools/kinds/source-of.ts';
import type { ToolSource } from '../dialogue/tools/kinds/tool-source.ts';
import { performCall } from '../dialogue/tools/perform.ts';
// The client that the official conformance suite of MCP starts, once a scenario, with the address of its server as the
// last argument: it reads the functions of a tool and calls each of them, as an agent's call does.
import { isObject } from '../dialogue/tools/schema/json.ts';
import { endJudges } from '../dialogue/tools/schema/wrong-arguments.ts';
import { ClientTokens } from '../dialogue/tools/sign-in/client-tokens.ts';
import { createOutgoing } from '../platform/outgoing/outgoing.ts';
import { followingRedirects, signedInPerson } from './signed-in-person.ts';

const url = process.argv.at(-1) ?? '';
const organizationId = '00000000-0000-4000-8000-00000000c0de';
const outgoing = createOutgoing({ allowedHosts: [new URL(url).hostname] });
const settings = { kind: 'mcp', server: { transport: 'http', url, headers: {} } } as const;
const reach = { organizationId, outgoing, stdioServers: {}, secretHeaders: {} };

/** What the suite has set up for the scenario: a client of the authorization server, in one of them. */
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  client_id?: string;
  client_secret?: string;
  private_key_pem?: string;
}; // the suite's own
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const isSignInAsked = scenario.startsWith('auth/');
const person = signedInPerson({
  serverUrl: url,
  redirectUri: 'http://127.0.0.1/tool-sign-in',
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  given:
    context.client_id === undefined
      ? null
      : { clientId: context.client_id, clientSecret: context.client_secret ?? null },
  fetch: outgoing.fetchFor({ organizationId, maxBytes: 1_000_000 }),
  browse: followingRedirects,
});
/** In some it is the organisation's client that calls. */
const client = new ClientTokens(() => outgoing.fetchFor({ organizationId, maxBytes: 1_000_000 })).of({
  organizationId,
  serverUrl: url,
  clientId: context.client_id ?? '',
  secret: context.private_key_pem ?? context.client_secret ?? '',
});
const isOfClient = scenario.startsWith('auth/client-credentials-');
const opened = () =>
  sourceOf(
    { settings, description: '', functions: [] },
    isSignInAsked ? { ...reach, accessTokens: isOfClient ? client : person.tokens } : reach,
  );
/** A tool whose person signs in when a call waits for it. */
const open = (): ToolSource => ({
  functions: (signal) => person.signedIn(() => opened().functions(signal)),
  call: (...call) => person.signedIn(() => opened().call(...call)),
});

/** A person who sends each form as it is shown: with the defaults of its fields. */
const sendAsShown: AskPerson = async ({ asked }) => ({
  action: 'accept',
  content: Object.fromEntries(
    (asked.type === 'form' ? asked.fields : []).flatMap((field) =>
      field.default === undefined ? [] : [[field.name, field.default]],
    ),
  ),
});

/** Returns arguments of the types that a schema names. */
function argumentsFor({ properties }: Record<string, unknown>): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = { number: 5, integer: 5, boolean: true, array: [], object: {} };
  return Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => [
      name,
      (isObject(schema) ? values[String(schema['type'])] : undefined) ?? 'text',
    ]),
  );
}

try {
  const { functions } = await open().functions(AbortSignal.timeout(20_000));
  for (const { name, parameters } of functions) {
    const { state, result } = await performCall({
      organizationId,
      source: open,
      name,
      parameters,
      arguments: JSON.stringify(argumentsFor(parameters)),
      signal: AbortSignal.timeout(20_000),
      ask: sendAsShown,
    });
    console.log(`${name}: ${state} ${result}`);
    if (state !== 'done') process.exitCode = 1;
  }
} finally {
  await Promise.all([outgoing.close(), endJudges()]);
}
