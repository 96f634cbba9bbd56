import { sourceOf } from '../dialogue/tools/kinds/source-of.ts';
import { performCall } from '../dialogue/tools/perform.ts';
// The client that the official conformance suite of MCP starts, once a scenario, with the address of its server as the
// last argument: it reads the functions of a tool and calls each of them, as an agent's call does.
import { isObject } from '../dialogue/tools/schema/json.ts';
import { endJudges } from '../dialogue/tools/schema/wrong-arguments.ts';
import { createOutgoing } from '../platform/outgoing/outgoing.ts';

const url = process.argv.at(-1) ?? '';
const organizationId = '00000000-0000-4000-8000-00000000c0de';
const outgoing = createOutgoing({ allowedHosts: [new URL(url).host] });
const settings = { kind: 'mcp', server: { transport: 'http', url, headers: {} } } as const;
const reach = { organizationId, outgoing, stdioServers: {}, secretHeaders: {} };
const open = () => sourceOf({ settings, description: '', functions: [] }, reach);

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
    });
    console.log(`${name}: ${state} ${result}`);
    if (state !== 'done') process.exitCode = 1;
  }
} finally {
  await Promise.all([outgoing.close(), endJudges()]);
}
