import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoPassword } from '../demo/organizations.ts';
import { noLimits } from './no-limits.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
/** The compile cache, shared by all programs: it saves each one a second of processor time. */
const compiled = fileURLToPath(new URL('../../../.build/compiled', import.meta.url));

export type ProgramEnd = { code: number | null; stdout: string; stderr: string };
export type Program = {
  child: ChildProcess;
  /** The addresses by part; rejects if the program ends before it is ready. */
  ready: Promise<Record<string, string>>;
  ended: Promise<ProgramEnd>;
  /** Resolves when the text is in the log this many times. */
  logged(text: string, times: number): Promise<void>;
};

const folders: string[] = [];
const programs: Program[] = [];

/** A data folder that `endPrograms` takes away. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-program-'));
  folders.push(folder);
  return folder;
}

/** A data folder with the schema and the demonstration data: a first start takes seconds of processor time. */
export function filledFolder(): string {
  const folder = temporaryFolder();
  const template = process.env['TEST_DATABASE_TEMPLATE'];
  if (template !== undefined) cpSync(template, join(folder, 'database'), { recursive: true });
  return folder;
}

/** Ends everything in afterAll: a test that failed halfway must leave neither a process nor a folder. */
export async function endPrograms(): Promise<void> {
  for (const { child, ended } of programs.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The program as people start it, in a process of its own, on free ports. */
export function startProgram(settings: Record<string, string>, part = 'all'): Program {
  const ports = { WEB_PORT: '0', API_PORT: '0', CHARTS_PORT: '0', PAYMENT_PORT: '0', MAILBOX_PORT: '0' };
  const { TEST_PLAN_SIGNING_KEYS: keys = '', PATH = '' } = process.env;
  const child = spawn(process.execPath, [main, part], {
    env: {
      PATH,
      LOG_LEVEL: 'warn',
      PLAN_SIGNING_KEYS: keys,
      ...noLimits,
      NODE_COMPILE_CACHE: compiled,
      ...ports,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const ended = new Promise<ProgramEnd>((resolve) => child.once('close', (code) => resolve({ code, ...output })));
  const ready = new Promise<Record<string, string>>((resolve, reject) => {
    child.stdout.on('data', () => {
      const line = output.stdout.split('\n').find((text) => text.startsWith('{"ready":true'));
      if (line !== undefined) resolve(JSON.parse(line));
    });
    void ended.then(({ stderr }) => reject(new Error(`The program ended before it was ready: ${stderr}`)));
  });
  // A test that awaits only the end must not fail by this rejection.
  ready.catch(() => undefined);
  const logged = (text: string, times: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (output.stdout.split(text).length > times) resolve();
      };
      child.stdout.on('data', look);
      look();
    });
  const program = { child, ready, ended, logged };
  programs.push(program);
  return program;
}

/** Sends requests to a program in another process, as a browser with these cookies. Throws if one is refused. */
export function browserOn(service: string, cookies: Map<string, string> = new Map()) {
  return async (path: string, body?: object, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(`${service}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
}

/** A browser of a person of the demonstration, signed in. */
export async function signIn(api: string, email = 'member@pro.example') {
  const request = browserOn(api);
  await request('/auth/v1/sign_in', { email, password: demoPassword });
  await request('/auth/v1/whoami');
  return request;
}
