import type { Message } from '@parlance/shared/contract/api/dialogues';
import type { RunStatus } from '@parlance/shared/contract/api/runs';
import { beginConversation, changeConversation, runningEntry } from './conversation.ts';
import type { Conversation } from './conversation.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString();
const prompt = (id: string, content: string, second = 0): Message => ({
  id, author: 'member', content, citations: [], created_at: at(second), run: null,
});
const answer = (id: string, content: string, status: RunStatus, second = 1): Message => ({
  id, author: 'bot', content, citations: [], created_at: at(second), run: { id: `run of ${id}`, status, error_code: null },
});
const texts = ({ entries }: Conversation) => entries.map((entry) => entry.answer.text);
const page = (items: Message[], next: string | null = null) => ({ items, next_cursor: next });

describe('a conversation', () => {
  const opened = beginConversation(page([answer('a2', 'Half', 'running', 3), prompt('p2', 'Two?', 2)], 'older'));

  it('shows the newest page oldest first, and knows what is running', () => {
    expect(texts(opened)).toEqual(['Two?', 'Half']);
    expect(runningEntry(opened)?.id).toBe('a2');
  });

  it('puts older messages before, each once', () => {
    const older = page([prompt('p2', 'Two?', 2), answer('a1', 'One.', 'complete'), prompt('p1', 'One?')]);
    const whole = changeConversation(opened, { type: 'older', page: older });
    expect(texts(whole)).toEqual(['One?', 'One.', 'Two?', 'Half']);
    expect(whole.olderCursor).toBeNull();
  });

  it('lets only the answer of the event change', () => {
    const event = { id: '9', data: { type: 'delta', text: ' done' } } as const;
    const grown = changeConversation(opened, { type: 'event', runId: 'run of a2', event });
    expect(texts(grown)).toEqual(['Two?', 'Half done']);
    expect(grown.entries[0]).toBe(opened.entries[0]);
  });

  it('does not lose what has streamed in when the same message is loaded again', () => {
    const event = { id: '9', data: { type: 'delta', text: ' done' } } as const;
    const grown = changeConversation(opened, { type: 'event', runId: 'run of a2', event });
    const again = changeConversation(grown, { type: 'newest', page: page([answer('a2', 'Half', 'running', 3)]) });
    expect(texts(again)).toEqual(['Two?', 'Half done']);
    const ended = changeConversation(again, { type: 'newest', page: page([answer('a2', 'Half d', 'stopped', 3)]) });
    expect(ended.entries[1]?.answer).toMatchObject({ text: 'Half d', status: 'stopped' });
  });

  it('shows a prompt while it is sent, then the turn, once, however often it is answered', () => {
    const empty = beginConversation(page([]));
    const sending = changeConversation(empty, { type: 'sending', prompt: 'New?' });
    expect(sending.sending).toBe('New?');
    const turn = { dialogue_id: 'd', prompt: prompt('p1', 'New?'), answer: answer('a1', '', 'queued') };
    const sent = changeConversation(sending, { type: 'turn', turn });
    expect(sent.sending).toBeNull();
    expect(texts(changeConversation(sent, { type: 'turn', turn }))).toEqual(['New?', '']);
  });

  it('takes back what could not be sent', () => {
    const sending = changeConversation(opened, { type: 'sending', prompt: 'New?' });
    expect(changeConversation(sending, { type: 'not-sent' })).toEqual(opened);
  });

  it('marks an answer that can no longer be read, and keeps its text', () => {
    const failed = changeConversation(opened, { type: 'unreadable', runId: 'run of a2', errorCode: 'not_found' });
    expect(failed.entries[1]?.answer).toMatchObject({ text: 'Half', status: 'failed', errorCode: 'not_found' });
    expect(runningEntry(failed)).toBeNull();
  });
});
