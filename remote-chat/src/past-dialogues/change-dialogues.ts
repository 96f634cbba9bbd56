import { deleteDialogue, restoreDialogue, updateDialogue } from '@parlance/shared/contract/api/dialogues';
import type { Input } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { tellDialoguesChanged } from './dialogue-news.ts';

type Change = Omit<Input<typeof updateDialogue>['body'], 'title'>;
/** What became of several: those it was done to, and why the first of the others was not. */
export type Outcome = { readonly done: readonly string[]; readonly failure: unknown };

/** Requests under way at once: hundreds of selected dialogues must not take all of the browser's connections. */
const atOnce = 4;

/** Rejects with why it was not renamed. */
export async function renameDialogue(id: string, title: string): Promise<void> {
  await call(updateDialogue, { params: { dialogue_id: id }, body: { title } });
  tellDialoguesChanged();
}

/** Pins, files or archives dialogues. */
export const changeDialogues = (ids: readonly string[], change: Change): Promise<Outcome> =>
  forEach(ids, (id) => call(updateDialogue, { params: { dialogue_id: id }, body: change }));

/** Deletes dialogues; they can be restored for 30 days. */
export const deleteDialogues = (ids: readonly string[]): Promise<Outcome> => forEach(ids, (id) => call(deleteDialogue, { params: { dialogue_id: id } }));

export const restoreDialogues = (ids: readonly string[]): Promise<Outcome> => forEach(ids, (id) => call(restoreDialogue, { params: { dialogue_id: id } }));

/** What fails for one does not keep the others from being done; the lists hear of it once, when all is over. */
async function forEach(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<Outcome> {
  const waiting = [...ids];
  const done: string[] = [];
  let failure: unknown = null;

  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await act(id);
        done.push(id);
      } catch (reason) {
        failure ??= reason;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work));
  if (done.length > 0) tellDialoguesChanged();
  return { done, failure };
}
