/** The revision of the consent (specification §9). A higher one asks everybody again. */
export const consentRevision = 1;
export const consentLastsDays = 182;
export const consentCookieName = 'cookie_consent';
export const analyticsCategory = 'analytics';

/** `outdated`: a choice of another revision. `unreadable`: a cookie of that name that cannot be parsed. */
export type FoundChoice =
  | { readonly state: 'none' | 'outdated' | 'unreadable'; readonly allowsAnalytics: false }
  | { readonly state: 'chosen'; readonly allowsAnalytics: boolean };

/**
 * Reads the choice from the cookie that vanilla-cookieconsent writes, by the library's own rule of validity. A person
 * who has chosen never loads the library. Anything else counts as no choice and allows nothing.
 */
export function readChoice(cookies: string = document.cookie): FoundChoice {
  const written = cookies.split('; ').find((pair) => pair.startsWith(`${consentCookieName}=`));
  if (written === undefined) return { state: 'none', allowsAnalytics: false };
  const choice = parse(written.slice(consentCookieName.length + 1));
  if (choice === null) return { state: 'unreadable', allowsAnalytics: false };
  if (choice.revision !== consentRevision) return { state: 'outdated', allowsAnalytics: false };
  return { state: 'chosen', allowsAnalytics: choice.categories.includes(analyticsCategory) };
}

function parse(value: string): { revision: number; categories: readonly unknown[] } | null {
  try {
    const found: unknown = JSON.parse(decodeURIComponent(value));
    if (typeof found !== 'object' || found === null) return null;
    const { categories, revision, consentId, consentTimestamp, lastConsentTimestamp } = found as Readonly<
      Record<string, unknown>
    >; // each is checked below
    const isWhole =
      typeof revision === 'number' &&
      typeof consentId === 'string' &&
      consentId !== '' &&
      isMoment(consentTimestamp) &&
      isMoment(lastConsentTimestamp);
    return isWhole && Array.isArray(categories) ? { revision, categories } : null;
  } catch {
    return null; // neither an encoded text nor JSON: written by somebody else, or cut off
  }
}

/**
 * Says whether a value is a valid date: the library parses it and would throw at an invalid one when it saves the next
 * choice.
 */
const isMoment = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Removes an `unreadable` cookie: the library would read it again and again. */
export function eraseConsentCookie(): void {
  const expired = `${consentCookieName}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  document.cookie = expired;
  // The cookie may have been set for a parent domain, and only the same domain removes it.
  const labels = window.location.hostname.split('.');
  for (let first = 0; first < labels.length - 1; first += 1)
    document.cookie = `${expired}; domain=${labels.slice(first).join('.')}`;
}
