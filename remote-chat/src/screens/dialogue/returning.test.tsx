import { screen, waitFor } from '@testing-library/react';
import { getBot } from '@parlance/shared/contract/api/bots';
import { getDialogue, listMessages, sendPrompt } from '@parlance/shared/contract/api/dialogues';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { streamRun } from '@parlance/shared/contract/api/runs/runs';
import { Link, useNavigate } from '@parlance/shared/router';
import { fakeServer, renderRoutes } from '@parlance/shared/testing';
import { forgetDrafts } from '../../composer/draft-store.ts';
import {
  answerEvents,
  dialogueId,
  exampleAnswer,
  exampleDialogue,
  examplePrompt,
  leaveHelper,
  runIdOf,
} from '../../examples/examples.ts';
import Dialogue from './dialogue.tsx';
import { forgetPlaces } from './kept-places.ts';

const server = fakeServer();
const pageSize = 4;

/** The messages on the server, oldest first. */
let said: Message[] = [];
const turn = (number: number): [Message, Message] => [
  examplePrompt(number, `Prompt ${number}`),
  exampleAnswer(number + 1, `Answer ${number + 1}`),
];
const sayTurns = (first: number, last: number) => {
  for (let number = first; number < last; number += 2) said.push(...turn(number));
};

function answerMessages(): void {
  server.answer(listMessages, ({ query }) => {
    const end = query.cursor === undefined ? said.length : Number(query.cursor);
    const start = Math.max(0, end - pageSize);
    return { items: said.slice(start, end).reverse(), next_cursor: start === 0 ? null : String(start) };
  });
}

function Elsewhere() {
  const navigate = useNavigate();
  return (
    <>
      <Link to={`/dialogue/${dialogueId}`}>Again</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  );
}
const routes = [
  {
    path: '/dialogue/:dialogueId',
    element: (
      <>
        <Link to="/elsewhere">Leave</Link>
        <Dialogue />
      </>
    ),
  },
  { path: '*', element: <Elsewhere /> },
];

beforeAll(() => import('@parlance/shared/ui/answer/markdown'));
beforeEach(() => {
  sessionStorage.clear();
  forgetDrafts();
  forgetPlaces();
  said = [];
  sayTurns(1, 10);
  server.answer(getBot, leaveHelper);
  server.answer(getDialogue, exampleDialogue());
  answerMessages();
  server.answer(sendPrompt, ({ body }) => {
    const [prompt, answer] = turn(said.length + 1);
    said.push({ ...prompt, content: body.prompt }, answer);
    return { dialogue_id: dialogueId, prompt: { ...prompt, content: body.prompt }, answer };
  });
});

const open = () => renderRoutes(routes, { path: `/dialogue/${dialogueId}`, session: {} });
type Props = ReturnType<typeof open>;
const field = () => screen.findByRole('textbox', { name: 'Prompt' });
const shown = () => screen.getAllByRole('article').map((it) => /(?:Prompt|Answer) \d+/.exec(it.textContent)?.[0]);
const from = (first: number, last: number) =>
  Array.from(
    { length: last - first + 1 },
    (_, index) => `${(first + index) % 2 === 1 ? 'Prompt' : 'Answer'} ${first + index}`,
  );
const shows = (first: number, last: number) => waitFor(() => expect(shown()).toEqual(from(first, last)));

async function say({ user }: Props, first: number, last: number): Promise<void> {
  for (let number = first; number < last; number += 2) {
    await user.type(await field(), `Prompt ${number}{Enter}`);
    await screen.findByText(`Answer ${number + 1}`);
  }
}
async function leave({ user }: Props): Promise<void> {
  await user.click(screen.getByRole('link', { name: 'Leave' }));
}
const returnBy = {
  Back: ({ user }: Props) => user.click(screen.getByRole('button', { name: 'Back' })),
  'a link': ({ user }: Props) => user.click(screen.getByRole('link', { name: 'Again' })),
};

describe.each(['Back', 'a link'] as const)('a dialogue that is returned to by %s', (way) => {
  it('shows all that was said in it, more than a page, before the server has answered and afterwards', async () => {
    const it = open();
    await shows(7, 10);
    await say(it, 11, 20);
    await leave(it);
    server.hang(listMessages);
    await returnBy[way](it);
    await field();
    expect(shown()).toEqual(from(7, 20));
    await leave(it);
    answerMessages();
    sayTurns(21, 22);
    await returnBy[way](it);
    await shows(7, 22);
  });

  it('begins at what is new where another device has said more than a page, and leads to what is between', async () => {
    const it = open();
    await shows(7, 10);
    await leave(it);
    sayTurns(11, 20);
    await returnBy[way](it);
    await shows(17, 20);
    for (const first of [13, 9, 5]) {
      await it.user.click(screen.getByRole('button', { name: 'Load older messages' }));
      await shows(first, 20);
    }
  });

  it('does not go back to the page it was opened with where it has begun anew since', async () => {
    const it = open();
    await shows(7, 10);
    sayTurns(11, 20);
    await say(it, 21, 22);
    await shows(19, 22);
    await leave(it);
    server.hang(listMessages);
    await returnBy[way](it);
    await field();
    expect(shown()).toEqual(from(19, 22));
  });

  it('asks again for an answer that could not be read, and shows it', async () => {
    said.push(examplePrompt(11, 'Prompt 11'), exampleAnswer(12, 'Answer', 'running'));
    server.fail(streamRun, 'forbidden', { times: 1 });
    const it = open();
    expect(await screen.findByText(/You don’t have permission to do this/)).toBeInTheDocument();
    await leave(it);
    server.streamEvents(streamRun, answerEvents([' 12'], { from: 6 }));
    await returnBy[way](it);
    await shows(9, 12);
    expect(screen.queryByText(/You don’t have permission to do this/)).not.toBeInTheDocument();
    expect(server.requests(streamRun).map(({ params }) => params.run_id)).toEqual([runIdOf(12), runIdOf(12)]);
  });
});

describe('what another device has said before a turn', () => {
  it('is named as missing while it cannot be loaded, and loaded when somebody asks for it', async () => {
    const it = open();
    await shows(7, 10);
    sayTurns(11, 20);
    server.fail(listMessages, 'forbidden');
    await say(it, 21, 22);
    expect(await screen.findByText('The messages between these couldn’t be loaded.')).toBeInTheDocument();
    await say(it, 23, 24);
    answerMessages();
    await it.user.click(screen.getByRole('button', { name: 'Try again' }));
    await shows(21, 24);
    expect(screen.queryByText('The messages between these couldn’t be loaded.')).not.toBeInTheDocument();
  });
});
