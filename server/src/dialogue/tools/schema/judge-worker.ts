import { parentPort } from 'node:worker_threads';
import type { FromLastingThread, ThreadQuestion } from '../../../platform/threads/lasting-threads.ts';
import { judgeArguments } from './judging-by-ajv.ts';

/** Judges arguments in a thread that stays: what it has compiled is there for the next call. Both are JSON. */
export type Judgement = { readonly parameters: string; readonly values: string };
/** What is wrong in words for a model; null where nothing is. */
export type Verdict = { readonly wrong: string | null };

if (parentPort === null) throw new Error('judge-worker.ts runs as a worker thread only; wrong-arguments.ts starts it.');
const port = parentPort;

function judged({ parameters, values }: Judgement): Verdict {
  try {
    return { wrong: judgeArguments(parameters, JSON.parse(values)) };
  } catch (error) {
    return { wrong: `The arguments could not be checked: ${error instanceof Error ? error.message : 'unknown'}` };
  }
}

port.on('message', ({ id, task }: ThreadQuestion<Judgement>) =>
  port.postMessage({ kind: 'outcome', id, outcome: judged(task) } satisfies FromLastingThread<Verdict>),
);
port.postMessage({ kind: 'ready' } satisfies FromLastingThread<Verdict>);
