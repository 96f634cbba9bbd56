import { useState } from 'react';
import type { ReactNode } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Language } from '@parlance/shared/i18n';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { readReasoning } from '../../contract/api/runs/reasoning.ts';
import { exampleCall } from '../../tool-calls/examples.ts';
import { answerOf } from '../state/answer.ts';
import type { Answer, Reasoning } from '../state/answer.ts';
import { AnswerBody } from './answer-body.tsx';
import { AnswerNews } from './answer-news.tsx';

const server = fakeServer();
const id = '0198f0aa-0005-7000-8000-000000000009';
const open = () => undefined;

const thinking: Reasoning = { text: 'They *may* mean', ms: 900, isOver: false };
const thought: Reasoning = { text: null, ms: 12_400, isOver: true };
const answerWith = (reasoning: Reasoning | null, given: Partial<Answer> = {}): Answer => ({
  ...answerOf({ content: '', citations: [], status: 'running', errorCode: null }),
  reasoning,
  ...given,
});
const said = (content: string) => answerOf({ content, citations: [], status: 'complete', errorCode: null });

/** Renders an answer, and what becomes of it. */
function stage(draw: (answer: Answer) => ReactNode, first: Answer, language: Language = 'en') {
  let change = (_: Answer) => {};
  function Stage() {
    const [answer, setAnswer] = useState(first);
    change = setAnswer;
    return draw(answer);
  }
  const screen = renderScreen(<Stage />, { session: {}, language });
  return { ...screen, become: (answer: Answer) => act(() => change(answer)) };
}
const show = (answer: Answer, language?: Language) =>
  stage(
    (it) => <AnswerBody id={id} answer={it} name="Leave helper" isConnected openPassage={open} />,
    answer,
    language,
  );
const disclosure = (name: string | RegExp) => screen.getByRole('button', { name });

// Loads the chunks up front, so that no test waits for them.
beforeAll(() => Promise.all([import('../markdown/markdown-block.tsx'), import('./reasoning-text.tsx')]));

describe('the reasoning behind an answer', () => {
  it('is folded while it is written, in the place of the dots, and grows where it is opened', async () => {
    const { user, become } = show(answerWith(null));
    expect(screen.getByText('Leave helper is answering')).toBeInTheDocument();
    become(answerWith(thinking));
    expect(screen.queryByText('Leave helper is answering')).not.toBeInTheDocument();
    const button = disclosure('Thinking…');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText(/They/)).not.toBeInTheDocument();

    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    const text = document.getElementById(button.getAttribute('aria-controls') ?? '');
    expect(await screen.findByText('may', { selector: 'em' })).toBeInTheDocument();
    expect(text).toHaveTextContent('They may mean');
    become(answerWith({ ...thinking, text: 'They *may* mean 2026.\n\n- or 2027' }));
    expect(await within(text ?? document.body).findByRole('listitem')).toHaveTextContent('or 2027');
    become(answerWith({ ...thinking, text: 'Something else.' }));
    await waitFor(() => expect(text).toHaveTextContent(/^Something else\.$/));

    await user.click(button);
    expect(screen.queryByText('Something else.')).not.toBeInTheDocument();
    expect(server.requests(readReasoning)).toHaveLength(0);
  });

  it('opens and closes by keys, and keeps the focus', async () => {
    const { user } = show(answerWith(thinking));
    await user.tab();
    expect(disclosure('Thinking…')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('may', { selector: 'em' })).toBeInTheDocument();
    await user.keyboard(' ');
    expect(screen.queryByText('may')).not.toBeInTheDocument();
    expect(disclosure('Thinking…')).toHaveFocus();
  });

  it.each([
    ['en', 12_400, 'Thought for 12 seconds'],
    ['en', 1_000, 'Thought for 1 second'],
    ['en', 999, 'Thought for a moment'],
    ['en', 72_000, 'Thought for 1 min 12 sec'],
    ['en', 120_000, 'Thought for 2 min'],
    ['de-DE', 12_400, 'Hat 12 Sekunden nachgedacht'],
    ['de-DE', 0, 'Hat kurz nachgedacht'],
    ['fr-FR', 72_000, 'A réfléchi pendant 1 min 12 s'],
    ['zh-TW', 12_400, '思考了 12 秒'],
  ] as const)('says in %s how long it took: %d ms', (language, ms, name) => {
    show({ ...said('Thirty.'), reasoning: { ...thought, ms } }, language);
    // Spaces that do not break are spaces.
    expect(screen.getByRole('button').textContent.replaceAll(/\s/g, ' ')).toBe(name);
  });

  it('stands above the text, and says nothing of itself where the model did not reason', () => {
    const { become } = show({ ...said('Thirty.'), reasoning: thought });
    const text = screen.getByText('Thirty.');
    expect(disclosure('Thought for 12 seconds').compareDocumentPosition(text)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    become(said('Thirty.'));
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it.each(['', '\n\n'])('is none where a model begins it and does not reason: %j', (text) => {
    show(answerWith({ text, ms: 5, isOver: true }));
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.getByText('Leave helper is answering')).toBeInTheDocument();
  });

  it('gives way to the dots while a tool works, and not between the last thought and the first word', async () => {
    const over: Reasoning = { ...thinking, isOver: true };
    const { become } = show(answerWith(over));
    expect(screen.queryByText('Leave helper is answering')).not.toBeInTheDocument();
    become(answerWith(over, { calls: [exampleCall({ state: 'running' })] }));
    expect(await screen.findByText('Orders: find')).toBeInTheDocument();
    expect(screen.getByText('Leave helper is answering')).toBeInTheDocument();
    expect(disclosure('Thought for a moment')).toBeInTheDocument();
  });

  it('that was broken off says how long it took', () => {
    show(answerWith({ ...thinking, ms: 2_000 }, { status: 'failed', errorCode: 'internal' }));
    expect(disclosure('Thought for 2 seconds')).toBeInTheDocument();
  });
});

describe('the reasoning behind an answer that has ended', () => {
  const ended: Answer = { ...said('Thirty.'), reasoning: thought };

  it('is fetched when it is opened', async () => {
    server.answer(readReasoning, { text: 'The **handbook** says so.' });
    const { user } = show(ended);
    expect(server.requests(readReasoning)).toHaveLength(0);
    await user.click(disclosure('Thought for 12 seconds'));
    expect(await screen.findByText('handbook', { selector: 'strong' })).toBeInTheDocument();
    expect(server.requests(readReasoning).map(({ params }) => params.message_id)).toEqual([id]);
  });

  it('says that it loads, and can be asked for again where that fails', async () => {
    const fail = server.failLate(readReasoning, 'rate_limited');
    const { user } = show(ended);
    await user.click(disclosure('Thought for 12 seconds'));
    expect(await screen.findByText('Loading…')).toBeInTheDocument();
    fail();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('alert')).toHaveTextContent(/too many/i);
    server.answer(readReasoning, { text: 'So it is.' });
    await user.click(retry);
    expect(await screen.findByText('So it is.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says where it is kept no longer', async () => {
    server.answer(readReasoning, { text: '' });
    const { user } = show(ended);
    await user.click(disclosure('Thought for 12 seconds'));
    expect(await screen.findByText('The reasoning behind this answer is no longer kept.')).toBeInTheDocument();
  });

  it('is not fetched where the page has seen it, nor while the stream brings it', async () => {
    const { user, become } = show(answerWith({ ...thought, isOver: false }));
    await user.click(disclosure('Thinking…'));
    expect(await screen.findByText('Loading…')).toBeInTheDocument();
    become({ ...ended, reasoning: { ...thought, text: 'Seen.' } });
    expect(await screen.findByText('Seen.')).toBeInTheDocument();
    expect(server.requests(readReasoning)).toHaveLength(0);
  });
});

describe('the seconds of a model that reasons', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
  const shown = () => disclosure('Thinking…').textContent;
  const at = (ms: number) => answerWith({ ...thinking, ms });

  it('are counted by the clock of the page from what was last heard, and are no part of the name', () => {
    const { become } = show(answerWith(thinking));
    expect(shown()).toBe('Thinking…');
    pass(100);
    expect(shown()).toBe('Thinking…1 sec');
    pass(2_000);
    expect(shown()).toBe('Thinking…3 sec');
    become(at(5_200));
    expect(shown()).toBe('Thinking…5 sec');
    pass(800);
    expect(shown()).toBe('Thinking…6 sec');
    // An event that was late.
    become(at(5_900));
    expect(shown()).toBe('Thinking…6 sec');
    pass(55_100);
    expect(shown()).toBe('Thinking…1 min 1 sec');
  });

  it('stand still while nobody sees them, and are right when one comes back', () => {
    const visible = jest.spyOn(document, 'visibilityState', 'get');
    show(answerWith({ ...thinking, ms: 1_000 }));
    const turn = (state: DocumentVisibilityState) => {
      visible.mockReturnValue(state);
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    };
    turn('hidden');
    expect(jest.getTimerCount()).toBe(0);
    pass(30_000);
    expect(shown()).toBe('Thinking…1 sec');
    turn('visible');
    expect(shown()).toBe('Thinking…31 sec');
    pass(1_000);
    expect(shown()).toBe('Thinking…32 sec');
  });

  it('are those of the server at the end, and no clock runs on', () => {
    const { become } = show(answerWith({ ...thinking, ms: 1_000 }));
    pass(9_000);
    become(answerWith({ ...thinking, ms: 9_000, isOver: true }, { text: 'Thirty.', blocks: ['Thirty.'] }));
    expect(disclosure('Thought for 9 seconds')).toBeInTheDocument();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('what a screen reader is told', () => {
  it('is once that the model thinks, and the answer without its reasoning', () => {
    const { become } = stage((answer) => {
      const entry = { id, answer };
      return <AnswerNews running={answer.status === 'running' ? entry : null} entries={[entry]} name="Leave helper" />;
    }, answerWith(null));
    const region = screen.getByRole('status');
    expect(region).toHaveTextContent(/^Leave helper is answering$/);
    become(answerWith(thinking));
    expect(region).toHaveTextContent(/^Leave helper is thinking$/);
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(region, { childList: true, characterData: true, subtree: true });
    // It reasons on, calls a tool, and reasons again.
    for (const reasoning of [
      { ...thinking, ms: 5_000 },
      { ...thinking, isOver: true },
      { ...thinking, ms: 9_000 },
    ])
      become(answerWith(reasoning));
    expect([...changes, ...observer.takeRecords()]).toEqual([]);
    become(answerWith({ ...thinking, isOver: true }, { text: 'Thirty', blocks: ['Thirty'] }));
    expect(region).toHaveTextContent(/^Leave helper is answering$/);
    become({ ...said('Thirty days.'), reasoning: { ...thinking, isOver: true } });
    expect(region).toHaveTextContent(/^Leave helper answered: Thirty days\.$/);
  });
});
