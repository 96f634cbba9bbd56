import { showNotice, ToastViewport } from '@parlance/shared/ui/toast-viewport';
import type { Notice } from '@parlance/shared/ui/toasts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** Milliseconds a live region must exist before its content is announced. */
const untilHeard = 150;

/**
 * Mounts the viewport in a React root of its own, independent of any screen's failure. Resolves with the function that
 * shows a notice.
 */
export function mountViewport(): Promise<(notice: Notice) => void> {
  const container = document.createElement('div');
  document.body.append(container);
  return new Promise((resolve) => {
    const ready = () => void setTimeout(() => resolve(showNotice), untilHeard);
    createRoot(container).render(
      <StrictMode>
        <ToastViewport onReady={ready} />
      </StrictMode>,
    );
  });
}
