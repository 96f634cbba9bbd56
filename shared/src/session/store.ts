import { createStore } from 'zustand/vanilla';
import { abilityRules, rulesAllow, type AbilityRule } from '../contract/access/ability.ts';
import type { PlanFeature, Subject } from '../contract/access/access.ts';
import type { Profile } from '../contract/api/users/profile.ts';
import type { RegistrationStatus } from '../contract/api/registration/registration.ts';
import type { Whoami } from '../contract/api/session/session.ts';

/**
 * The subset of CASL's ability for rules without conditions. The product asks `evaluate`; this has been in the surface
 * since its first version, and a released remote may use it.
 */
type MongoAbility = Readonly<Record<'can' | 'cannot', (action: string, subject: string) => boolean>> & {
  readonly rules: readonly AbilityRule[];
};

const abilityOf = (rules: readonly AbilityRule[]): MongoAbility => ({
  rules,
  can: (action, subject) => rulesAllow(rules, action, subject),
  cannot: (action, subject) => !rulesAllow(rules, action, subject),
});

export type Session = {
  /** `unknown` until whoami has answered once. */
  readonly status: 'unknown' | 'anonymous' | 'signed-in';
  readonly whoami: Whoami | null;
  readonly profile: Profile | null;
  /** The features of the verified plan token; empty without one. */
  readonly features: ReadonlySet<PlanFeature>;
  readonly registration: RegistrationStatus | null;
  /** The subject for `decide` of the contract; null unless signed in. */
  readonly subject: Subject | null;
  /** The rights of the plan (specification §6). Allows nothing unless signed in. */
  readonly ability: MongoAbility;
  /** The reason the session could not be loaded: the shell shows it and offers to retry. */
  readonly problem: Error | null;
  /** The time of the last complete load, in milliseconds since 1970. */
  readonly loadedAt: number | null;
};

/** The facts about a signed-in person. */
export type SessionFacts = {
  readonly whoami: Whoami;
  readonly profile: Profile;
  readonly features: ReadonlySet<PlanFeature>;
  /** `refused`: the server would not say how far it is. */
  readonly registration: RegistrationStatus | 'refused';
};

/** The status of a person whose registration the server does not know: it starts over (specification §7). */
const notBegun: RegistrationStatus = { is_completed: false, stage: 0 };

const nobody = {
  whoami: null,
  profile: null,
  features: new Set<PlanFeature>(),
  registration: null,
  subject: null,
  ability: abilityOf([]),
  problem: null,
  loadedAt: null,
} as const;

export const unknownSession: Session = { ...nobody, status: 'unknown' };
export const anonymousSession: Session = { ...nobody, status: 'anonymous' };

/** Returns the session of a person, with everything derived from the facts. */
export function signedInSession({ whoami, profile, features, registration: found }: SessionFacts): Session {
  const isRefused = found === 'refused';
  const registration = isRefused ? notBegun : found;
  const rules = abilityRules({ planName: whoami.primary_active_plan_name, isAdmin: whoami.is_admin });
  return {
    status: 'signed-in',
    whoami,
    profile,
    features,
    registration,
    subject: {
      isAdmin: whoami.is_admin,
      isOwner: whoami.is_owner,
      workspaceStatus: whoami.workspace_status,
      features,
      planName: whoami.primary_active_plan_name,
      statements: whoami.privileges,
      registration: {
        isCompleted: registration.is_completed,
        stage: registration.stage,
        ...(isRefused ? { isRefused } : {}),
      },
    },
    ability: abilityOf(rules),
    problem: null,
    loadedAt: Date.now(),
  };
}

export const store = createStore<Session>(() => unknownSession);
