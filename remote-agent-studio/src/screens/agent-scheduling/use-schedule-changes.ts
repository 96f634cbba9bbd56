import {
  deleteSchedule,
  runSchedule,
  switchSchedule,
  takeOverSchedule,
  type Schedule,
} from '@parlance/shared/contract/api/schedules';
import type { ExecutionSummary } from '@parlance/shared/contract/api/executions';
import { call, failureKey } from '@parlance/shared/http';
import { i18n } from '@parlance/shared/i18n';
import { randomUuid } from '@parlance/shared/random-uuid';
import { inNotice } from '@parlance/shared/ui/done';
import { snackbar } from '@parlance/shared/ui/toasts';

type NamedItem = Pick<Schedule, 'id' | 'name'>;
const tell = (failure: unknown) => snackbar(i18n.t(failureKey(failure)), { tone: 'bad' });

/**
 * Pauses or resumes a schedule, reports it, and offers to undo it. `changed` is called with the new state, or null if
 * nothing changed.
 */
export async function switchTo(
  { id, name }: NamedItem,
  state: 'active' | 'paused',
  changed: (schedule: Schedule | null) => void,
): Promise<void> {
  try {
    const schedule = await call(switchSchedule, { params: { schedule_id: id }, body: { state } });
    const opposite = state === 'active' ? 'paused' : 'active';
    const what = { name: inNotice(name) };
    const text =
      state === 'active' ? i18n.t('agent-scheduling:done.resumed', what) : i18n.t('agent-scheduling:done.paused', what);
    snackbar(text, {
      tone: 'good',
      action: { label: i18n.t('agent-scheduling:undo'), run: () => void switchTo({ id, name }, opposite, changed) },
    });
    changed(schedule);
  } catch (failure) {
    tell(failure);
    changed(null);
  }
}

/** Runs a schedule now, and offers a link to the execution. */
export async function runNow(
  { id, name }: NamedItem,
  changed: () => void,
  look: (execution: ExecutionSummary) => void,
): Promise<void> {
  try {
    const execution = await call(runSchedule, { params: { schedule_id: id }, body: { idempotency_key: randomUuid() } });
    snackbar(i18n.t('agent-scheduling:done.run', { name: inNotice(name) }), {
      tone: 'good',
      action: { label: i18n.t('agent-scheduling:look'), run: () => look(execution) },
    });
  } catch (failure) {
    tell(failure);
  }
  changed();
}

/**
 * Makes a schedule run as the person from now on, and resumes it at once on request. Throws the reason it could not be
 * taken over.
 */
export async function takeOver(
  { id, name }: NamedItem,
  resumes: boolean,
  changed: (schedule: Schedule | null) => void,
): Promise<void> {
  const schedule = await call(takeOverSchedule, { params: { schedule_id: id } });
  snackbar(i18n.t('agent-scheduling:done.takenOver', { name }), { tone: 'good' });
  changed(schedule);
  if (resumes) await switchTo({ id, name }, 'active', changed);
}

export const remove = ({ id }: NamedItem) => call(deleteSchedule, { params: { schedule_id: id } });
