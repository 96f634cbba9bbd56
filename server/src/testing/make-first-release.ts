// Makes the files of server/fixtures/first-release, with the program of that release itself: see README.md there.
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { startPostgres } from './postgres.ts';

const fixtures = path.resolve(import.meta.dirname, '..', '..', 'fixtures', 'first-release');
const [, , release = ''] = process.argv;
const password = 'rain on the wooden bridge';
const patienceMs = 20_000;

type Addresses = Readonly<Record<'web' | 'api' | 'charts' | 'mailbox', string>>;
type Cookies = Map<string, string>;
/** Sends a request to that release, whose responses no present contract describes: the caller states the type. */
type Ask = <Data = unknown>(address: string, request?: { method?: string; body?: object }) => Promise<Data>;
type Messages = { items: { citations: object[] }[] };

async function withRelease(
  settings: Record<string, string>,
  work: (at: Addresses) => Promise<unknown>,
): Promise<unknown> {
  const ports = { WEB_PORT: '0', API_PORT: '0', CHARTS_PORT: '0', PAYMENT_PORT: '0', MAILBOX_PORT: '0' };
  const child = spawn(process.execPath, [path.join(release, 'server', 'src', 'main.ts'), 'all'], {
    cwd: release,
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...ports, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const at = await new Promise<Addresses>((resolve) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const line = said.split('\n').find((text) => text.startsWith('{"ready":true'));
      if (line !== undefined) resolve(JSON.parse(line) as Addresses); // the line it prints once it is ready
    });
  });
  try {
    return await work(at);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** A browser: it keeps its cookies, and sends the token and the origin of its page. */
function browser({ web }: Addresses): { readonly cookies: Cookies; readonly ask: Ask } {
  const cookies: Cookies = new Map();
  const ask: Ask = async <Data>(
    address: string,
    { body, method = body === undefined ? 'GET' : 'POST' }: { method?: string; body?: object } = {},
  ) => {
    const headers = {
      origin: web,
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrftoken': cookies.get('csrftoken') ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const response = await fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const [name = '', value = ''] of response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0]?.split('=') ?? []))
      cookies.set(name, value);
    if (!response.ok) throw new Error(`${method} ${address} was answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data; // the envelope of that release
  };
  return { cookies, ask };
}

type Mail = { code: string | null; link: string | null };

async function mailTo({ mailbox }: Addresses, address: string): Promise<Mail> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(100)) {
    const { data } = (await (await fetch(`${mailbox}/api/messages?to=${encodeURIComponent(address)}`)).json()) as {
      data: { items: Mail[] };
    }; // the format of its mailbox
    const [mail] = data.items;
    if (mail !== undefined) return mail;
  }
  throw new Error(`No mail came to ${address}.`);
}

async function answered(ask: Ask, at: Addresses, dialogueId: string, prompts: number): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(100)) {
    const { items } = await ask<Messages>(`${at.api}/dialogues/v1/dialogues/${dialogueId}/messages`);
    if (items.length === 2 * prompts && (items[0]?.citations.length ?? 0) > 0) return;
  }
  throw new Error('An answer did not become whole.');
}

/** Uses that release as a person does, and returns their data once its program is stopped. */
async function use(at: Addresses): Promise<object> {
  const member = browser(at);
  await member.ask(`${at.api}/auth/v1/sign_in`, { body: { email: 'member@pro.example', password: 'demo-password-1' } });
  const bots = await member.ask<{ items: { id: string; name: string }[] }>(`${at.api}/bots/v1/bots`);
  const botId = bots.items.find(({ name }) => name === 'House Guide')?.id;
  const { dialogue_id: dialogueId } = await member.ask<{ dialogue_id: string }>(`${at.api}/dialogues/v1/dialogues`, {
    body: { bot_id: botId, prompt: 'When is the building open?', idempotency_key: randomUUID() },
  });
  await answered(member.ask, at, dialogueId, 1);
  await member.ask(`${at.api}/dialogues/v1/dialogues/${dialogueId}/messages`, {
    body: { prompt: 'Where do visitors register?', idempotency_key: randomUUID() },
  });
  await answered(member.ask, at, dialogueId, 2);
  const { items: messages } = await member.ask<Messages>(`${at.api}/dialogues/v1/dialogues/${dialogueId}/messages`);
  await member.ask(`${at.charts}/charts/v1/session-data`, {
    body: { session_id: randomUUID(), typing: 60, reading: 120, interacting: 30, idling: 10 },
  });
  await member.ask(`${at.charts}/charts/v1/events`, {
    body: { events: [{ event_id: randomUUID(), name: 'route_change', at: Date.now(), route: '/', detail: {} }] },
  });

  const owner = browser(at);
  await owner.ask(`${at.api}/auth/v1/sign_in`, { body: { email: 'owner@pro.example', password: 'demo-password-1' } });
  await owner.ask(`${at.api}/invitations/v1/invitations`, {
    body: {
      email: 'invited@new.example',
      role: 'member',
      teams: ['Support'],
      language: 'en',
      idempotency_key: randomUUID(),
    },
  });
  const invitation = new URL((await mailTo(at, 'invited@new.example')).link ?? '').searchParams.get('invitation');

  const founder = browser(at);
  await founder.ask(`${at.api}/auth/v1/sign_up`, {
    body: {
      email: 'founder@new.example',
      password,
      language: 'en',
      account_kind: 'organization',
      accepted: await legalVersions(),
    },
  });
  await founder.ask(`${at.api}/user-journey/v1/registration/code`, { body: { channel: 'EMAIL' } });
  const { code } = await mailTo(at, 'founder@new.example');
  await founder.ask(`${at.api}/user-journey/v1/registration/verification`, { body: { code } });
  await founder.ask(`${at.api}/user-journey/v1/registration/names`, {
    method: 'PUT',
    body: { username: 'Nora Newman', organization: 'Founded before' },
  });

  return {
    password,
    dialogueId,
    messages,
    invitation,
    sessions: {
      member: Object.fromEntries(member.cookies),
      owner: Object.fromEntries(owner.cookies),
      founder: Object.fromEntries(founder.cookies),
    },
  };
}

const legalVersions = async () =>
  ((await import(path.join(release, 'shared', 'src', 'contract', 'legal.ts'))) as { legalVersions: object })
    .legalVersions;

async function embedded(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-first-release-'));
  const left = await withRelease({ DATA_DIR: folder }, use);
  // Keys of plans are made anew where there are none, and nothing that signs belongs into a repository.
  const tar = execFileSync('tar', ['-c', '--sort=name', '--exclude=*key*', '-C', folder, '.'], { maxBuffer: 1e9 });
  writeFileSync(path.join(fixtures, 'data-folder.tar.br'), brotliCompressSync(tar));
  writeFileSync(path.join(fixtures, 'data-folder.json'), `${JSON.stringify(left, null, 2)}\n`);
  rmSync(folder, { recursive: true });
}

async function onPostgres(): Promise<void> {
  const cluster = await startPostgres();
  const { makePostgresTemplate } = (await import(
    path.join(release, 'server', 'src', 'testing', 'test-database.ts')
  )) as { makePostgresTemplate(url: string): Promise<void> };
  await makePostgresTemplate(cluster.url);
  const url = cluster.url.replace(/postgres$/, 'parlance_template');
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-first-release-'));
  const left = await withRelease({ DATA_DIR: folder, DATABASE_URL: url }, use);
  execFileSync('pg_dump', ['--inserts', '--no-owner', '--file', path.join(folder, 'dump.sql'), url]);
  // Drops the lines that only psql understands.
  const dump = readFileSync(path.join(folder, 'dump.sql'), 'utf8').replaceAll(/^\\.*$/gm, '');
  writeFileSync(path.join(fixtures, 'dump.sql.br'), brotliCompressSync(dump));
  writeFileSync(path.join(fixtures, 'dump.json'), `${JSON.stringify(left, null, 2)}\n`);
  rmSync(folder, { recursive: true });
  await cluster.stop();
}

await embedded();
await onPostgres();
