import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../workspace.ts';

/** A proxy in front of the product, of those that docs/operations.md has settings for. */
export const frontNames = ['apache', 'haproxy', 'caddy'] as const;
export type FrontName = (typeof frontNames)[number];
type Place = { readonly folder: string; readonly port: number };
type Start = {
  readonly file: string;
  readonly text: string;
  readonly program: string;
  readonly words: readonly string[];
};

const answersWithinMs = 20_000;

/** Returns the settings of a proxy as the page has them, with the addresses of this place. */
function documented(name: FrontName, behind: string): string {
  const page = readFileSync(path.join(root, 'docs', 'operations.md'), 'utf8');
  const [, text] = new RegExp(`\`\`\`${name}\n([\\s\\S]*?)\n\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`docs/operations.md has no settings of ${name}.`);
  return text.replaceAll('127.0.0.1:3000', behind);
}

/** What a machine has around these settings, as Debian installs it; without TLS. */
const starts: Readonly<Record<FrontName, (settings: string, place: Place) => Start>> = {
  apache: (settings, { folder, port }) => ({
    file: 'apache.conf',
    text: `${['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'headers']
      .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
      .join('\n')}
User www-data
Group www-data
ServerName localhost
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
Listen 127.0.0.1:${port}
<VirtualHost 127.0.0.1:${port}>
${settings}
</VirtualHost>
`,
    program: 'apache2',
    words: ['-DFOREGROUND', '-f', `${folder}/apache.conf`],
  }),
  haproxy: (settings, { folder, port }) => ({
    file: 'haproxy.cfg',
    text: `${settings.replace(/bind .*/, `bind 127.0.0.1:${port}`)}\n`,
    program: 'haproxy',
    words: ['-db', '-f', `${folder}/haproxy.cfg`],
  }),
  caddy: (settings, { folder, port }) => ({
    file: 'Caddyfile',
    text: `{\n  admin off\n}\n${settings.replace('chat.example.org', `http://127.0.0.1:${port}`)}\n`,
    program: 'caddy',
    words: ['run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`],
  }),
};

export type FrontServer = { readonly origin: string; stop(): Promise<void> };

/** Starts a proxy of this machine in front of an address, such as 127.0.0.1:3000. Throws if it is not installed. */
export async function startFront(name: FrontName, port: number, behind: string): Promise<FrontServer> {
  const folder = mkdtempSync(path.join(tmpdir(), `parlance-${name}-`));
  const { file, text, program, words } = starts[name](documented(name, behind), { folder, port });
  writeFileSync(path.join(folder, file), text);
  const child = spawn(program, words, {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-2_000)));
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve();
    });
    child.once('exit', () => resolve());
  });
  const stop = async () => {
    await end(child, ended);
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  const until = performance.now() + answersWithinMs;
  while (!(await answers(origin))) {
    if (performance.now() < until && child.exitCode === null && child.pid !== undefined) await pause(100);
    else {
      await stop();
      throw new Error(`${program} does not answer; it is installed by apt-get install ${program}. It said: ${said}`);
    }
  }
  return { origin, stop };
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await ended;
  clearTimeout(late);
}

const answers = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
