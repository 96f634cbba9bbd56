import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.ts';

/** The program of the official reference server of MCP. */
export const referenceProgram = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);

export type ReferenceServer = { readonly url: string; readonly host: string; end(): void };

/** The official reference server over streamable HTTP, on a free port. */
export async function startReferenceServer(): Promise<ReferenceServer> {
  const [port] = await freePorts(1);
  const child = spawn(process.execPath, [referenceProgram, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port), NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  return { url: `http://127.0.0.1:${port}/mcp`, host: `127.0.0.1:${port}`, end: () => void child.kill() };
}
