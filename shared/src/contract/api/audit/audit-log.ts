import * as z from '@parlance/shared/contract/schema';
import { auditActions, auditThings } from './audit-actions.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { moment } from '../../values/moment.ts';

/** Restricted to administrators whose plan has the audit log (specification §6). */
const requires = { role: 'admin', feature: 'system_log' } as const;

/** `stranger` is a person who is not signed in; `system` is the server itself. */
export const auditActorKinds = ['person', 'key', 'schedule', 'system', 'stranger'] as const;
/** The most characters of a search text. Longer ones are refused with validation_failed. */
export const auditSearchMaxLength = 200;

/** The filter of the entries. Several conditions must all be met. */
export const auditFilter = z.object({
  /** The first moment included … */
  from: z.optional(moment),
  /** … and the first one no longer included. */
  to: z.optional(moment),
  actor_id: z.optional(z.uuid()),
  thing: z.optional(z.enum(auditThings)),
  action: z.optional(z.enum(auditActions)),
  target_kind: z.optional(z.enum(auditThings)),
  target_id: z.optional(z.string().check(z.maxLength(100))),
  /** The network address of the request, as a whole. */
  address: z.optional(z.string().check(z.trim(), z.maxLength(45))),
  /** Search words: each begins a word in the name of the actor or of the target. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(auditSearchMaxLength))),
});
export type AuditFilter = z.infer<typeof auditFilter>;

const recorded = z.nullable(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** One recorded action. Names are the ones of that time. */
export const auditEntry = z.object({
  /** The entry number: counts the entries of the organisation without a gap. */
  number: z.int(),
  at: z.iso.datetime(),
  action: z.enum(auditActions),
  actor: z.object({ kind: z.enum(auditActorKinds), id: z.nullable(z.uuid()), name: z.string() }),
  address: z.nullable(z.string()),
  target: z.object({ kind: z.enum(auditThings), id: z.nullable(z.string()), name: z.string() }),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditEntryDetails = z.object({
  ...auditEntry.shape,
  /** The request in the server's log. */
  request_id: z.nullable(z.uuid()),
  changes: z.array(z.object({ field: z.string(), before: recorded, after: recorded })),
  /** SHA-256 over this entry and the hash of the one before it, in hexadecimal digits. */
  hash: z.string(),
  previous_hash: z.string(),
});
export type AuditEntryDetails = z.infer<typeof auditEntryDetails>;

/** Lists the entries, newest first. Entries that arrive meanwhile do not move those of later pages. */
export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/audit-log/v1/entries',
  requires,
  summary: 'What was done in the caller’s organisation.',
  query: z.object({ ...pageQuery.shape, ...auditFilter.shape }),
  response: pageOf(auditEntry),
});

export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/audit-log/v1/entries/:number',
  requires,
  summary: 'One entry with what changed.',
  params: z.object({ number: z.coerce.number().check(z.int(), z.gte(1)) }),
  response: auditEntryDetails,
});

/** Streams everything a filter finds at this moment, oldest first, at any length. The export itself is recorded. */
export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/audit-log/v1/export',
  requires,
  summary: 'Entries as a file: CSV for people, JSON lines for programs.',
  query: z.object({ ...auditFilter.shape, format: z.enum(['csv', 'jsonl']) }),
  response: z.string(),
  answers: 'file',
});

export const auditFault = z.object({
  /** The first entry that was altered, is missing, or was inserted. */
  number: z.int(),
  kind: z.enum(['altered', 'removed', 'inserted']),
});
export type AuditFault = z.infer<typeof auditFault>;

/**
 * Verifies the chain of hashes part by part: the `cursor` of one answer starts the next part. The check itself is
 * recorded.
 */
export const checkAuditLog = endpoint({
  method: 'POST',
  path: '/audit-log/v1/checks',
  requires,
  summary: 'Whether the entries are as they were written.',
  body: z.object({ cursor: z.nullable(z.string().check(z.maxLength(500))) }),
  response: z.object({
    /** Entries of this part. */
    checked: z.int(),
    fault: z.nullable(auditFault),
    next_cursor: z.nullable(z.string()),
    /** The last valid entry, with its hash. A note of both proves later that nobody has rewritten the whole log. */
    through: z.nullable(z.object({ number: z.int(), hash: z.string() })),
  }),
});
