import type { PauseReason } from '@parlance/shared/contract/agents/executions';

/**
 * True if it was active, and is paused only because no willing owner has it. The one who takes it over decides anew.
 */
export const waitsForOwner = (because: PauseReason | null): boolean => because === 'owner' || because === 'given';
