/** The steps by their stage. */
export const stages = [0, 1, 2, 3, 4, 5] as const;
export type StepState = 'done' | 'current' | 'open';

/** Where a step stands for somebody at a stage. */
export function stateOf(step: number, stage: number): StepState {
  if (step < stage) return 'done';
  return step === stage ? 'current' : 'open';
}
