import type { PlanFeature, Subject, WorkspaceStatus } from '@parlance/shared/contract/access/access';
import type { Language } from '@parlance/shared/contract/values/language';

/** Who asks, fresh from the database for every request: a right taken away is gone with the next one. */
export type Caller = Subject & {
  sessionId: string;
  userId: string;
  /**
   * While a registration is under way: the ids that the member and the organisation will have. The user's own likewise.
   */
  memberId: string;
  organizationId: string;
  /** Empty while a registration is under way. */
  organizationName: string;
  /** The registration under way; null for a member. */
  registrationId: string | null;
  email: string;
  isAdmin: boolean;
  isOwner: boolean;
  planName: string;
  workspaceStatus: WorkspaceStatus;
  features: Set<PlanFeature>;
  registration: { isCompleted: boolean; stage: number };
  language: Language;
  /**
   * Which version of the organisation's rules its texts go by; 0 where it has none, or its plan grants no governance.
   */
  governanceVersion: number;
};

/** A sign-in whose password was right and whose code is still to be entered. It is nobody's session yet. */
export type HalfSession = { sessionId: string; userId: string; email: string; language: Language };
