import type { BrowserServer } from 'playwright';

/** Resources that the start of a run opens and its end removes; both run in Jest's own process. */
export const resources: { removeScratch?: () => void; browser?: BrowserServer } = {};
