import type { Bot, BotSummary } from '@parlance/shared/contract/api/bots';
import type { DialogueSummary, Message } from '@parlance/shared/contract/api/dialogues';
import type { Citation, RunEvent, RunStatus } from '@parlance/shared/contract/api/runs';

// What the server says in tests. Never imported by the program.

const idOf = (kind: number, number: number): string => `0198f0aa-000${kind}-7000-8000-${String(number).padStart(12, '0')}`;
export const dialogueId = idOf(1, 1);
export const runIdOf = (number: number): string => idOf(4, number);

export function exampleBot(number = 1, name = 'Leave helper'): BotSummary {
  return { id: idOf(2, number), name, description: `Answers what ${name} knows`, avatar: '🏖️' };
}

export const leaveHelper: Bot = {
  ...exampleBot(),
  greeting: 'Ask me about your leave.',
  starters: ['How many days of leave do I have?', 'Who approves my leave?'],
  answers_with: { kind: 'embedded', name: 'quotations' },
  files: [
    { id: idOf(5, 1), name: 'leave-policy.md', size: 12_345 },
    { id: idOf(5, 2), name: 'holidays-2026.pdf', size: 3_440_000 },
  ],
};

export function exampleDialogue(number = 1, title = 'Days of leave'): DialogueSummary {
  const changed = new Date(Date.now() - number * 3_600_000).toISOString();
  return { id: idOf(1, number), title, bot: exampleBot(), created_at: changed, updated_at: changed };
}

export const policyCitation: Citation = {
  number: 1,
  file_id: idOf(5, 1),
  file_name: 'leave-policy.md',
  heading: 'Days of leave',
  passage: 'Everyone has thirty days of leave a year.',
};

export function examplePrompt(number: number, content: string): Message {
  return { id: idOf(3, number), author: 'member', content, citations: [], created_at: new Date().toISOString(), run: null };
}

export function exampleAnswer(number: number, content: string, status: RunStatus = 'complete', citations: Citation[] = [], errorCode: string | null = null): Message {
  return { id: idOf(3, number), author: 'bot', content, citations, created_at: new Date().toISOString(), run: { id: runIdOf(number), status, error_code: errorCode } };
}

/** The events of an answer in pieces, from an offset on; with an end unless it goes on. */
export function answerEvents(pieces: readonly string[], { from = 0, citations = [] as Citation[], end = true } = {}): { id: string; data: RunEvent }[] {
  let at = from;
  const deltas = pieces.map((text) => {
    at += text.length;
    return { id: String(at), data: { type: 'delta', text } as const };
  });
  const cited = citations.length === 0 ? [] : [{ id: String(at), data: { type: 'citations', citations } as const }];
  const ended = end ? [{ id: String(at), data: { type: 'ended', status: 'complete', error_code: null } as const }] : [];
  return [...deltas, ...cited, ...ended];
}
