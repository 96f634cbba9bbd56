/** Signing in to the server of a tool, in another window: for the question of a call, and for the editor of tools. */
export { ToolSignInSteps } from './sign-in-steps.tsx';
export { useToolSignIn, type ToolSignIn } from './use-tool-sign-in.ts';
