const news = new EventTarget();
const asked = 'asked';

/** Opens the dialog “Usage this month”: also from a notice, which outlives its sender. */
export const showAllowance = (): void => void news.dispatchEvent(new Event(asked));

/** Listens for such a request; the returned function unsubscribes. */
export function onAllowanceAsked(listener: () => void): () => void {
  news.addEventListener(asked, listener);
  return () => news.removeEventListener(asked, listener);
}

/** Says whether a failure means that the budget of this month is used up. */
export const isAllowanceSpent = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === 'allowance_spent';
