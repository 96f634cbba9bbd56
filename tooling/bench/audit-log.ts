import { daysOfLog, fillAuditLog, people, vocabulary } from '../../server/src/testing/many-audit-entries.ts';
import { idOf } from '../../server/src/testing/many-rows.ts';
import type { Figure } from './figures.ts';
import { type BothSizes, growthOf, onBothSizes } from './sizes.ts';

const sizes = { few: 50_000, many: 5_000_000 };
const admin = 'admin@pro.example';
const rounds = 40;
const dayMs = 86_400_000;
const list = '/audit-log/v1/entries';

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

/** Each filter by itself with much and little to find, what people ask together, and what is there in none. */
const filters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the newest': {},
  'the newest 100': { limit: '100' },
  'from a day on': { from: daysAgo(30) },
  'before a day': { to: daysAgo(daysOfLog / 2) },
  'a day of long ago': { from: daysAgo(daysOfLog / 2), to: daysAgo(daysOfLog / 2 - 1) },
  'who did much': { actor_id: idOf('person 1') },
  'who did little': { actor_id: idOf(`person ${people - 1}`) },
  'who did nothing': { actor_id: idOf('nobody') },
  'who, in a month': { actor_id: idOf('person 40'), from: daysAgo(60), to: daysAgo(30) },
  'a thing': { thing: 'member' },
  'a frequent act': { action: 'session.failed' },
  'a rare act': { action: 'dialogue.restored' },
  'a rare act, in a month': { action: 'dialogue.restored', from: daysAgo(60), to: daysAgo(30) },
  'who did a rare act': { action: 'dialogue.restored', actor_id: idOf('person 40') },
  'a kind of target': { target_kind: 'team' },
  'a target': { target_id: idOf('target 7') },
  'an address of many': { address: '10.0.0.1' },
  'an address of few': { address: '10.0.19.100' },
  'an address that did a frequent act': { address: '10.0.0.40', action: 'session.failed' },
};

const searches: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a word that is everywhere': { q: 'example' },
  'a common word': { q: 'w1' },
  'a less common word': { q: 'w47' },
  'a word of some': { q: 'w433' },
  'a rare word': { q: `w${vocabulary - 1}` },
  'no word that is there': { q: 'nowhere' },
  'two words': { q: 'w60 w90' },
  'a person by address': { q: `person-${people - 1}@pro.example` },
  'a word in a month': { q: 'w433', from: daysAgo(60), to: daysAgo(30) },
  'a word in a rare act': { q: 'w47', action: 'dialogue.restored' },
};

const pathsOf = (queries: typeof filters) =>
  Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, `${list}?${new URLSearchParams(query)}`]));

/** Measures how list and search of the audit log scale with everybody's entries, on PostgreSQL. */
export const measureAuditLog = (): Promise<Figure[]> =>
  onBothSizes(
    admin,
    sizes,
    (url, rows) => fillAuditLog(url, admin, rows),
    async (clients: BothSizes) => [
      ...(await growthOf(clients, {
        what: 'Audit log, list',
        rows: 'entries',
        sizes,
        paths: pathsOf(filters),
        rounds,
      })),
      ...(await growthOf(clients, {
        what: 'Audit log, search',
        rows: 'entries',
        sizes,
        paths: pathsOf(searches),
        rounds,
      })),
    ],
  );
