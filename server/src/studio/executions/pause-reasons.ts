import type { PauseReason } from '@parlance/shared/contract/agents/executions';

/**
 * Whether it was active, and is paused only because nobody has it who wants it. Whoever takes it over decides that
 * anew.
 */
export const waitsForOwner = (because: PauseReason | null): boolean => because === 'owner' || because === 'given';
