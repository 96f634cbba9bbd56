import { decide, type Requirement, type Subject } from '@parlance/shared/contract/access';

/** Either the screen may be shown, or where to go instead; `leave` crosses a page boundary, so that nothing of a tenant stays in memory. */
export type Verdict =
  | { readonly verdict: 'show' }
  | { readonly verdict: 'go'; readonly to: string }
  | { readonly verdict: 'leave'; readonly to: string };

type Question = {
  readonly requires: 'public' | Requirement | null;
  readonly subject: Subject | null;
  /** Path and query of where the person wants to be. */
  readonly here: string;
  /** Whether some remote serves a path. */
  readonly isServed: (path: string) => boolean;
};

/** The path that continues a registration at each stage: its place in the list. */
const stagePaths = ['/terms/register', '/terms/register/step1', '/terms/register/step2', '/terms/register/step3', '/terms/register/step4', '/terms/register/verify'];
const subscriptionPath = '/subscription-manager';

export const loginPath = (here: string): string => (here === '/' ? '/auth/login' : `/auth/login?to=${encodeURIComponent(here)}`);
const errorPath = (code: string) => `/error?code=${code}`;

/** May this person see this screen, and where do they go otherwise (specification §4–§6)? Never where they already are. */
export function guard({ requires, subject, here, isServed }: Question): Verdict {
  if (requires === 'public') return { verdict: 'show' };
  if (subject === null) return { verdict: 'leave', to: loginPath(here) };
  const to = requires === null ? insteadOf('feature-missing', subject, isServed) : allowedOrInstead(requires, subject, isServed);
  if (to === null) return { verdict: 'show' };
  // Where a person is sent home from home, home itself denies: only the error page ends that.
  return { verdict: 'go', to: pathOf(to) === pathOf(here) ? errorPath('403') : to };
}

function allowedOrInstead(requires: Requirement, subject: Subject, isServed: Question['isServed']): string | null {
  const decision = decide(requires, subject);
  return decision.allowed ? null : insteadOf(decision.because, subject, isServed);
}

function insteadOf(because: Exclude<ReturnType<typeof decide>, { allowed: true }>['because'], subject: Subject, isServed: Question['isServed']): string {
  switch (because) {
    case 'not-signed-in':
      return loginPath('/');
    case 'registration-incomplete': {
      const step = stagePaths[subject.registration.stage] ?? stagePaths[0];
      // Without the remote that continues a registration there is nowhere to go on, and “/” would send back here.
      return step !== undefined && isServed(step) ? step : errorPath('registration-failed');
    }
    case 'workspace-expired':
      return subject.isOwner && isServed(subscriptionPath) ? subscriptionPath : errorPath('workspace-expired');
    case 'workspace-disabled':
      return errorPath('workspace-disabled');
    case 'registration-complete':
    case 'role-missing':
    case 'feature-missing':
      return '/';
  }
}

const pathOf = (address: string) => address.split(/[?#]/, 1)[0];

/** The same rule for the menu: a screen that the guard would not show has no entry. */
export function isOpenTo(requires: Question['requires'], subject: Subject | null): boolean {
  if (requires === 'public') return true;
  return requires !== null && decide(requires, subject).allowed;
}
