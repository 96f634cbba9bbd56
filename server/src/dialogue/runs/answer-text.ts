import type { DeltaLog } from './delta-log.ts';
import type { LiveRun } from './live-run.ts';
import type { BegunRun } from './repository.ts';
import type { Tally } from './tally.ts';
import type { ToolPart } from './tool-task.ts';

type Beginning = Pick<
  BegunRun,
  'member_id' | 'begun' | 'citations' | 'applied_rules' | 'text_from' | 'reasoning' | 'reasoning_ms'
>;

/** Begins an answer with what there is of it: it continues another, or has waited for its person. */
export function beginAnswer(deltas: DeltaLog, run: LiveRun, begun: Beginning): void {
  const { reasoning: text, reasoning_ms: ms, text_from: textFrom } = begun;
  run.ownedBy(begun.member_id);
  if (textFrom > 0 || text !== null) deltas.goOnFrom(run, textFrom, text === null ? null : { text, ms: ms ?? 0 });
  if (begun.begun !== '') deltas.add(run, begun.begun);
  if (begun.citations.length > 0) run.cite(begun.citations);
  if (begun.applied_rules.length > 0) run.tellRules(begun.applied_rules);
}

type SpokenPart = Extract<ToolPart, { type: 'text' | 'reasoning' | 'unsaid' }>;

/** Takes what the model says or reasons. */
export function growAnswer(deltas: DeltaLog, run: LiveRun, tally: Tally, part: SpokenPart): void {
  if (part.type === 'reasoning') deltas.reason(run, part.text);
  else if (part.type === 'unsaid') {
    tally.unsaid();
    deltas.restart(run, part.kept);
  } else {
    tally.heard();
    deltas.add(run, part.text);
  }
}
