import type { Message } from '@parlance/shared/contract/api/dialogues';
import type { RunEvent, RunStatus } from '@parlance/shared/contract/api/runs/runs';
import { policyCitation } from '../../examples/examples.ts';
import {
  answersUnderWay,
  beginConversation,
  changeConversation,
  gapAbove,
  resumeConversation,
} from './conversation.ts';
import type { Change, Conversation } from './conversation.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second)).toISOString();
const plain = (id: string) => ({
  id,
  parent_id: null as string | null,
  versions: [id],
  citations: [],
  attachments: [],
  rating: null,
  created_at: at(0),
});
const prompt = (id: string, content: string, after: string | null = null): Message => ({
  ...plain(id),
  parent_id: after,
  author: 'member',
  content,
  run: null,
});
const answer = (id: string, content: string, status: RunStatus, after: string | null = null): Message => ({
  ...plain(id),
  parent_id: after,
  author: 'bot',
  content,
  run: { id: `run of ${id}`, status, error_code: null },
});
const texts = ({ entries }: Conversation) => entries.map((entry) => entry.answer.text);
const page = (items: Message[], next: string | null = null) => ({ items, next_cursor: next });
const after = (before: Conversation, ...changes: Change[]) => changes.reduce(changeConversation, before);

describe('a conversation', () => {
  const opened = beginConversation(page([answer('a2', 'Half', 'running', 'p2'), prompt('p2', 'Two?', 'a1')], 'older'));
  const grow: Change = {
    type: 'event',
    runId: 'run of a2',
    event: { id: '9', data: { type: 'delta', text: ' done' } },
  };

  it('shows the newest page oldest first, and knows what is running', () => {
    expect(texts(opened)).toEqual(['Two?', 'Half']);
    expect(answersUnderWay(opened).map(({ id }) => id)).toEqual(['a2']);
  });

  it('puts older messages before, each once', () => {
    const older = page([prompt('p2', 'Two?', 'a1'), answer('a1', 'One.', 'complete', 'p1'), prompt('p1', 'One?')]);
    const whole = after(opened, { type: 'older', page: older });
    expect(texts(whole)).toEqual(['One?', 'One.', 'Two?', 'Half']);
    expect(whole.olderCursor).toBeNull();
  });

  it('lets only the answer of the event change', () => {
    const grown = after(opened, grow);
    expect(texts(grown)).toEqual(['Two?', 'Half done']);
    expect(grown.entries[0]).toBe(opened.entries[0]);
  });

  it('does not lose what has streamed in when the same message is loaded again', () => {
    const again = after(opened, grow, { type: 'newest', page: page([answer('a2', 'Half', 'running', 'p2')]) });
    expect(texts(again)).toEqual(['Two?', 'Half done']);
    const ended = after(again, { type: 'newest', page: page([answer('a2', 'Half d', 'stopped', 'p2')]) });
    expect(ended.entries[1]?.answer).toMatchObject({ text: 'Half d', status: 'stopped' });
  });

  it('does not lose what is cited when more of the text is loaded, where citations are stored with the end', () => {
    const cited: Change = {
      type: 'event',
      runId: 'run of a2',
      event: { id: '4', data: { type: 'citations', citations: [policyCitation] } },
    };
    const more = after(opened, cited, { type: 'newest', page: page([answer('a2', 'Half done', 'running', 'p2')]) });
    expect(more.entries[1]?.answer).toMatchObject({ text: 'Half done', citations: [policyCitation] });
    const ended = after(more, { type: 'newest', page: page([answer('a2', 'Half done.', 'complete', 'p2')]) });
    expect(ended.entries[1]?.answer.citations).toEqual([]);
  });

  describe('whose answer is reasoned', () => {
    const event = (id: string, data: RunEvent): Change => ({ type: 'event', runId: 'run of a2', event: { id, data } });
    const all = { type: 'reasoning', text: 'They ask.', from: 0, ms: 900, is_over: true } as const;
    const anew = after(
      opened,
      event('9', { type: 'delta', text: ' done' }),
      event('9', { type: 'restart' }),
      event('9', all),
      event('11', { type: 'delta', text: 'No' }),
    );
    /** A load of the newest messages, by which the answer has reasoning if its text begins somewhere. */
    const loaded = (content: string, status: RunStatus, from?: number) => {
      const { run, ...rest } = answer('a2', content, status, 'p2');
      const reasoned = from === undefined ? {} : { reasoning_ms: 950 };
      const said = { ...rest, ...reasoned, run: run && { ...run, text_from: from } };
      return { type: 'newest', page: page([said, prompt('p2', 'Two?', 'a1')], 'older') } as const;
    };
    const last = (conversation: Conversation) => conversation.entries.at(-1)?.answer;

    it('keeps what its stream has brought, and takes what a message is ahead with', () => {
      expect(last(anew)).toMatchObject({ text: 'No', from: 9, reasoning: { text: 'They ask.' } });
      // One that was loaded before the text began anew, and one after.
      expect(last(after(anew, loaded('Half done', 'running')))).toBe(last(anew));
      expect(last(after(anew, loaded('N', 'running', 9)))).toBe(last(anew));
      const ahead = after(anew, loaded('Not on', 'running', 9));
      expect(last(ahead)).toMatchObject({ text: 'Not on', from: 9, reasoning: { text: 'They ask.' } });
      expect(last(after(ahead, event('17', { type: 'delta', text: 'e.' })))?.text).toBe('Not one.');
    });

    it('begins anew where a message is the first to say so, and keeps what its stream brings of the reasoning', () => {
      const reasoned = after(opened, event('4', { ...all, text: 'They' }));
      const ahead = after(reasoned, loaded('N', 'running', 4));
      expect(last(ahead)).toMatchObject({ text: 'N', from: 4, reasoning: { text: 'They' } });
      const whole = after(
        ahead,
        event('4', { ...all, text: ' ask.', from: 4 }),
        event('4', { type: 'restart' }),
        event('8', { type: 'delta', text: 'None' }),
      );
      expect(last(whole)).toMatchObject({ text: 'None', reasoning: { text: 'They ask.' } });
    });

    it('keeps its reasoning where it is loaded again with what is older', () => {
      const { items } = loaded('No', 'running', 9).page;
      const older = after(anew, { type: 'older', page: page(items) });
      expect(last(older)).toMatchObject({ text: 'No', reasoning: { text: 'They ask.' } });
    });

    it('has what the server says once it has ended', () => {
      const ended = after(anew, loaded('None.', 'complete', 0));
      expect(last(ended)).toMatchObject({ text: 'None.', reasoning: { text: null, ms: 950 } });
      expect(last(after(anew, loaded('None.', 'complete')))?.reasoning).toBeNull();
    });
  });

  it('shows a prompt while it is sent, then the turn, once, however often it is answered', () => {
    const sending = after(beginConversation(page([])), { type: 'sending', prompt: 'New?' });
    expect(sending.sending).toBe('New?');
    const turn = { dialogue_id: 'd', prompt: prompt('p1', 'New?'), answer: answer('a1', '', 'queued', 'p1') };
    const sent = after(sending, { type: 'turn', turn });
    expect(sent.sending).toBeNull();
    expect(texts(after(sent, { type: 'turn', turn }))).toEqual(['New?', '']);
  });

  it('takes back what could not be sent', () => {
    expect(after(opened, { type: 'sending', prompt: 'New?' }, { type: 'not-sent' })).toEqual(opened);
  });

  it('knows which answer is written and which wait for it', () => {
    const turn = { dialogue_id: 'd', prompt: prompt('p3', 'Three?', 'a2'), answer: answer('a3', '', 'queued', 'p3') };
    expect(answersUnderWay(after(opened, { type: 'turn', turn })).map(({ id }) => id)).toEqual(['a2', 'a3']);
  });

  it('marks an answer that can no longer be read, and keeps its text', () => {
    const failed = after(opened, { type: 'unreadable', runId: 'run of a2', errorCode: 'not_found' });
    expect(failed.entries[1]?.answer).toMatchObject({ text: 'Half', status: 'failed', errorCode: 'not_found' });
    expect(answersUnderWay(failed)).toEqual([]);
  });

  it.each([
    [
      'is complete with the same text',
      answer('a2', 'Half', 'complete', 'p2'),
      { text: 'Half', status: 'complete', errorCode: null },
    ],
    [
      'is still written, and has more of it',
      answer('a2', 'Half done', 'running', 'p2'),
      { text: 'Half done', status: 'running', errorCode: null },
    ],
    [
      'is still written, and has less of it, as it is stored now and then',
      answer('a2', 'Ha', 'running', 'p2'),
      { text: 'Half', status: 'running', errorCode: null },
    ],
    ['was stopped earlier', answer('a2', 'Ha', 'stopped', 'p2'), { text: 'Ha', status: 'stopped', errorCode: null }],
  ])('believes the server that an answer it could not read %s', (_, said, expected) => {
    const failed = after(opened, { type: 'unreadable', runId: 'run of a2', errorCode: 'not_found' });
    for (const type of ['newest', 'branch', 'older'] as const) {
      const read = after(failed, { type, page: page([said, prompt('p2', 'Two?', 'a1')]) });
      expect(read.entries[1]?.answer).toMatchObject(expected);
    }
  });

  it('asks again for what it could not read when it is returned to', () => {
    const failed = after(opened, { type: 'unreadable', runId: 'run of a2', errorCode: 'not_found' });
    const resumed = resumeConversation(failed);
    expect(answersUnderWay(resumed).map(({ id }) => id)).toEqual(['a2']);
    expect(texts(after(resumed, grow))).toEqual(['Two?', 'Half done']);
  });

  it('begins anew at a page that does not go on from what it has, and says where something is missing', () => {
    const gapped = after(opened, {
      type: 'turn',
      turn: { dialogue_id: 'd', prompt: prompt('p9', 'Nine?', 'a8'), answer: answer('a9', '', 'queued', 'p9') },
    });
    expect(gapAbove(opened)).toBeNull();
    expect(gapAbove(gapped)).toBe('p9');
    const anew = after(gapped, {
      type: 'newest',
      page: page([answer('a9', '', 'queued', 'p9'), prompt('p9', 'Nine?', 'a8')], 'before nine'),
    });
    expect([texts(anew), anew.olderCursor, gapAbove(anew)]).toEqual([['Nine?', ''], 'before nine', null]);
  });

  it('does not take older messages of a branch that was left while they were on their way', () => {
    expect(
      after(opened, { type: 'older', page: page([answer('a1b', 'Eins.', 'complete', 'p1'), prompt('p1', 'One?')]) }),
    ).toEqual(opened);
  });
});

describe('the branches of a conversation', () => {
  const whole = beginConversation(
    page([
      answer('a2', 'Two.', 'complete', 'p2'),
      prompt('p2', 'Two?', 'a1'),
      answer('a1', 'One.', 'complete', 'p1'),
      prompt('p1', 'One?'),
    ]),
  );

  it('begin in the place of another version of a prompt', () => {
    const edited = { ...prompt('p2b', 'Zwei?', 'a1'), versions: ['p2', 'p2b'] };
    const turn = { dialogue_id: 'd', prompt: edited, answer: answer('a2b', '', 'running', 'p2b') };
    expect(texts(after(whole, { type: 'turn', turn }))).toEqual(['One?', 'One.', 'Zwei?', '']);
  });

  it('begin in the place of another version of an answer, which leaves with all that followed', () => {
    const turn = {
      dialogue_id: 'd',
      prompt: prompt('p1', 'One?'),
      answer: { ...answer('a1b', '', 'running', 'p1'), versions: ['a1', 'a1b'] },
    };
    expect(texts(after(whole, { type: 'turn', turn }))).toEqual(['One?', '']);
  });

  it('are switched from where they part; what stood before stays the same object', () => {
    const other = after(whole, {
      type: 'branch',
      page: page([answer('a2b', 'Zwei.', 'complete', 'p2b'), prompt('p2b', 'Zwei?', 'a1')], 'more'),
    });
    expect(texts(other)).toEqual(['One?', 'One.', 'Zwei?', 'Zwei.']);
    expect(other.entries[0]).toBe(whole.entries[0]);
    expect(other.olderCursor).toBeNull();
  });

  it('shorten the conversation where the other one is shorter, or a prompt was taken back', () => {
    expect(
      texts(
        after(whole, { type: 'branch', page: page([answer('a1', 'One.', 'complete', 'p1'), prompt('p1', 'One?')]) }),
      ),
    ).toEqual(['One?', 'One.']);
  });

  it('do not take away what was sent while the page was on its way', () => {
    const turn = { dialogue_id: 'd', prompt: prompt('p3', 'Three?', 'a2'), answer: answer('a3', '', 'running', 'p3') };
    const sent = after(
      whole,
      { type: 'turn', turn },
      { type: 'newest', page: page([answer('a2', 'Two.', 'complete', 'p2'), prompt('p2', 'Two?', 'a1')], 'more') },
    );
    expect(texts(sent)).toEqual(['One?', 'One.', 'Two?', 'Two.', 'Three?', '']);
  });

  it('are followed where another device has gone to another one', () => {
    const elsewhere = after(whole, {
      type: 'newest',
      page: page([answer('a9', 'Nine.', 'complete', 'p9'), prompt('p9', 'Nine?')]),
    });
    expect(texts(elsewhere)).toEqual(['Nine?', 'Nine.']);
  });
});
