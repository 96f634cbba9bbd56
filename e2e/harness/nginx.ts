import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const template = path.resolve(import.meta.dirname, '..', '..', 'deploy', 'nginx', 'parlance.conf.template');

/** The services behind it: its own address for each, and those of its processes. */
export type Behind = Readonly<
  Record<'web' | 'api' | 'charts' | 'payment', { readonly port: string; readonly processes: readonly string[] }>
>;

export type Nginx = { readonly pid: number; output(): string; stop(): Promise<void> };

/** nginx with the configuration that operators use, on ports of the loopback interface. */
export async function startNginx(behind: Behind, frontProxies: readonly string[] = []): Promise<Nginx> {
  return startWith((folder) => `${filesOf(folder)}\n${filledIn(behind, frontProxies)}`);
}

/**
 * The proxy that an operator has in front: it comes from an address of its own, adds whom it speaks for, and has the
 * certificate.
 */
export function startFrontProxy({
  port,
  address,
  to,
}: {
  readonly port: string;
  readonly address: string;
  readonly to: string;
}): Promise<Nginx> {
  const headers = ['X-Forwarded-For $proxy_add_x_forwarded_for', 'X-Forwarded-Proto https', 'Host $http_host']
    .map((header) => `proxy_set_header ${header};`)
    .join(' ');
  return startWith(
    (folder) =>
      `${filesOf(folder)}\nserver { listen 127.0.0.1:${port}; location / { proxy_bind ${address}; ${headers} proxy_pass http://${to}; } }`,
  );
}

async function startWith(http: (folder: string) => string): Promise<Nginx> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-nginx-'));
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, `${mainOf(folder)}\nhttp {\n${http(folder)}\n}\n`);
  const child = spawn(programPath(), ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const chunks: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid ?? 0,
    output: () => chunks.join(''),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function programPath(): string {
  const found = process.env['NGINX_PATH'];
  if (found === undefined)
    throw new Error('There is no nginx. `npm test` brings one; for a run by hand set NGINX_PATH.');
  return found;
}

const mainOf = (folder: string) =>
  [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${path.join(folder, 'nginx.pid')};`,
    'error_log stderr warn;',
    'events { worker_connections 8192; }',
  ].join('\n');

/** Returns the directives that Debian’s and the image’s own configuration add. */
function filesOf(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const kind of kinds) mkdirSync(path.join(folder, kind));
  return ['access_log off;', ...kinds.map((kind) => `${kind}_temp_path ${path.join(folder, kind)};`)].join('\n');
}

function filledIn(behind: Behind, frontProxies: readonly string[]): string {
  const words = Object.entries(behind).flatMap<readonly [word: string, value: string]>(
    ([service, { port, processes }]) => {
      const name = service.toUpperCase();
      return [
        [`${name}_SERVERS`, processes.map((address) => `server ${address} max_fails=0;`).join(' ')],
        [`${name}_LISTEN`, `127.0.0.1:${port}`],
        [`${name}_NAME`, '_'],
      ];
    },
  );
  words.push(
    ['RESOLVER', ''],
    ['FRONT_PROXIES', frontProxies.map((address) => `set_real_ip_from ${address};`).join(' ')],
  );
  return words.reduce<string>(
    (text, [word, value]) => text.replaceAll(`\${${word}}`, value),
    readFileSync(template, 'utf8'),
  );
}
