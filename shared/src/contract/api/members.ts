import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { language } from '../language.ts';
import { registrationStatus } from './registration.ts';

/** Specification §6. An owner is named so even where the owner is an admin as well. */
export const memberRole = z.enum(['owner', 'admin', 'member']);
export type MemberRole = z.infer<typeof memberRole>;

/** A person of the organisation as its administrators see them. */
export const memberSummary = z.object({
  id: z.uuid(),
  /** Null until the person has chosen one. */
  username: z.nullable(z.string()),
  email: z.email(),
  role: memberRole,
  teams: z.array(z.string()),
  language,
  mfa_preference: z.enum(['NONE', 'EMAIL_OTP']),
  registration: registrationStatus,
});
export type MemberSummary = z.infer<typeof memberSummary>;

/** What the list can be ordered by; a minus in front turns the order round. Somebody without a name is ordered by e-mail. */
export const memberSorts = ['name', '-name', 'email', '-email', 'role', '-role'] as const;
export const memberSort = z.enum(memberSorts);
export type MemberSort = z.infer<typeof memberSort>;

/** Characters of a search text. Longer ones are refused with validation_failed. */
export const memberSearchMaxLength = 200;

/** The members of the caller's organisation; `q` is found in name and e-mail, in any letter case. */
export const listMembers = endpoint({
  method: 'GET',
  path: '/members/v1/members',
  requires: { role: 'admin', feature: 'user_management' },
  summary: 'The members of the caller’s organisation.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(memberSearchMaxLength)), ''),
    sort: z._default(memberSort, 'name'),
  }),
  response: pageOf(memberSummary),
});
