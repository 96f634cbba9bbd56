import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { floors } from './imports.ts';
import { root } from '../workspace.ts';

const contract = path.join(root, 'shared', 'src', 'contract', 'api');
const server = path.join(root, 'server', 'src');

/**
 * The first word of a path where it is neither the room's name nor its floor's. Paths stay when a room moves: remotes
 * of the release before ask by them, and the specification fixes some (§2, §3, §12).
 */
const services: Readonly<Record<string, readonly string[]>> = {
  'account-deletion': ['users'],
  attachments: ['files'],
  audit: ['audit-log'],
  automations: ['forms', 'hooks'],
  backup: ['operator'],
  billing: ['auth', 'invoices'],
  health: ['healthz', 'readyz'],
  ledger: ['models'],
  'member-imports': ['members'],
  offboarding: ['members'],
  'own-data': ['users'],
  payment: ['invoices'],
  registration: ['auth', 'user-journey'],
  releases: ['operator'],
  replays: ['governance'],
  retention: ['governance'],
  runs: ['dialogues', 'governance', 'tools'],
  session: ['auth'],
  shares: ['dialogues', 'members'],
  terms: ['user-journey'],
  usage: ['charts'],
  users: ['auth'],
};

type Registration = { readonly endpoint: string; readonly floor: string; readonly room: string };

const source = (folder: string): string[] =>
  globSync('**/*.ts', { cwd: folder }).filter((file) => !/\.test\.ts$|^testing\//.test(file));

/** Returns the path of each endpoint, by `<file of the contract>#<name>`. */
function endpointsOf(folder: string): Map<string, string> {
  const paths = new Map<string, string>();
  for (const file of source(folder)) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    for (const [, name = '', address = ''] of text.matchAll(
      /^export const (\w+) = endpoint\(\{[^}]*?\bpath: '([^']+)'/gm,
    ))
      paths.set(`${file.slice(0, -3)}#${name}`, address);
  }
  return paths;
}

/** The endpoints that a file of the server names in a call of route, routePublic, routeStream … */
function registrationsIn(file: string, text: string): Registration[] {
  const [floor = '', room = ''] = file.split('/');
  const imported = new Map<string, string>();
  for (const [, names = '', from = ''] of text.matchAll(
    /import \{([^}]*)\} from '@parlance\/shared\/contract\/api\/([^']+)'/g,
  ))
    for (const name of names.split(',').map((it) => it.trim())) imported.set(name, `${from}#${name}`);
  const spaces = new Map(
    [...text.matchAll(/import \* as (\w+) from '@parlance\/shared\/contract\/api\/([^']+)'/g)].map(
      ([, name = '', from = '']) => [name, from],
    ),
  );
  return [...text.matchAll(/\broute\w*\(\s*\w+,\s*(?:(\w+)\.)?(\w+)/g)].flatMap(([, space, name = '']) => {
    const endpoint = space === undefined ? imported.get(name) : `${spaces.get(space)}#${name}`;
    return endpoint === undefined ? [] : [{ endpoint, floor, room }];
  });
}

const registrations = source(server).flatMap((file) =>
  registrationsIn(file, readFileSync(path.join(server, file), 'utf8')),
);
const roomIn = (endpoint: string): string => endpoint.split(/[/#]/)[0] ?? '';

test('every endpoint of the contract is registered once, in the room that its file or folder is named after', () => {
  const endpoints = endpointsOf(contract);
  expect([...endpoints.keys()].sort()).toEqual(registrations.map((it) => it.endpoint).sort());
  expect(endpoints.size).toBeGreaterThan(300);
  const elsewhere = registrations.filter(({ endpoint, room }) => roomIn(endpoint) !== room);
  const rooms = new Set([...endpoints.keys()].map(roomIn));
  console.info(`${rooms.size} rooms, ${endpoints.size} endpoints, ${elsewhere.length} registered in another room`);
  expect(elsewhere).toEqual([]);
});

test('a path begins with the name of its room, of its floor, or of a service that is named here', () => {
  const endpoints = endpointsOf(contract);
  const used = new Set<string>();
  let asRoom = 0;
  const unknown = registrations.filter(({ endpoint, floor, room }) => {
    const word = endpoints.get(endpoint)?.split('/')[1] ?? '';
    if (word === room) asRoom += 1;
    else if (word !== floor) used.add(`${room}: ${word}`);
    return word !== room && word !== floor && services[room]?.includes(word) !== true;
  });
  console.info(`${asRoom} of ${registrations.length} paths begin with the name of their room`);
  expect(unknown).toEqual([]);
  const named = Object.entries(services).flatMap(([room, words]) => words.map((word) => `${room}: ${word}`));
  expect(named.sort()).toEqual([...used].sort());
  expect(floors.length).toBeGreaterThan(5);
});

test('what is registered is read from a name and from a namespace', () => {
  const text = [
    `import * as api from '@parlance/shared/contract/api/agents/agents';`,
    `import { getBot, type Bot } from '@parlance/shared/contract/api/bots';`,
    `route(app, api.listAgents, async () => []);`,
    `routePublic(\n  app,\n  getBot,\n  async () => null);`,
  ].join('\n');
  expect(registrationsIn('studio/agents/routes.ts', text)).toEqual([
    { endpoint: 'agents/agents#listAgents', floor: 'studio', room: 'agents' },
    { endpoint: 'bots#getBot', floor: 'studio', room: 'agents' },
  ]);
});
