import type { BrowserServer } from 'playwright';

/** What the start of a run opened and its end takes away; both run in Jest's own process. */
export const resources: { removeScratch?: () => void; browser?: BrowserServer } = {};
