import { sql } from 'kysely';
import { dialoguesAtOnce } from '../../dialogue/dialogues/deletion.ts';
import { hitsAtOnce, purgeRules } from '../../dialogue/governance/upkeep.ts';
import { deleteUnsentAttachments } from '../../library/attachments/repository.ts';
import { requestMissingVectors } from '../../library/embeddings/embed-file.ts';
import { deleteLeftovers, sweptKeys } from '../../library/files/leftovers.ts';
import { purgeKnowledge, requestRecognitions, requestRefreshes } from '../../library/knowledge/upkeep.ts';
import { requestRemovals } from '../../lifecycle/account-deletion/removal.ts';
import { requestRetention } from '../../lifecycle/retention/retention-job.ts';
import { refreshEntries, refreshedAtOnce } from '../../oversight/dialogue-log/entries.ts';
import { deleteExpiredRegistrations } from '../../people/registration/repository.ts';
import { jobKinds } from '../../platform/jobs/kinds.ts';
import type { Embedder } from '../../platform/language-models/embedder.ts';
import { deleteActsAhead } from '../../platform/limits/limits.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { days } from '../../platform/upkeep/due.ts';
import { type UpkeepStep, deletion, inTransaction } from '../../platform/upkeep/upkeep.ts';
import { agentsAtOnce, purgeAgents } from '../../studio/agents/changes.ts';
import { dues } from './dues.ts';

type Dependencies = {
  readonly storage: Storage;
  readonly log: Log;
  readonly embedder: Embedder | null;
  /** The languages in which the text of pages is recognised; null if it is not. */
  readonly languages: string | null;
};

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
 * Returns all periodic tasks of a worker for the whole installation. A further step is a line here: it handles a page
 * of due rows and returns their number.
 */
export const upkeepSteps = ({ storage, log, embedder, languages }: Dependencies): readonly UpkeepStep[] => [
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
  ...(languages === null
    ? []
    : [inTransaction('recognitions', (trx, page) => requestRecognitions(trx, languages, page))]),
  // Deletes requests of a kind that no release knows any more.
  deletion('job_requests', {
    table: 'job_requests',
    by: 'created_at',
    keptFor: days(14),
    where: sql<boolean>`kind <> all (${Object.keys(jobKinds)}::text[])`,
  }),
  // Behind all that takes rows away which named something there.
  { name: 'storage_leftovers', atOnce: 100, page: (db, page) => deleteLeftovers({ db, storage, log }, page) },
];
