import { deleteDialogue, restoreDialogue, updateDialogue } from '@parlance/shared/contract/api/dialogues';
import type { Input } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { tellDialoguesChanged } from './dialogue-news.ts';

type Change = Omit<Input<typeof updateDialogue>['body'], 'title'>;
/** The outcome of a bulk action: the ids it succeeded for, and the first failure. */
export type Outcome = { readonly done: readonly string[]; readonly failure: unknown };

/** The action under way for a dialogue, by its id. */
const underWay = new Map<string, { readonly act: string; readonly work: Promise<unknown> }>();

/**
 * Runs one action after the other for a dialogue; one already under way is not repeated. Resolves with whether it ran.
 */
async function oneAtATime(id: string, act: string, work: () => Promise<unknown>): Promise<boolean> {
  const before = underWay.get(id);
  if (before?.act === act) return false;
  // The outcome of the previous action was reported to its own caller.
  const now = { act, work: (before?.work ?? Promise.resolve()).catch(() => undefined).then(work) };
  underWay.set(id, now);
  try {
    await now.work;
    return true;
  } finally {
    if (underWay.get(id) === now) underWay.delete(id);
  }
}

/** The most concurrent requests: hundreds of selected dialogues must not take all of the browser's connections. */
const atOnce = 4;

/** Renames a dialogue. Rejects with the reason of a failure. */
export async function renameDialogue(id: string, title: string): Promise<void> {
  await call(updateDialogue, { params: { dialogue_id: id }, body: { title } });
  tellDialoguesChanged();
}

/** Pins, files or archives dialogues. */
export const changeDialogues = (ids: readonly string[], change: Change): Promise<Outcome> =>
  forEach(ids, JSON.stringify(change), (id) => call(updateDialogue, { params: { dialogue_id: id }, body: change }));

/** Deletes dialogues; they can be restored for 30 days. */
export const deleteDialogues = (ids: readonly string[]): Promise<Outcome> =>
  forEach(ids, 'delete', (id) => call(deleteDialogue, { params: { dialogue_id: id } }));

export const restoreDialogues = (ids: readonly string[]): Promise<Outcome> =>
  forEach(ids, 'restore', (id) => call(restoreDialogue, { params: { dialogue_id: id } }));

/** Acts on each; a failure for one does not stop the others. The lists are notified once, at the end. */
async function forEach(ids: readonly string[], act: string, work: (id: string) => Promise<unknown>): Promise<Outcome> {
  const waiting = [...ids];
  const done: string[] = [];
  let failure: unknown = null;

  async function workOff(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        const one = id;
        if (await oneAtATime(one, act, () => work(one))) done.push(one);
      } catch (reason) {
        failure ??= reason;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, workOff));
  if (done.length > 0) tellDialoguesChanged();
  return { done, failure };
}
