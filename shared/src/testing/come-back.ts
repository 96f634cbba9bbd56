import { refreshOnFocusAfter } from '@parlance/shared/loading';
import { act } from '@testing-library/react';

/** Simulates a return to the page after so long that its data is reloaded (specification §9). */
export async function comeBack(): Promise<void> {
  const now = Date.now;
  Date.now = () => now() + refreshOnFocusAfter + 1000;
  try {
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      // The library reads the clock some turns after the event; all of them are before the next task.
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
  } finally {
    Date.now = now;
  }
}
