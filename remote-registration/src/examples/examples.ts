import type { Plan, PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { Profile } from '@parlance/shared/contract/api/users/profile';
import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import type { Whoami } from '@parlance/shared/contract/api/session/session';

export const exampleEmail = 'nora@new.example';
/** A token as in the links of mails. */
export const exampleToken = 'A'.repeat(43);

/** A code that was sent this moment. */
export const freshCode = { resend_in: 60, expires_in: 600, tries_left: 5 };

/** Returns the registration of an organisation account at a stage, with the entries up to then. */
export function exampleAttempt(stage: number, differing: Partial<RegistrationAttempt> = {}): RegistrationAttempt {
  return {
    email: exampleEmail,
    account_kind: 'organization',
    language: 'en',
    stage,
    is_verified: stage > 2,
    code: null,
    username: stage > 3 ? 'Nora Newman' : null,
    organization: stage > 3 ? 'New example' : null,
    team: null,
    role: stage > 3 ? 'Head of support' : null,
    plan_name: stage > 4 ? 'Team' : null,
    invitation: null,
    ...differing,
  };
}

/** Returns a person whose registration is at a stage. */
export const registeringAt = (stage: number, email = exampleEmail) => ({
  registration: { is_completed: false, stage },
  profile: { email, username: null },
});

/** The whoami of a person who registers: they own nothing before they have completed it. */
export const exampleWhoami: Whoami = {
  member_id: '0198f0aa-0000-7000-8000-000000000001',
  account_id: '0198f0aa-0000-7000-8000-00000000000a',
  organization_id: '0198f0aa-0000-7000-8000-000000000002',
  is_admin: false,
  is_owner: false,
  primary_active_plan_name: 'Free!',
  workspace_status: 'ACTIVE',
  plan_options: '',
  organization_name: '',
  terms_to_accept: [],
  privileges: [],
};

export const exampleProfile = (email = exampleEmail): Profile => ({
  username: null,
  email,
  role: '',
  organization: '',
  mfa_preference: 'NONE',
  language: 'en',
  teams: [],
});

const plan = (name: PlanName, price: number, differing: Partial<Plan> = {}): Plan => ({
  name,
  for: ['organization'],
  features: ['dashboard', 'user_management'],
  limits: { seats: 25, dialogues_a_month: 5000, storage_megabytes: 10_000, agents: null, schedules: 10 },
  price_a_month: price,
  currency: 'EUR',
  ...differing,
});

export const examplePlans: Plan[] = [
  plan('Free!', 0, {
    for: ['personal', 'organization'],
    features: [],
    limits: { seats: 3, dialogues_a_month: 100, storage_megabytes: 100, agents: 2, schedules: 0 },
  }),
  plan('personal', 900, { for: ['personal'] }),
  plan('Team', 4950),
];
