/** The cookie that script may read and echoes in X-CSRFToken (specification §6). */
export const csrfCookie = 'csrftoken';

/** Returns the value of a cookie that script may read, or null. An undecodable value is returned as it is. */
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
 * Returns the token to echo in X-CSRFToken, or null. One that no header can carry was planted: the request is sent
 * without it, and its response sets the right one.
 */
export function csrfTokenToEcho(): string | null {
  const token = readCookie(csrfCookie);
  return token !== null && /^[\x20-\x7e]+$/.test(token) ? token : null;
}

/** Removes the CSRF cookie when a session ends (specification §4, §8). */
export function clearCsrfCookie(): void {
  const expired = `${csrfCookie}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  document.cookie = expired;
  // A deployment on several hosts sets the cookie for a parent domain, and only the same domain removes it.
  const labels = window.location.hostname.split('.');
  for (let first = 0; first < labels.length - 1; first += 1) {
    document.cookie = `${expired}; domain=${labels.slice(first).join('.')}`;
  }
}
