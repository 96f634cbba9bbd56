import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread } from '../../platform/threads/in-thread.ts';
import { type ExtractionOutcome, type ExtractionTask, readDocument } from './read-document.ts';

/** The worker that reads one file: a malicious file harms this thread only. */
if (parentPort === null) throw new Error('extract-worker.ts runs as a worker thread only; extract.ts starts it.');
const outcome = await readDocument(workerData as ExtractionTask); // the one caller is extract.ts
parentPort.postMessage({ kind: 'outcome', outcome } satisfies FromThread<ExtractionOutcome>);
