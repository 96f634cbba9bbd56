/** What the start of a run of tests opened and its end closes; both run in Jest's own process. */
export const resources: { stopPostgres?: () => Promise<void>; removeScratch?: () => void } = {};
