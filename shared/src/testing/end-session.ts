import { anonymousSession, sessionStore } from '@parlance/shared/session';
import { act } from '@testing-library/react';
import type { Screen } from './render-screen.tsx';

/** Ends the session of a screen, and its page. The next render belongs to somebody who has signed in again. */
export function endSession({ unmount }: Pick<Screen, 'unmount'>): void {
  act(() => sessionStore.setState(anonymousSession, true));
  unmount();
}
