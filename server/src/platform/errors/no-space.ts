/** What PostgreSQL (53100) and the file system (also of a quota) say where nothing more can be written. */
const noSpace: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

export const isNoSpace = (error: Error): boolean => 'code' in error && noSpace.has(error.code);
