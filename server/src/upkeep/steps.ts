import { sql } from 'kysely';
import { jobKinds } from '../jobs/kinds.ts';
import type { Embedder } from '../models/embedder.ts';
import { deleteUnsentAttachments } from '../modules/attachments/repository.ts';
import { refreshEntries, refreshedAtOnce } from '../modules/dialogue-log/entries.ts';
import { dialoguesAtOnce } from '../modules/dialogues/deletion.ts';
import { requestMissingVectors } from '../modules/files/embed-file.ts';
import { deleteLeftovers, sweptKeys } from '../modules/files/leftovers.ts';
import { hitsAtOnce, purgeRules } from '../modules/governance/upkeep.ts';
import { purgeKnowledge, requestRefreshes } from '../modules/knowledge/upkeep.ts';
import { deleteActsAhead } from '../modules/limits/limits.ts';
import { deleteExpiredRegistrations } from '../modules/registration/repository.ts';
import { requestRetention } from '../modules/retention/retention-job.ts';
import { agentsAtOnce, purgeAgents } from '../modules/studio/changes.ts';
import { requestRemovals } from '../modules/users/removal.ts';
import type { Log } from '../plugins/log.ts';
import type { Storage } from '../storage/storage.ts';
import { days } from './due.ts';
import { dues } from './dues.ts';
import { type UpkeepStep, deletion, inTransaction } from './upkeep.ts';

type Dependencies = { readonly storage: Storage; readonly log: Log; readonly embedder: Embedder | null };

/** Rows that take nothing along: a page of them costs little. */
const smallRowsAtOnce = 1_000;
const small: ReadonlySet<string> = new Set<keyof typeof dues>([
  'limited_acts',
  'mail',
  'mail_unsent',
  'release_visits',
  'release_vitals',
  'release_reporters',
  'vital_reporters',
  'job_traces',
  'template_requests',
  'automation_effects',
]);
const dialogues: ReadonlySet<string> = new Set<keyof typeof dues>([
  'dialogues',
  'dialogues_unlisted',
  'dialogues_tried',
]);
const sizeOf = (name: string) =>
  small.has(name) ? smallRowsAtOnce : dialogues.has(name) ? dialoguesAtOnce : undefined;

/**
 * All that a worker does every so often for the whole installation. A further step is a line here: a page of what is
 * due, which says how many rows that were.
 */
export const upkeepSteps = ({ storage, log, embedder }: Dependencies): readonly UpkeepStep[] => [
  ...Object.entries(dues).map(([name, due]) => deletion(name, due, sizeOf(name))),
  inTransaction('limited_acts_ahead', deleteActsAhead),
  inTransaction('registrations', deleteExpiredRegistrations),
  inTransaction('attachments', deleteUnsentAttachments),
  inTransaction('agents', purgeAgents, agentsAtOnce),
  inTransaction('knowledge', purgeKnowledge),
  inTransaction('rules', purgeRules, hitsAtOnce),
  inTransaction('page_refreshes', requestRefreshes),
  inTransaction('retention', requestRetention),
  inTransaction('account_removals', requestRemovals),
  deletion('storage_swept', sweptKeys, smallRowsAtOnce),
  inTransaction('dialogue_log', refreshEntries, refreshedAtOnce),
  ...(embedder === null ? [] : [inTransaction('vectors', (trx, page) => requestMissingVectors(trx, embedder, page))]),
  // Of a kind that no release knows any more.
  deletion('job_requests', {
    table: 'job_requests',
    by: 'created_at',
    keptFor: days(14),
    where: sql<boolean>`kind <> all (${Object.keys(jobKinds)}::text[])`,
  }),
  // Behind all that takes rows away which named something there.
  { name: 'storage_leftovers', atOnce: 100, page: (db, page) => deleteLeftovers({ db, storage, log }, page) },
];
