import type { Allowance } from '@parlance/shared/contract/api/ledger/allowance';
import type { Bot, BotSummary, GalleryBot } from '@parlance/shared/contract/api/bots';
import type { Attachment } from '@parlance/shared/contract/api/attachments';
import type { DialogueSummary, Message } from '@parlance/shared/contract/api/dialogues';
import type { SharedDialogue } from '@parlance/shared/contract/api/shares';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { Citation, RunEvent, RunStatus } from '@parlance/shared/contract/api/runs/runs';

// Server responses for tests. Never imported by the program.

const idOf = (kind: number, number: number): string =>
  `0198f0aa-000${kind}-7000-8000-${String(number).padStart(12, '0')}`;
export const dialogueId = idOf(1, 1);
export const runIdOf = (number: number): string => idOf(4, number);

export function exampleBot(number = 1, name = 'Leave helper'): BotSummary {
  return { id: idOf(2, number), name, description: `Answers what ${name} knows`, avatar: '🏖️' };
}

/** Returns a bot of the gallery: neither a favourite nor used, unless told otherwise. */
export function exampleGalleryBot(number = 1, name = 'Leave helper', given: Partial<GalleryBot> = {}): GalleryBot {
  return {
    ...exampleBot(number, name),
    category: 'general',
    has_files: true,
    is_favorite: false,
    last_used_at: null,
    ...given,
  };
}

export const leaveHelper: Bot = {
  ...exampleBot(),
  greeting: 'Ask me about your leave.',
  starters: ['How many days of leave do I have?', 'Who approves my leave?'],
  answers_with: { kind: 'embedded', name: 'quotations', sees_images: false, context_length: null },
  category: 'people',
  is_favorite: false,
  responsible: { id: idOf(6, 1), name: 'Ada Admin' },
  files: [
    { id: idOf(5, 1), name: 'leave-policy.md', size: 12_345 },
    { id: idOf(5, 2), name: 'holidays-2026.pdf', size: 3_440_000 },
  ],
};

/** Returns a dialogue: the first one changed an hour ago, the second two. */
export function exampleDialogue(
  number = 1,
  title = 'Days of leave',
  given: Partial<DialogueSummary> = {},
): DialogueSummary {
  const changed = new Date(Date.now() - number * 3_600_000).toISOString();
  return {
    id: idOf(1, number),
    title,
    bot: exampleBot(),
    folder_id: null,
    is_pinned: false,
    is_archived: false,
    is_answering: false,
    created_at: changed,
    updated_at: changed,
    ...given,
  };
}

/** Returns a dialogue that Ada shares with everybody, without expiry. */
export function exampleSharedDialogue(given: Partial<SharedDialogue> = {}): SharedDialogue {
  return {
    id: idOf(8, 1),
    title: 'Days of leave',
    bot: exampleBot(),
    shared_by: { id: idOf(6, 1), name: 'Ada Admin' },
    is_own: false,
    shared_at: new Date(Date.now() - 3_600_000).toISOString(),
    expires_at: null,
    ...given,
  };
}

/** Returns a finished call for an answer, unless told otherwise. */
export function exampleToolCall(answerNumber: number, given: Partial<ToolCall> = {}): ToolCall {
  return {
    id: idOf(9, 1),
    answer_id: idOf(3, answerNumber),
    tool_id: idOf(9, 2),
    kind: 'mcp',
    tool_name: 'Orders',
    function: 'find',
    arguments: '{"order":"A-7"}',
    state: 'done',
    result: '{"state":"sent"}',
    is_cut: false,
    offset: 0,
    duration_ms: 120,
    created_at: '2026-11-21T10:00:00.000Z',
    ...given,
  };
}

export const policyCitation: Citation = {
  number: 1,
  file_id: idOf(5, 1),
  file_name: 'leave-policy.md',
  position: 3,
  page: null,
  heading: 'Days of leave',
  passage: 'Everyone has thirty days of leave a year.',
};

/** Returns the common fields of a message: it follows the one before it, and has no other version. */
const said = (number: number) => ({
  id: idOf(3, number),
  parent_id: number === 1 ? null : idOf(3, number - 1),
  versions: [idOf(3, number)],
  citations: [],
  attachments: [],
  rating: null,
  created_at: new Date().toISOString(),
});

export function examplePrompt(number: number, content: string): Message {
  return { ...said(number), author: 'member', content, run: null };
}

export function exampleAnswer(
  number: number,
  content: string,
  status: RunStatus = 'complete',
  citations: Citation[] = [],
  errorCode: string | null = null,
): Message {
  return {
    ...said(number),
    author: 'bot',
    content,
    citations,
    run: { id: runIdOf(number), status, error_code: errorCode },
  };
}

/** Returns a file of a prompt, read and ready to be sent, unless told otherwise. */
export function exampleAttachment(number = 1, name = 'figures.pdf', given: Partial<Attachment> = {}): Attachment {
  return {
    id: idOf(7, number),
    file_id: idOf(5, number + 10),
    name,
    media_type: 'application/pdf',
    size: 123_456,
    kind: 'document',
    state: 'ready',
    error_code: null,
    ...given,
  };
}

/** Returns the events of an answer in pieces, from an offset on; with an end unless it continues. */
export function answerEvents(
  pieces: readonly string[],
  { from = 0, citations = [] as Citation[], end = true } = {},
): { id: string; data: RunEvent }[] {
  let at = from;
  const deltas = pieces.map((text) => {
    at += text.length;
    return { id: String(at), data: { type: 'delta', text } as const };
  });
  const cited = citations.length === 0 ? [] : [{ id: String(at), data: { type: 'citations', citations } as const }];
  const ended = end ? [{ id: String(at), data: { type: 'ended', status: 'complete', error_code: null } as const }] : [];
  return [...deltas, ...cited, ...ended];
}

/** The allowance of a member who has used up their month. */
export const spentAllowance: Allowance = {
  member_tokens: { used: 1000, limit: 1000 },
  organization_answers: { used: 12, limit: null },
  member_cost: { micros: 1_500_000, currency: 'EUR' },
  resets_at: '2026-12-01T00:00:00.000Z',
};
