import { decide, type Requirement, type Subject } from '@parlance/shared/contract/access/access';
import { legalPaths, type LegalDocument } from '@parlance/shared/contract/page/legal';
import { pathOfStage } from '@parlance/shared/contract/api/registration/registration-stages';
import { loginAddress } from '@parlance/shared/session';
import { withWayBack } from '@parlance/shared/way-back';

/**
 * The verdict: show the screen, or go elsewhere; `load` crosses a page boundary, so that nothing of a tenant stays in
 * memory.
 */
export type Verdict =
  | { readonly verdict: 'show' }
  | { readonly verdict: 'go'; readonly to: string }
  | { readonly verdict: 'load'; readonly to: string };

type Question = {
  readonly requires: 'public' | Requirement | null;
  readonly subject: Subject | null;
  /** The documents whose current version the person has not accepted. */
  readonly termsToAccept: readonly LegalDocument[];
  /** Path and query of the requested place. */
  readonly here: string;
  /** Says whether some remote serves a path. */
  readonly isServed: (path: string) => boolean;
};

const subscriptionPath = '/subscription-manager';

/** Returns the path of the login. Home needs no way back, because signing in leads there. */
const loginPath = (here: string): string => loginAddress(here === '/' ? null : here);
const errorPath = (code: string) => `/error?code=${code}`;

/**
 * Decides whether this person may see this screen, and where they go otherwise (specification §4–§6): never where they
 * already are.
 */
export function guard({ requires, subject, termsToAccept, here, isServed }: Question): Verdict {
  if (requires === 'public') return { verdict: 'show' };
  if (subject === null) return { verdict: 'load', to: loginPath(here) };
  const to =
    requires === null ? insteadOf('feature-missing', subject, isServed) : allowedOrInstead(requires, subject, isServed);
  if (to === null) return shownOrTerms({ termsToAccept, here, isServed });
  // A redirect from home to home means that home itself is denied. Only the error page ends that loop.
  return { verdict: 'go', to: pathOf(to) === pathOf(here) ? errorPath('403') : to };
}

/**
 * Applies the check of the terms last, so that nobody accepts anything on the way to a place that is not theirs. A
 * document that no remote shows cannot be accepted, and keeps nobody out.
 */
function shownOrTerms({
  termsToAccept,
  here,
  isServed,
}: Pick<Question, 'termsToAccept' | 'here' | 'isServed'>): Verdict {
  const document = termsToAccept.map((it) => legalPaths[it]).find(isServed);
  return document === undefined ? { verdict: 'show' } : { verdict: 'go', to: withWayBack(document, here) };
}

function allowedOrInstead(requires: Requirement, subject: Subject, isServed: Question['isServed']): string | null {
  const decision = decide(requires, subject);
  return decision.allowed ? null : insteadOf(decision.because, subject, isServed);
}

function insteadOf(
  because: Exclude<ReturnType<typeof decide>, { allowed: true }>['because'],
  subject: Subject,
  isServed: Question['isServed'],
): string {
  switch (because) {
    case 'not-signed-in':
      return loginPath('/');
    case 'registration-incomplete': {
      const step =
        subject.registration.isRefused === true
          ? legalPaths['privacy-policy']
          : pathOfStage(subject.registration.stage);
      // Without the remote that continues a registration there is no next step, and “/” would send back here.
      return isServed(step) ? step : errorPath('registration-failed');
    }
    case 'workspace-expired':
      return subject.isOwner && isServed(subscriptionPath) ? subscriptionPath : errorPath('workspace-expired');
    case 'workspace-disabled':
      return errorPath('workspace-disabled');
    case 'registration-complete':
    case 'role-missing':
    case 'feature-missing':
    case 'privilege-missing':
      return '/';
  }
}

const pathOf = (address: string) => address.split(/[?#]/, 1)[0];
