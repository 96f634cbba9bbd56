/** The package manager, in the form npx takes. */
export const packageManager = 'pnpm@12.21.0';
