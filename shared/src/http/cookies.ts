/** The cookie that script may read and echoes in X-CSRFToken (specification §6). */
export const csrfCookie = 'csrftoken';

/** The value of a cookie that script may read, or null. A value that cannot be decoded is returned as it is. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at) === name) return decoded(pair.slice(at + 1));
  }
  return null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * The token to echo in X-CSRFToken, or null. What no header can carry was planted: the request goes without it, and its
 * answer brings the right one.
 */
export function csrfTokenToEcho(): string | null {
  const token = readCookie(csrfCookie);
  return token !== null && /^[\x20-\x7e]+$/.test(token) ? token : null;
}

/** Removes the CSRF cookie, as the specification asks when a session ends (§4, §8). */
export function clearCsrfCookie(): void {
  const expired = `${csrfCookie}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  document.cookie = expired;
  // A deployment on several hosts sets the cookie for a parent domain, and only the same domain removes it.
  const labels = window.location.hostname.split('.');
  for (let first = 0; first < labels.length - 1; first += 1) {
    document.cookie = `${expired}; domain=${labels.slice(first).join('.')}`;
  }
}
