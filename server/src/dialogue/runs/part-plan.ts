import { filePartsAtMost, filePartsUnasked } from '@parlance/shared/contract/api/runs/runs';
import type { BranchFile } from '../../library/attachments/branch-files.ts';
import { type FilePart, planParts } from '../../library/files/parts.ts';
import type { Trx } from '../../platform/db/database.ts';
import { assumedTokensToSend } from '../../platform/language-models/context-room.ts';
import type { LanguageModel, Source } from '../../platform/language-models/language-model.ts';
import { bytesOfTokens, estimateTokens } from '../../platform/language-models/tokens.ts';
import { asksForWhole } from './whole-file.ts';

/** The maximal tokens of a part, however large the context: of more, a model notes less. */
const partTokensAtMost = 60_000;
/** The tokens around a part and the question about it. */
const tokensAroundPart = 800;
/** The minimal tokens of a note: shorter ones say nothing, and the text around them takes some. */
const noteTokensAtLeast = 80;
/** The tokens around a note: the name of the file, the part, and the markup. */
const tokensAroundNote = 25;

export type NotedParts = { readonly parts: readonly FilePart[]; readonly notesTokens: number };

type Cut = {
  readonly promptId: string;
  readonly prompt: string;
  /** The content of the prompt, as the model receives it. */
  readonly content: string;
  readonly cut: readonly BranchFile[];
  readonly planned: ReadonlyMap<string, number>;
  readonly found: readonly Source[];
  readonly readsWhole: boolean;
};

/**
 * Plans the files to read part by part, because they do not fit and the question is about all of them: those that came
 * with the prompt, or if its person wants it, all that are cut. Their notes get the room that their beginnings would
 * have.
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
