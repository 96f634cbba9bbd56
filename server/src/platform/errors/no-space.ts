/** The error codes of PostgreSQL (53100) and the file system (quota included) when nothing more can be written. */
const noSpace: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

export const isNoSpace = (error: Error): boolean => 'code' in error && noSpace.has(error.code);
