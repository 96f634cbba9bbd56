import { clearCsrfCookie } from './cookies.ts';

/**
 * Every program has its own copy of the clients and all share one session, so news of the session travels as events of
 * the window. Their names are part of the surface that only grows.
 */
const ended = 'parlance:session-ended';
const doubted = 'parlance:session-doubted';

/** A service said that there is no session: the CSRF cookie goes and the person is led to /auth/login (specification §4). */
export function announceSessionEnd(): void {
  clearCsrfCookie();
  window.dispatchEvent(new Event(ended));
}

/** The main API did not know the caller. Whether the session has ended is for whoami to say. */
export function announceSessionDoubt(): void {
  window.dispatchEvent(new Event(doubted));
}

export function onSessionNews(listener: { ended: () => void; doubted: () => void }): () => void {
  window.addEventListener(ended, listener.ended);
  window.addEventListener(doubted, listener.doubted);
  return () => {
    window.removeEventListener(ended, listener.ended);
    window.removeEventListener(doubted, listener.doubted);
  };
}
