const news = new EventTarget();
const asked = 'asked';

/** Opens the dialog “Usage this month”: from a notice, too, which lives on after what sent it is gone. */
export const showAllowance = (): void => void news.dispatchEvent(new Event(asked));

/** Hears it, until the function it gives is called. */
export function onAllowanceAsked(listener: () => void): () => void {
  news.addEventListener(asked, listener);
  return () => news.removeEventListener(asked, listener);
}

/** Whether the budget of this month is what stands in the way. */
export const isAllowanceSpent = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === 'allowance_spent';
