import * as z from '@parlance/shared/contract/schema';
import { storedEmail } from '../values/email.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { language } from '../values/language.ts';
import { memberRole } from '../access/member-role.ts';
import { registrationStatus } from './registration/registration.ts';

export { memberRole, type MemberRole } from '../access/member-role.ts';

/** A deactivated member cannot sign in and holds no seat. Their data stays. */
export const memberState = z.enum(['active', 'deactivated']);
export type MemberState = z.infer<typeof memberState>;

/** A person of the organisation as its administrators see them. */
export const memberSummary = z.object({
  id: z.uuid(),
  /** The username; null until the person has chosen one. */
  username: z.nullable(z.string()),
  email: storedEmail,
  role: memberRole,
  state: memberState,
  teams: z.array(z.string()),
  language,
  mfa_preference: z.enum(['NONE', 'EMAIL_OTP']),
  registration: registrationStatus,
});
export type MemberSummary = z.infer<typeof memberSummary>;

/** The sort orders of the list; a leading minus reverses the order. Somebody without a name is sorted by e-mail. */
export const memberSorts = ['name', '-name', 'email', '-email', 'role', '-role'] as const;
export const memberSort = z.enum(memberSorts);
export type MemberSort = z.infer<typeof memberSort>;

/** The most characters of a search text. Longer ones are refused with validation_failed. */
export const memberSearchMaxLength = 200;

/** Lists the members of the caller's organisation; `q` matches name and e-mail, in any letter case. */
export const listMembers = endpoint({
  method: 'GET',
  path: '/members/v1/members',
  requires: { role: 'admin', feature: 'user_management' },
  summary: 'The members of the caller’s organisation.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(memberSearchMaxLength)), ''),
    sort: z._default(memberSort, 'name'),
    role: z.optional(memberRole),
    team_id: z.optional(z.uuid()),
    state: z.optional(memberState),
  }),
  response: pageOf(memberSummary),
});

/** A member with the details beyond the list. */
export const memberDetails = z.object({
  ...memberSummary.shape,
  /** The job title. */
  title: z.string(),
  joined_at: z.iso.datetime(),
  /** Exact to ten minutes. */
  last_used_at: z.iso.datetime(),
  deactivated_at: z.nullable(z.iso.datetime()),
  memberships: z.array(z.object({ team_id: z.uuid(), name: z.string(), is_owner: z.boolean() })),
});
export type MemberDetails = z.infer<typeof memberDetails>;
