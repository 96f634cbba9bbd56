import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { language } from '../../values/language.ts';
import { csvMaxLength, lineFaults } from './member-lines.ts';
import { invitationDaysMax, invitationDays, invitedRole } from '../invitations.ts';

/**
 * The reason a line of an import led to no invitation: a fault of the line itself, or one found when it was carried
 * out. `above_own_rights`: it would give what the person who uploaded the file may not give. `rate_limited`: the
 * address has had all the invitations of a day, from whomever.
 */
export const lineOutcome = z.enum([
  ...lineFaults,
  'already_member',
  'already_invited',
  'above_own_rights',
  'rate_limited',
  'seats_taken',
  'stopped',
]);
export type LineOutcome = z.infer<typeof lineOutcome>;

/** `stopped`: the person who started it may no longer invite. */
export const importStatus = z.enum(['running', 'complete', 'stopped']);

/** An import of one CSV file, whose invitations are made in the background. */
export const memberImport = z.object({
  id: z.uuid(),
  status: importStatus,
  /** Lines of the file, without the header. */
  total: z.int(),
  done: z.int(),
  invited: z.int(),
  refused: z.int(),
  created_at: z.iso.datetime(),
});
export type MemberImport = z.infer<typeof memberImport>;

const administrators = { role: 'admin', feature: 'user_management' } as const;
const params = z.object({ import_id: z.uuid() });

/**
 * Starts to invite everybody whom a CSV file names (see readMemberLines). Values missing from a line are taken from the
 * body. 400 if the file has no column of addresses or too many lines, 409 import_running, and idempotency_key_reused
 * for a key that has begun another one, 429 rate_limited.
 */
export const startMemberImport = endpoint({
  method: 'POST',
  path: '/members/v1/imports',
  requires: administrators,
  summary: 'Invites everybody whom a CSV file names.',
  body: z.object({
    csv: z.string().check(z.minLength(1), z.maxLength(csvMaxLength)),
    role: invitedRole,
    language,
    days: z._default(z.int().check(z.gte(1), z.lte(invitationDaysMax)), invitationDays),
    idempotency_key: z.uuid(),
  }),
  response: memberImport,
});

export const getMemberImport = endpoint({
  method: 'GET',
  path: '/members/v1/imports/:import_id',
  requires: administrators,
  summary: 'How far an import of members is.',
  params,
  response: memberImport,
});

/** Lists the imports of the last 30 days, newest first. */
export const listMemberImports = endpoint({
  method: 'GET',
  path: '/members/v1/imports',
  requires: administrators,
  summary: 'The imports of members.',
  query: pageQuery,
  response: pageOf(memberImport),
});

/** A line that led to no invitation, as it stood in the file. */
export const refusedLine = z.object({
  id: z.string(),
  line: z.int(),
  email: z.string(),
  role: z.string(),
  teams: z.string(),
  language: z.string(),
  outcome: lineOutcome,
});
export type RefusedLine = z.infer<typeof refusedLine>;

export const listRefusedLines = endpoint({
  method: 'GET',
  path: '/members/v1/imports/:import_id/refused-lines',
  requires: administrators,
  summary: 'The lines of an import that led to no invitation, in the order of the file.',
  params,
  query: pageQuery,
  response: pageOf(refusedLine),
});
