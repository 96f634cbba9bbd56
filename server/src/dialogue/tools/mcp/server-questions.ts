import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CancelledNotificationSchema,
  ElicitationCompleteNotificationSchema,
  ErrorCode,
  McpError,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { AskPerson } from '../elicitation/ask-person.ts';
import { PageDone } from '../elicitation/page-done.ts';
import { type ReadQuestion, readQuestion, readRequiredPages } from '../elicitation/read-question.ts';
import { UnusableQuestion } from '../elicitation/unusable-question.ts';

/** A call that a question may be about. */
export type AskingCall = { readonly ask: AskPerson; readonly signal: AbortSignal };

/** What a client with whose calls people can be asked announces (MCP specification of 2025-11-25, Elicitation). */
export const askingCapabilities = { elicitation: { form: {}, url: {} } };

/** The pages that a person has to visit before a call can be made: the server has not made it. */
export class PagesRequired extends Error {
  override name = 'PagesRequired';
  readonly pages: readonly ReadQuestion[];

  constructor(pages: readonly ReadQuestion[], cause: McpError) {
    super('A person has to visit a page first.', { cause });
    this.pages = pages;
  }
}

/** Returns the pages that an error of a call demands; null if it is another error. */
export function pagesRequiredBy(error: unknown): PagesRequired | null {
  const required: number = ErrorCode.UrlElicitationRequired;
  if (!(error instanceof McpError) || error.code !== required) return null;
  const pages = readRequiredPages(error.data);
  return pages === null ? null : new PagesRequired(pages, error);
}

/** Hears the questions of the server of one connection, and asks them of the person for whom a call is made. */
export class ServerQuestions {
  /** The calls under way, in the order in which they began. */
  readonly #calls = new Set<AskingCall>();
  /** Questions that people are asked, by the ids of the requests. */
  readonly #asked = new Map<RequestId, AbortController>();
  /** Pages that people are on, by the ids of the server. */
  readonly #pages = new Map<string, AbortController>();

  /**
   * `callNow` finds the call on whose stream a question has come. Questions are read by our own rules: the SDK's refuse
   * what generators write.
   */
  hear(client: Client, callNow: () => AskingCall | undefined): void {
    client.fallbackRequestHandler = async ({ method, params }, { signal, requestId }) => {
      if (method !== 'elicitation/create') throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
      // Over the streams of all calls it is unknown which one it belongs to: all are of one person and dialogue.
      const call = callNow() ?? [...this.#calls].at(-1);
      if (call === undefined) return { action: 'cancel' };
      const { question } = readOrRefuse(params);
      const withdrawn = new AbortController();
      this.#asked.set(requestId, withdrawn);
      try {
        const answer = await call.ask(question, AbortSignal.any([signal, withdrawn.signal, call.signal]));
        return answer.action === 'accept' && question.asked.type === 'page' ? { action: 'accept' } : answer;
      } finally {
        this.#asked.delete(requestId);
      }
    };
    // The SDK's own handler passes over the id 0, which is that of the first question of many servers.
    client.setNotificationHandler(CancelledNotificationSchema, ({ params: { requestId, reason } }) => {
      if (requestId !== undefined)
        this.#asked.get(requestId)?.abort(new Error(`The question was withdrawn. ${reason ?? ''}`));
    });
    client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
      this.#pages.get(params.elicitationId)?.abort(new PageDone()),
    );
  }

  /** Adds a call that is under way; the returned function removes it. */
  add(call: AskingCall): () => void {
    this.#calls.add(call);
    return () => this.#calls.delete(call);
  }

  /** Asks the person to visit pages, one after the other; false if they do not. */
  async visit({ pages }: PagesRequired, { ask, signal }: AskingCall): Promise<boolean> {
    for (const { question, pageId } of pages) {
      const done = new AbortController();
      if (pageId !== null) this.#pages.set(pageId, done);
      try {
        const { action } = await ask(question, AbortSignal.any([signal, done.signal]));
        if (action !== 'accept') return false;
      } finally {
        if (pageId !== null) this.#pages.delete(pageId);
      }
    }
    return true;
  }
}

function readOrRefuse(params: unknown): ReadQuestion {
  try {
    return readQuestion(params);
  } catch (error) {
    throw error instanceof UnusableQuestion ? new McpError(ErrorCode.InvalidParams, error.message) : error;
  }
}
