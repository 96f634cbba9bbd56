import { deleteDialogue, restoreDialogue, updateDialogue } from '@parlance/shared/contract/api/dialogues';
import type { Input } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { tellDialoguesChanged } from './dialogue-news.ts';

type Change = Omit<Input<typeof updateDialogue>['body'], 'title'>;
/** What became of several: those it was done to, and why the first of the others was not. */
export type Outcome = { readonly done: readonly string[]; readonly failure: unknown };

/** What is under way for a dialogue, by its id. */
const underWay = new Map<string, { readonly act: string; readonly work: Promise<unknown> }>();

/**
 * Does one thing after the other for a dialogue; what is under way for it already is not done twice. Gives whether it
 * was done.
 */
async function oneAtATime(id: string, act: string, work: () => Promise<unknown>): Promise<boolean> {
  const before = underWay.get(id);
  if (before?.act === act) return false;
  // How the one before ended was told to whoever asked for it.
  const now = { act, work: (before?.work ?? Promise.resolve()).catch(() => undefined).then(work) };
  underWay.set(id, now);
  try {
    await now.work;
    return true;
  } finally {
    if (underWay.get(id) === now) underWay.delete(id);
  }
}

/** Requests under way at once: hundreds of selected dialogues must not take all of the browser's connections. */
const atOnce = 4;

/** Rejects with why it was not renamed. */
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

/** What fails for one does not keep the others from being done; the lists hear of it once, when all is over. */
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
