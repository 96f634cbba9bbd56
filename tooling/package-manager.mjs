/** What installs the packages, as npx is asked for it. */
export const packageManager = 'pnpm@12.21.0';
