import { showNotice, ToastViewport } from '@parlance/shared/ui/toast-viewport';
import type { Notice } from '@parlance/shared/ui/toasts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** Milliseconds that a live region has to stand before what is put into it is said. */
const untilHeard = 150;

/**
 * Puts the viewport into the page, in a root of its own: what becomes of a screen is nothing to it. Resolves with what
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
