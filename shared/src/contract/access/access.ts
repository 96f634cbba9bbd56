import * as z from '@parlance/shared/contract/schema';
import { can, isFreeOfPlan } from './evaluate.ts';
import type { HeldStatement, PrivilegeAction, PrivilegeKind, PrivilegeName } from './privileges.ts';

/** The nine feature flags of a plan, as in the plan token (specification §3). */
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
 * The values of each field of a requirement: the one list for its type, for readers of a built remote, and for the
 * build.
 */
export const requirementValues = {
  role: ['admin', 'owner'],
  feature: planFeatures,
  workspace: ['active', 'owner-when-expired', 'any'],
  registration: ['complete', 'any', 'pending'],
} as const;
type RequirementValue = {
  readonly [Field in keyof typeof requirementValues]: (typeof requirementValues)[Field][number];
};

/**
 * The requirement of a screen or an endpoint. An absent field requires nothing of its kind, except `workspace`, which
 * defaults to `active`: deny is the default.
 */
export type Requirement = {
  /** `admin` is is_admin, `owner` is is_owner (specification §6). */
  readonly role?: RequirementValue['role'];
  /** The area: the organisation's plan must grant its flag (specification §5), and no statement deny it. */
  readonly feature?: RequirementValue['feature'];
  /** The privilege the person needs, on at least one thing of the kind. */
  readonly privilege?: PrivilegeName;
  /**
   * `active`: only while the workspace is ACTIVE. `owner-when-expired`: in an EXPIRED workspace the owner too.
   * `any`: in every status (own session, own profile).
   */
  readonly workspace?: RequirementValue['workspace'];
  /** `any`: also while the registration is under way. `pending`: only then. Otherwise it must be complete. */
  readonly registration?: RequirementValue['registration'];
};

/** The requirement of a screen, known to the build of a remote and its reader: the fields of the one list. */
export type ScreenRequirement = Pick<Requirement, keyof typeof requirementValues>;

/** The caller as far as known. Unknown fields are absent, and absent means denied. */
export type Subject = {
  readonly isAdmin: boolean;
  readonly isOwner: boolean;
  readonly workspaceStatus: WorkspaceStatus;
  readonly features: ReadonlySet<PlanFeature>;
  readonly planName: string;
  /** The statements of the permission sets that the person and their teams hold. */
  readonly statements: readonly HeldStatement[];
  readonly registration: {
    readonly isCompleted: boolean;
    readonly stage: number;
    /** True if the server refused to say how far the registration is: it starts again (specification §7). */
    readonly isRefused?: boolean;
  };
};

/** The reason for a denial; the reaction is up to the shell or the server. */
export type Denial =
  | 'not-signed-in'
  | 'registration-incomplete'
  | 'registration-complete'
  | 'workspace-expired'
  | 'workspace-disabled'
  | 'role-missing'
  | 'feature-missing'
  | 'privilege-missing';
export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly because: Denial };

const denied = (because: Denial): Decision => ({ allowed: false, because });

/**
 * Decides every access question, for the shell's guard, the menu and every endpoint, in this order: signed in →
 * registration complete → workspace status → role → plan feature → privileges (specification §4–§6).
 */
export function decide(requirement: Requirement, subject: Subject | null): Decision {
  if (subject === null) return denied('not-signed-in');
  const byRegistration = decideRegistration(requirement.registration ?? 'complete', subject);
  if (!byRegistration.allowed) return byRegistration;
  const byStatus = decideStatus(requirement.workspace ?? 'active', subject);
  if (!byStatus.allowed) return byStatus;
  if (requirement.role === 'admin' && !subject.isAdmin) return denied('role-missing');
  if (requirement.role === 'owner' && !subject.isOwner) return denied('role-missing');
  if (requirement.feature !== undefined) {
    const byFeature = decideFeature(requirement.feature, subject);
    if (!byFeature.allowed) return byFeature;
  }
  return requirement.privilege === undefined || mayAtAll(requirement.privilege, subject)
    ? { allowed: true }
    : denied('privilege-missing');
}

function mayAtAll(privilege: PrivilegeName, subject: Subject): boolean {
  const [kind, action] = privilege.split('.') as [PrivilegeKind, PrivilegeAction]; // the two parts of a privilege name
  return can(subject, { kind, action, id: null });
}

function decideFeature(feature: PlanFeature, subject: Subject): Decision {
  if (!isFreeOfPlan(feature) && !subject.features.has(feature)) return denied('feature-missing');
  return can(subject, { kind: 'feature', action: 'use', id: feature })
    ? { allowed: true }
    : denied('privilege-missing');
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
