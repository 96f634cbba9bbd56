import { anonymousSession, sessionStore } from '@parlance/shared/session';
import { act } from '@testing-library/react';
import type { Screen } from './render-screen.tsx';

/**
 * The session of a screen ends, and its page goes. Whatever is shown next is shown to somebody who has signed in again.
 */
export function endSession({ unmount }: Pick<Screen, 'unmount'>): void {
  act(() => sessionStore.setState(anonymousSession, true));
  unmount();
}
