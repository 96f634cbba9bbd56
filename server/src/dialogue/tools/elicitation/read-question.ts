import * as z from 'zod/mini';
import type { AskedQuestion } from './ask-person.ts';
import { clipped, fieldsOf } from './fields.ts';
import { UnusableQuestion } from './unusable-question.ts';

const messageMaxLength = 4_000;
const addressMaxLength = 4_000;
const idMaxLength = 1_000;
/** The most pages of one error. */
const pagesAtMost = 5;

const request = z.looseObject({
  message: z.optional(z.string()),
  mode: z.optional(z.string()),
  requestedSchema: z.optional(z.unknown()),
  url: z.optional(z.string()),
  elicitationId: z.optional(z.string()),
});

/** A question, and the id by which its server says that the person is done on a page; null if it names none. */
export type ReadQuestion = { readonly question: AskedQuestion; readonly pageId: string | null };

/**
 * Reads the parameters of `elicitation/create` (MCP specification of 2025-11-25, Elicitation). Throws an
 * UnusableQuestion.
 */
export function readQuestion(params: unknown): ReadQuestion {
  const { success, data } = z.safeParse(request, params);
  if (!success) throw new UnusableQuestion('The parameters are none of a question.');
  const message = clipped(data.message ?? '', messageMaxLength);
  const { mode = 'form', requestedSchema, url, elicitationId = '' } = data;
  if (mode === 'form')
    return { question: { message, asked: { type: 'form', fields: fieldsOf(requestedSchema) } }, pageId: null };
  if (mode !== 'url') throw new UnusableQuestion(`There is no mode “${clipped(mode, 50)}”.`);
  return {
    question: { message, asked: { type: 'page', address: addressOf(url ?? ''), isAwaited: false } },
    pageId: elicitationId === '' || elicitationId.length > idMaxLength ? null : elicitationId,
  };
}

const required = z.looseObject({ elicitations: z.array(z.unknown()).check(z.minLength(1)) });

/**
 * Reads the pages that a person has to visit before a call can be made, from the data of the error -32042 (“URL
 * Elicitation Required”). Null if there are none, or too many.
 */
export function readRequiredPages(data: unknown): ReadQuestion[] | null {
  const read = z.safeParse(required, data);
  if (!read.success || read.data.elicitations.length > pagesAtMost) return null;
  try {
    return read.data.elicitations.map((params) => {
      const { question, pageId } = readQuestion({ mode: 'url', ...z.parse(request, params) });
      if (question.asked.type !== 'page') throw new UnusableQuestion('It is no page.');
      return { question: { ...question, asked: { ...question.asked, isAwaited: true } }, pageId };
    });
  } catch {
    return null;
  }
}

/** Returns the address of a page that people may be led to: of the web, without a name or password before its host. */
function addressOf(address: string): string {
  const url = address.length <= addressMaxLength ? URL.parse(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new UnusableQuestion('The address is none of a page that a person can be led to.');
  return url.href;
}
