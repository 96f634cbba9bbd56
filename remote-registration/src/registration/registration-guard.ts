import { legalPaths } from '@parlance/shared/contract/page/legal';
import { pathOfStage } from '@parlance/shared/contract/api/registration/registration-stages';
import { loginAddress } from '@parlance/shared/session';
import { stageOf, stepPaths, type Step } from './steps.ts';

export type Question = {
  readonly step: Step;
  /** The kind of a mail's link that brought the person here: it is handled whatever the stage is. */
  readonly link: 'invitation' | 'verification' | null;
  /** True if both documents were accepted within the last three hours. */
  readonly isConsentFresh: boolean;
  /**
   * The person; one without a session is at the stage that this browser remembers: 0, or 1 once the kind of account is
   * chosen.
   */
  readonly who: {
    readonly isSignedIn: boolean;
    readonly isCompleted: boolean;
    readonly stage: number;
    readonly isCodeSent: boolean;
    readonly isInvited: boolean;
  };
};

/** The place of consent: the first of the two documents (specification §4). */
export const consentPath = legalPaths['privacy-policy'];

/**
 * Returns the redirect from a step; null if one may stay. Checked in this order (specification §4): completed → consent
 * → stage. Going back to an earlier step is allowed.
 */
export function registrationGuard({ step, link, isConsentFresh, who }: Question): string | null {
  // A member who was invited to a further organisation joins it on the same screen.
  if (who.isCompleted) return step === 'start' && link === 'invitation' ? null : '/';
  if (!isConsentFresh) return consentPath;
  if (step === 'summary' && link === 'verification') return null;
  // From step 3 on there is an account, so a person without a session signs in and comes back (specification §2).
  if (!who.isSignedIn && stageOf[step] >= stageOf.names) return loginAddress(stepPaths[step]);
  const stage = Math.max(who.stage, stageOf.start);
  if (stageOf[step] > stage) return pathOfStage(stage);
  // A verified address has no pending code, so there is nothing to enter.
  if (step === 'token' && !who.isCodeSent) return stage > stageOf.token ? pathOfStage(stage) : stepPaths.verification;
  // An invited person joins an organisation that has a plan.
  if (stageOf[step] === stageOf.plan && who.isInvited)
    return stage > stageOf.plan ? stepPaths.summary : stepPaths.names;
  return null;
}
