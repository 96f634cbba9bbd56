import { ApiError } from '../../../platform/errors/api-error.ts';
import { type ThreadLimits, ThreadLimitReached } from '../../../platform/threads/in-thread.ts';
import { PlacesFull } from '../../../platform/threads/places.ts';
import { readInThread } from '../../../platform/threads/reading.ts';
import type { DescribedTool } from '../kinds/tool-source.ts';
import { unusableReason } from '../unusable.ts';
import type { DescriptionOutcome, DescriptionTask } from './description-worker.ts';

/** What reading one description may take: those of the largest services take a second. */
const limits: ThreadLimits = { timeMs: 10_000, heapMegabytes: 256, bufferBytes: 100_000_000 };
/** When to come again where too many descriptions are being read. */
const comeAgainSeconds = 5;

type For = { readonly organizationId: string; readonly signal: AbortSignal };

/**
 * What a description says that there is. Throws tool_unusable, and readers_busy where its turn does not come before the
 * signal.
 */
export async function readDescription(task: DescriptionTask, { organizationId, signal }: For): Promise<DescribedTool> {
  const path = task.kind === 'openapi' ? 'settings.source' : 'settings';
  try {
    const outcome = await readInThread<DescriptionOutcome>(
      {
        kind: 'description',
        file: new URL('./description-worker.ts', import.meta.url),
        task,
        bytes: bytesOf(task),
        limits,
      },
      { lane: 'interactive', organizationId, signal },
    );
    if (!outcome.ok) throw unusableReason(outcome.fault, path, outcome.message);
    return outcome.tool;
  } catch (error) {
    // Where the time is up, it was waited for others.
    if (error instanceof PlacesFull || signal.aborted)
      throw new ApiError('readers_busy', { retryAfterSeconds: comeAgainSeconds, cause: error });
    if (error instanceof ThreadLimitReached) throw unusableReason('too-large', path, error.message, error);
    throw error;
  }
}

function bytesOf(task: DescriptionTask): number {
  if (task.kind === 'openapi') return task.text.length;
  return task.kind === 'mcp' ? task.pages.reduce((sum, { length }) => sum + length, 0) : task.parameters.length;
}
