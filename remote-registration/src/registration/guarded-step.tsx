import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { redirectTo } from '@parlance/shared/redirect';
import { Navigate, useLocation } from '@parlance/shared/router';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { withWayBack } from '@parlance/shared/way-back';
import { useEffect, useState, type ReactNode } from 'react';
import { useConsents } from '../consent/use-consents.ts';
import { readDraft } from './draft.ts';
import { consentPath, registrationGuard, type Question } from './registration-guard.ts';
import { stageOf, stepPaths, type Step } from './steps.ts';
import { useRegistration, type Registration } from './use-registration.ts';

type Props = {
  readonly step: Step;
  readonly link?: Question['link'];
  /** Renders the step; null for a person who has not begun, and for a member. */
  readonly children: (attempt: RegistrationAttempt | null) => ReactNode;
};

/**
 * A step behind the registration guard: a denied one is never rendered, and redirects as the guard says. The previous
 * content stays until the next place is there, so that the focus moves on from it.
 */
export function GuardedStep({ step, link = null, children }: Props) {
  const registration = useRegistration();
  const { areFresh } = useConsents();
  const [drawn, setDrawn] = useState<DrawnStep | null>(null);
  if (registration.kind === 'unknown') return <LoadingState />;
  if (registration.kind === 'failed') return <ErrorState error={registration.failure} onRetry={registration.retry} />;
  const to =
    registration.kind === 'refused'
      ? consentPath
      : registrationGuard({ step, link, isConsentFresh: areFresh, who: whoIs(registration) });
  const attempt = registration.kind === 'pending' ? registration.attempt : null;
  if (to === null && (drawn === null || drawn.attempt !== attempt)) setDrawn({ attempt });
  const here = to === null ? { attempt } : drawn;
  return (
    <>
      {here === null ? <LoadingState /> : children(here.attempt)}
      {to !== null && <Elsewhere to={to} isByLink={link !== null} />}
    </>
  );
}

type DrawnStep = { readonly attempt: RegistrationAttempt | null };

/** A guarded step that requires a registration under way. */
export function OwnStep({
  children,
  ...guarded
}: Omit<Props, 'children'> & { readonly children: (attempt: RegistrationAttempt) => ReactNode }) {
  return <GuardedStep {...guarded}>{(attempt) => attempt !== null && children(attempt)}</GuardedStep>;
}

function whoIs(registration: Exclude<Registration, { kind: 'unknown' | 'failed' | 'refused' }>): Question['who'] {
  if (registration.kind === 'complete')
    return { isSignedIn: true, isCompleted: true, stage: stageOf.summary, isCodeSent: false, isInvited: false };
  if (registration.kind === 'stranger')
    return { isSignedIn: false, isCompleted: false, stage: stageOfStranger(), isCodeSent: false, isInvited: false };
  const { stage, code, invitation } = registration.attempt;
  return { isSignedIn: true, isCompleted: false, stage, isCodeSent: code !== null, isInvited: invitation !== null };
}

/** Returns the stage of a stranger: only this tab knows that they have chosen a kind of account, or were invited. */
const stageOfStranger = () => (readDraft('start.account_kind') === null ? stageOf.start : stageOf.account);

function Elsewhere({ to, isByLink }: { readonly to: string; readonly isByLink: boolean }) {
  const { pathname, search } = useLocation();
  // Screens of the registration are client-side navigations; home and the login are another page, with a session of its
  // own.
  const isScreen = to.startsWith('/terms/');
  useEffect(() => {
    if (!isScreen) redirectTo(to);
  }, [isScreen, to]);
  const here = `${pathname}${search}`;
  // The start leads to the documents anyway; a person who opened a link is told why they read.
  const isWayBackSaid = to === consentPath && (here !== stepPaths.start || isByLink);
  return isScreen && <Navigate to={isWayBackSaid ? withWayBack(to, here) : to} replace />;
}
