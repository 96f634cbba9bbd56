/** Resources that the start of a test run opens and its end closes; both run in Jest's own process. */
export const resources: { stopPostgres?: () => Promise<void>; removeScratch?: () => void } = {};
