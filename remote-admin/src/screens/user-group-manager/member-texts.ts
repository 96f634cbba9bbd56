import type { MemberSummary } from '@parlance/shared/contract/api/members';
import { endonyms } from '@parlance/shared/i18n';

type Translate = (key: string, values: Record<string, string | number>) => string;

/** The columns of the list, on the screen and in an export, in this order. */
export const memberColumns = ['name', 'email', 'role', 'teams', 'language', 'secondStep', 'registration'] as const;
export type MemberColumn = (typeof memberColumns)[number];

/** The last stage of a registration (specification §3). */
const lastStage = 5;

/** Returns the texts of a member by column. A member who has chosen no name has an empty one. */
export function memberTexts(t: Translate, member: MemberSummary): Readonly<Record<MemberColumn, string>> {
  const { registration } = member;
  return {
    name: member.username ?? '',
    email: member.email,
    role: t(`userGroups.roles.${member.role}`, {}),
    teams: member.teams.join(', '),
    language: endonyms[member.language],
    secondStep: t(`userGroups.secondStep.${member.mfa_preference}`, {}),
    registration: registration.is_completed
      ? t('userGroups.registration.complete', {})
      : t('userGroups.registration.step', { step: registration.stage, last: lastStage }),
  };
}
