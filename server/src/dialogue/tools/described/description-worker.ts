import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread } from '../../../platform/threads/in-thread.ts';
import type { DescribedTool } from '../kinds/tool-source.ts';
import { type DescriptionFault, UnusableDescription } from '../schema/unusable-description.ts';
import { type RawFunction, functionsOf, functionsOfServer } from './functions.ts';

/** The task of a worker that reads a description: a malicious one harms this thread only. */
export type DescriptionTask =
  | {
      readonly kind: 'openapi';
      readonly text: string;
      /** The address of its server; null for the one the document names. */
      readonly base: string | null;
      readonly documentUrl: string | null;
    }
  /** The lists of an MCP server, and the parameters of an HTTP action, as JSON: text copes with any depth. */
  | { readonly kind: 'mcp'; readonly pages: readonly string[] }
  | ({ readonly kind: 'http'; readonly parameters: string } & Omit<RawFunction, 'parameters'>);
export type DescriptionOutcome =
  | { readonly ok: true; readonly tool: DescribedTool }
  | { readonly ok: false; readonly fault: DescriptionFault; readonly message: string };

async function read(task: DescriptionTask): Promise<DescriptionOutcome> {
  try {
    if (task.kind === 'mcp') return { ok: true, tool: functionsOfServer(task.pages) };
    if (task.kind === 'http') {
      const { kind: _, parameters, ...described } = task;
      return { ok: true, tool: functionsOf([{ ...described, parameters: JSON.parse(parameters) as unknown }]) };
    }
    const { operationsOf } = await import('./openapi-document.ts');
    return { ok: true, tool: operationsOf(task.text, task.base, task.documentUrl) };
  } catch (error) {
    if (!(error instanceof UnusableDescription)) throw error;
    return { ok: false, fault: error.fault, message: error.message };
  }
}

if (parentPort === null)
  throw new Error('description-worker.ts runs as a worker thread only; read-description.ts starts it.');
const outcome = await read(workerData as DescriptionTask); // the one caller is read-description.ts
parentPort.postMessage({ kind: 'outcome', outcome } satisfies FromThread<DescriptionOutcome>);
