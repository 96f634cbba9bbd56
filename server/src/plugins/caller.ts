import type { PlanFeature, Subject, WorkspaceStatus } from '@parlance/shared/contract/access';
import type { Language } from '@parlance/shared/contract/language';

/** Who asks, fresh from the database for every request: a right taken away is gone with the next one. */
export type Caller = Subject & {
  sessionId: string;
  userId: string;
  memberId: string;
  organizationId: string;
  email: string;
  isAdmin: boolean;
  isOwner: boolean;
  planName: string;
  workspaceStatus: WorkspaceStatus;
  features: Set<PlanFeature>;
  registration: { isCompleted: boolean; stage: number };
  language: Language;
};
