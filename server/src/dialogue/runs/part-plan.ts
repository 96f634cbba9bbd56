import { filePartsAtMost, filePartsUnasked } from '@parlance/shared/contract/api/runs/runs';
import type { BranchFile } from '../../library/attachments/branch-files.ts';
import { type FilePart, planParts } from '../../library/files/parts.ts';
import type { Trx } from '../../platform/db/database.ts';
import { assumedTokensToSend } from '../../platform/language-models/context-room.ts';
import type { LanguageModel, Source } from '../../platform/language-models/language-model.ts';
import { bytesOfTokens, estimateTokens } from '../../platform/language-models/tokens.ts';
import { asksForWhole } from './whole-file.ts';

/** A part is no longer than this, however much the model takes: of more it notes less. */
const partTokensAtMost = 60_000;
/** What is said beside a part and the question about it. */
const tokensAroundPart = 800;
/** Notes of a part that are shorter than this say nothing, and what stands around them takes some of it. */
const noteTokensAtLeast = 80;
/** The name of a file, its part, and what stands around a note. */
const tokensAroundNote = 25;

export type NotedParts = { readonly parts: readonly FilePart[]; readonly notesTokens: number };

type Cut = {
  readonly promptId: string;
  readonly prompt: string;
  /** As the model is given it. */ readonly content: string;
  readonly cut: readonly BranchFile[];
  readonly planned: ReadonlyMap<string, number>;
  readonly found: readonly Source[];
  readonly readsWhole: boolean;
};

/**
 * The files that are read part by part, because they do not fit and the question is about all of them: those that came
 * with the prompt, or where its person wants it, all that are cut. Notes of them get the room that their beginnings
 * would have.
 */
export async function planNotes(
  trx: Trx,
  model: LanguageModel,
  { promptId, prompt, content, cut, planned, found, readsWhole }: Cut,
): Promise<NotedParts | null> {
  const files = readsWhole ? cut : cut.filter(({ message_id: messageId }) => messageId === promptId);
  const ids = files.map(({ id }) => id);
  if (
    files.length === 0 ||
    (!readsWhole &&
      !asksForWhole(
        prompt,
        found.filter(({ citation }) => ids.includes(citation.file_id)),
      ))
  )
    return null;
  const notesTokens = files.reduce((sum, { id }) => sum + (planned.get(id) ?? 0), 0);
  const atMost = Math.min(readsWhole ? filePartsAtMost : filePartsUnasked, Math.floor(notesTokens / noteTokensAtLeast));
  const partTokens = Math.min(
    partTokensAtMost,
    assumedTokensToSend(model.context_length) - estimateTokens(content) - tokensAroundPart,
  );
  if (atMost < 1 || partTokens < noteTokensAtLeast) return null;
  const parts = await planParts(trx, ids, { bytes: bytesOfTokens(partTokens), atMost });
  return { parts, notesTokens: notesTokens - parts.length * tokensAroundNote };
}
