import { listAgents } from '@parlance/shared/contract/api/agents/agent-list';
import { listBots } from '@parlance/shared/contract/api/bots';
import { listRules } from '@parlance/shared/contract/api/governance/rules';
import { listKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { call } from '@parlance/shared/http';
import { everyRow, useComposed, useEveryRow } from '@parlance/shared/loading';

export type NamedItem = { readonly id: string; readonly name: string };

/** The most rows that a page may have. */
const longestPage = 100;
/** The number of results that are offered; further letters narrow them down. */
const mostOffered = 8;

/** Loads the agents that the person may ask, by name. */
export const useBots = () => useEveryRow(listBots, { query: { limit: longestPage } });

/** Searches items by text, and loads the names of known ids. */
export type Choice = {
  readonly find: (q: string, signal: AbortSignal) => Promise<readonly NamedItem[]>;
  readonly named: (ids: readonly string[], signal: AbortSignal) => Promise<readonly NamedItem[]>;
};

const matching = (q: string, all: readonly NamedItem[]) =>
  all.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())).slice(0, mostOffered);
const among = (ids: readonly string[], all: readonly NamedItem[]) => all.filter(({ id }) => ids.includes(id));

const agents = (signal: AbortSignal) =>
  everyRow((cursor) =>
    call(listAgents, { query: { may: 'read', sort: 'name', limit: longestPage, cursor } }, { signal }),
  );
const rules = async (signal: AbortSignal) =>
  (await call(listRules, {}, { signal })).items.map(({ id, definition: { name } }) => ({ id, name }));
const sources = async (
  query: { readonly q?: string; readonly ids?: string; readonly kind?: 'folder' },
  signal: AbortSignal,
) => (await call(listKnowledge, { query: { limit: longestPage, ...query } }, { signal })).items;

export const choices = {
  people: {
    find: async (q, signal) => (await call(listColleagues, { query: { q, limit: mostOffered } }, { signal })).items,
    named: async (ids, signal) =>
      (await Promise.all(ids.map((id) => call(listColleagues, { query: { id } }, { signal })))).flatMap(
        ({ items }) => items,
      ),
  },
  agents: {
    find: async (q, signal) => matching(q, await agents(signal)),
    named: async (ids, signal) => among(ids, await agents(signal)),
  },
  rules: {
    find: async (q, signal) => matching(q, await rules(signal)),
    named: async (ids, signal) => among(ids, await rules(signal)),
  },
  sources: {
    find: async (q, signal) => (await sources({ q }, signal)).slice(0, mostOffered),
    named: (ids, signal) => sources({ ids: ids.join(',') }, signal),
  },
  folders: {
    find: async (q, signal) => (await sources({ q, kind: 'folder' }, signal)).slice(0, mostOffered),
    named: (ids, signal) => sources({ ids: ids.join(',') }, signal),
  },
} as const satisfies Readonly<Record<string, Choice>>;

/** Loads the names of known ids. Without ids nothing is requested. */
export const useNames = (kind: keyof typeof choices, ids: readonly string[]) =>
  useComposed<readonly NamedItem[]>('agent-studio/names', [kind, ids], (signal) =>
    ids.length === 0 ? Promise.resolve([]) : choices[kind].named(ids, signal),
  );
