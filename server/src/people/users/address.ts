/** True for PostgreSQL's unique_violation: another account has the address. */
export const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** Masks an address so that its owner recognises it, and nobody else can read it: “j•••@example.org”. */
export const maskAddress = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••');
