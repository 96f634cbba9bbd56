import { planFeatures, type PlanFeature, type WorkspaceStatus } from '../contract/access/access.ts';
import type { Profile } from '../contract/api/users/profile.ts';
import type { RegistrationStatus } from '../contract/api/registration/registration.ts';
import type { Whoami } from '../contract/api/session/session.ts';
import { sessionStore, signedInSession, type Session } from '@parlance/shared/session';

export type SignedInAs = {
  isAdmin?: boolean;
  isOwner?: boolean;
  plan?: string;
  workspaceStatus?: WorkspaceStatus;
  /** The features; all nine by default. */
  features?: readonly PlanFeature[];
  registration?: RegistrationStatus | 'refused';
  /** The statements of permission sets; none by default. */
  statements?: Whoami['privileges'];
  whoami?: Partial<Whoami>;
  profile?: Partial<Profile>;
};

/** Fills the session store with a member of a Pro organisation, active, with every feature, unless told otherwise. */
export function signIn(as: SignedInAs = {}): Session {
  const session = signedInSession({
    whoami: {
      member_id: '0198f0aa-0000-7000-8000-000000000001',
      account_id: '0198f0aa-0000-7000-8000-00000000000a',
      organization_id: '0198f0aa-0000-7000-8000-000000000002',
      organization_name: 'Pro example',
      terms_to_accept: [],
      is_admin: as.isAdmin ?? false,
      is_owner: as.isOwner ?? false,
      primary_active_plan_name: as.plan ?? 'Pro',
      workspace_status: as.workspaceStatus ?? 'ACTIVE',
      plan_options: '',
      privileges: as.statements ?? [],
      ...as.whoami,
    },
    profile: {
      username: 'Mia Member',
      email: 'member@pro.example',
      role: 'member',
      organization: 'Pro example',
      mfa_preference: 'NONE',
      language: 'en',
      teams: [],
      ...as.profile,
    },
    features: new Set(as.features ?? planFeatures),
    registration: as.registration ?? { is_completed: true, stage: 5 },
  });
  sessionStore.setState(session, true);
  return session;
}
