import * as z from '@parlance/shared/contract/schema';

/** The nine feature flags of a plan, as they stand in the plan token (specification §3). */
export const planFeatures = [
  'dashboard',
  'user_management',
  'privilege',
  'dialogue_log',
  'file_management',
  'governance',
  'system_log',
  'subscription_manager',
  'prompt_template',
] as const;
export type PlanFeature = (typeof planFeatures)[number];
export const planFeature = z.enum(planFeatures);

/** Specification §3. ACTIVE works; EXPIRED leaves the subscription to the owner; DISABLED leaves nothing. */
export const workspaceStatus = z.enum(['ACTIVE', 'EXPIRED', 'DISABLED']);
export type WorkspaceStatus = z.infer<typeof workspaceStatus>;

/**
 * What a screen or an endpoint asks of a person. Where a field is absent it asks nothing of that kind,
 * except `workspace`, which is `active` unless it says otherwise: deny is the default.
 */
export type Requirement = {
  /** `admin` is is_admin, `owner` is is_owner (specification §6). */
  readonly role?: 'admin' | 'owner';
  /** The flag that the organisation's plan must grant (specification §5). */
  readonly feature?: PlanFeature;
  /**
   * `active`: only while the workspace is ACTIVE. `owner-when-expired`: in an EXPIRED workspace the owner too.
   * `any`: in every status (own session, own profile).
   */
  readonly workspace?: 'active' | 'owner-when-expired' | 'any';
  /** `any`: also for a person whose registration is not complete. `pending`: for nobody else. Otherwise it must be. */
  readonly registration?: 'complete' | 'any' | 'pending';
};

/** What is known of the person who asks. What is not known is absent, and what is absent is denied. */
export type Subject = {
  readonly isAdmin: boolean;
  readonly isOwner: boolean;
  readonly workspaceStatus: WorkspaceStatus;
  readonly features: ReadonlySet<PlanFeature>;
  readonly registration: { readonly isCompleted: boolean; readonly stage: number };
};

/** Why somebody is turned away; what to do about it is the shell's or the server's business. */
export type Denial =
  | 'not-signed-in'
  | 'registration-incomplete'
  | 'registration-complete'
  | 'workspace-expired'
  | 'workspace-disabled'
  | 'role-missing'
  | 'feature-missing';
export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly because: Denial };

const denied = (because: Denial): Decision => ({ allowed: false, because });

/**
 * The one question of access, asked by the shell's guard, the menu and every endpoint, in this order:
 * signed in → registration complete → workspace status → role → plan feature (specification §4–§6).
 */
export function decide(requirement: Requirement, subject: Subject | null): Decision {
  if (subject === null) return denied('not-signed-in');
  const byRegistration = decideRegistration(requirement.registration ?? 'complete', subject);
  if (!byRegistration.allowed) return byRegistration;
  const byStatus = decideStatus(requirement.workspace ?? 'active', subject);
  if (!byStatus.allowed) return byStatus;
  if (requirement.role === 'admin' && !subject.isAdmin) return denied('role-missing');
  if (requirement.role === 'owner' && !subject.isOwner) return denied('role-missing');
  if (requirement.feature !== undefined && !subject.features.has(requirement.feature)) return denied('feature-missing');
  return { allowed: true };
}

function decideRegistration(wanted: NonNullable<Requirement['registration']>, { registration }: Subject): Decision {
  if (wanted === 'pending') return registration.isCompleted ? denied('registration-complete') : { allowed: true };
  return wanted === 'any' || registration.isCompleted ? { allowed: true } : denied('registration-incomplete');
}

function decideStatus(workspace: NonNullable<Requirement['workspace']>, subject: Subject): Decision {
  if (subject.workspaceStatus === 'ACTIVE' || workspace === 'any') return { allowed: true };
  if (subject.workspaceStatus === 'DISABLED') return denied('workspace-disabled');
  if (workspace === 'owner-when-expired' && subject.isOwner) return { allowed: true };
  return denied('workspace-expired');
}
