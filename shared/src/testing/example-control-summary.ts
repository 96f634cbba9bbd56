import type { ControlSummary } from '../contract/api/automation-control.ts';

/** Returns two running schedules and nothing that needs attention; pass the differences. */
export const exampleControlSummary = (different: Partial<ControlSummary> = {}): ControlSummary => ({
  held: null,
  active: 2,
  paused: 0,
  stopped: 0,
  without_owner: 0,
  under_way: 0,
  waiting_for_approval: 0,
  done: 3,
  failed: 0,
  places: { used: 2, limit: 10, minutes_between: 60 },
  ...different,
});
