/** PostgreSQL's unique_violation: another account has the address. */
export const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** Enough to recognise one's own address, and not to read a stranger's: “j•••@example.org”. */
export const maskAddress = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••');
