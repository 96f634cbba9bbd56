import { act, screen, waitFor, within } from '@testing-library/react';
import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import {
  chooseBranch,
  continueAnswer,
  getDialogue,
  listMessages,
  rateAnswer,
  ratingReasons,
  regenerateAnswer,
  removeRating,
  sendPrompt,
} from '@parlance/shared/contract/api/dialogues';
import type { Message, RatingReason } from '@parlance/shared/contract/api/dialogues';
import { getRun, stopRun, streamRun } from '@parlance/shared/contract/api/runs/runs';
import { call } from '@parlance/shared/http';
import { Link } from '@parlance/shared/router';
import { renderRoutes } from '@parlance/shared/testing';
import { onNotice } from '@parlance/shared/ui/toasts';
import type { Notice } from '@parlance/shared/ui/toasts';
import {
  answerEvents,
  dialogueId,
  exampleAnswer,
  exampleAttachment,
  examplePrompt,
  runIdOf,
  spentAllowance,
} from '../../examples/examples.ts';
import { dialogueScreen, messages } from '../../testing/dialogue-screen.tsx';
import Dialogue from './dialogue.tsx';

const asked = examplePrompt(1, 'How many days?');
const answered = exampleAnswer(2, 'You have thirty days.');
const other = { ...exampleAnswer(4, ''), parent_id: asked.id, versions: [answered.id, exampleAnswer(4, '').id] };
const turn = (prompt: Message, answer: Message) => ({ dialogue_id: dialogueId, prompt, answer });
const withStatus = (answer: Message, status: 'queued' | 'running' | 'complete', number: number): Message => ({
  ...answer,
  run: { id: runIdOf(number), status, error_code: null },
});

const { server, show, field, answers } = dialogueScreen(answered, asked);
const reasonWords: Readonly<Record<RatingReason, string>> = {
  accurate: 'Correct',
  helpful: 'Helpful',
  well_written: 'Well written',
  inaccurate: 'Incorrect',
  incomplete: 'Incomplete',
  source_wrong: 'The source doesn’t say this',
  instructions_ignored: 'Didn’t do what I asked',
  unsafe: 'Harmful or offensive',
  other: 'Something else',
};
const prompts = () => screen.getAllByRole('article', { name: /^Mia Member/ });

describe('an answer', () => {
  it('is given once more, as a further version beside the one before', async () => {
    server.answer(regenerateAnswer, turn(asked, withStatus(other, 'running', 4)));
    server.streamEvents(streamRun, answerEvents(['Thirty, ', 'I said.']));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Regenerate' }));
    await waitFor(() => expect(answers()[0]).toHaveTextContent('Thirty, I said.'));
    expect(answers()).toHaveLength(1);
    expect(screen.getByText('Version 2 of 2')).toBeInTheDocument();
    expect(server.requests(regenerateAnswer)[0]?.params.message_id).toBe(answered.id);
  });

  it.each(['stopped', 'interrupted', 'failed'] as const)('that was %s can be gone on with', async (status) => {
    server.answer(listMessages, messages(exampleAnswer(2, 'You have', status), asked));
    server.answer(continueAnswer, turn(asked, { ...withStatus(other, 'running', 4), content: 'You have' }));
    server.streamEvents(streamRun, answerEvents([' thirty days.'], { from: 8 }));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(answers()[0]).toHaveTextContent('You have thirty days.'));
  });

  it('that is whole cannot be gone on with', async () => {
    show();
    await screen.findByRole('button', { name: 'Regenerate' });
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  });

  it('says in words why it could not be given once more, and leads to what is left', async () => {
    server.fail(regenerateAnswer, 'allowance_spent');
    server.answer(getAllowance, spentAllowance);
    const notices: Notice[] = [];
    const stopListening = onNotice((notice) => notices.push(notice));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Regenerate' }));
    await waitFor(() => expect(notices).toHaveLength(1));
    stopListening();
    expect(notices[0]?.action?.label).toBe('Usage this month');
    act(() => notices[0]?.action?.run());
    expect(await screen.findByRole('dialog', { name: 'Usage this month' })).toBeInTheDocument();
  });

  it('is read in another version, and what belongs to it with it', async () => {
    const versions = [answered.id, other.id];
    const next = { ...examplePrompt(5, 'And then?'), parent_id: other.id };
    const last = { ...exampleAnswer(6, 'Nothing.'), parent_id: next.id };
    server.answer(listMessages, messages({ ...answered, versions }, asked));
    server.answer(chooseBranch, { leaf_id: last.id });
    const { user } = show();
    const forward = await screen.findByRole('button', { name: 'Next version' });
    expect(screen.getByRole('button', { name: 'Previous version' })).toBeDisabled();
    server.answer(listMessages, messages(last, next, { ...other, content: 'Thirty.' }, asked));
    await user.click(forward);
    expect(await screen.findByText('Nothing.')).toBeInTheDocument();
    expect(screen.getByText('Version 2 of 2')).toBeInTheDocument();
    expect(server.requests(chooseBranch)[0]?.body.message_id).toBe(other.id);
  });

  it('is rated at once, with reasons for who wants to say them, and the rating is taken back', async () => {
    server.answer(rateAnswer, ({ body }) => body);
    server.answer(removeRating, {});
    const { user } = show();
    const bad = await screen.findByRole('button', { name: 'Bad answer' });
    await user.click(bad);
    const form = await screen.findByRole('form', { name: 'Thank you. What was wrong with it?' });
    expect(bad).toHaveAttribute('aria-pressed', 'true');
    await user.click(within(form).getByRole('checkbox', { name: 'Incomplete' }));
    await user.type(within(form).getByRole('textbox'), 'The half day.');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: /Thank you/ })).not.toBeInTheDocument());
    expect(server.requests(rateAnswer).map(({ body }) => body)).toEqual([
      { value: 'down', reasons: [], comment: '' },
      { value: 'down', reasons: ['incomplete'], comment: 'The half day.' },
    ]);
    await user.click(bad);
    await waitFor(() => expect(bad).toHaveAttribute('aria-pressed', 'false'));
    expect(server.requests(removeRating)).toHaveLength(1);
  });

  it.each((['up', 'down'] as const).flatMap((value) => ratingReasons[value].map((reason) => ({ value, reason }))))(
    'that is rated $value for being $reason is saved as the contract has it',
    async ({ value, reason }) => {
      server.answer(rateAnswer, ({ body }) => body);
      const { user } = show();
      await user.click(await screen.findByRole('button', { name: value === 'up' ? 'Good answer' : 'Bad answer' }));
      const form = await screen.findByRole('form', { name: /Thank you/ });
      await user.click(within(form).getByRole('checkbox', { name: reasonWords[reason] }));
      await user.click(within(form).getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(form).not.toBeInTheDocument());
      expect(server.requests(rateAnswer).at(-1)?.body).toEqual({ value, reasons: [reason], comment: '' });
    },
  );

  it('that is rated with the other thumb has another form, and keeps what was said in words', async () => {
    server.answer(rateAnswer, ({ body }) => body);
    server.answer(
      listMessages,
      messages(
        { ...answered, rating: { value: 'up', reasons: ['helpful', 'other'], comment: 'The half day.' } },
        asked,
      ),
    );
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Bad answer' }));
    const bad = within(await screen.findByRole('form', { name: 'Thank you. What was wrong with it?' }));
    expect(bad.getByRole('textbox')).toHaveValue('The half day.');
    await user.click(bad.getByRole('checkbox', { name: 'Incomplete' }));
    await user.click(screen.getByRole('button', { name: 'Good answer' }));
    const good = within(await screen.findByRole('form', { name: 'Thank you. What was good about it?' }));
    await user.click(good.getByRole('checkbox', { name: 'Correct' }));
    await user.click(good.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: /Thank you/ })).not.toBeInTheDocument());
    expect(server.requests(rateAnswer).map(({ body }) => body)).toEqual([
      { value: 'down', reasons: ['other'], comment: 'The half day.' },
      { value: 'up', reasons: ['other'], comment: 'The half day.' },
      { value: 'up', reasons: ['other', 'accurate'], comment: 'The half day.' },
    ]);
  });

  it('tells on demand what it took', async () => {
    server.answer(getRun, {
      id: runIdOf(2),
      status: 'complete',
      model: { kind: 'language-model', name: 'large-1' },
      instead_of: 'larger-2',
      created_at: new Date().toISOString(),
      first_ms: 420,
      total_ms: 5300,
      input_tokens: 1234,
      output_tokens: 56,
      cost: { micros: 4200, currency: 'EUR' },
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Answer actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Answer details' }));
    const dialog = await screen.findByRole('dialog', { name: 'Answer details' });
    expect(await within(dialog).findByText('large-1')).toBeInTheDocument();
    for (const fact of ['larger-2', '0.42 sec', '5.3 sec', '1,234', '56', '€0.0042'])
      expect(within(dialog).getByText(fact)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that has failed tells an administrator at a press what its model’s provider said, and nobody else', async () => {
    server.answer(listMessages, messages(exampleAnswer(2, '', 'failed'), asked));
    server.answer(getRun, {
      id: runIdOf(2),
      status: 'failed',
      model: { kind: 'language-model', name: 'large-1' },
      instead_of: null,
      created_at: new Date().toISOString(),
      first_ms: null,
      total_ms: 300,
      input_tokens: null,
      output_tokens: null,
      cost: null,
      failure: { status: 401, words: 'Incorrect API key provided: [secret]', request_id: 'req_1' },
    });
    const { unmount } = show();
    await screen.findByRole('button', { name: 'Continue' });
    expect(screen.queryByRole('button', { name: 'View error details' })).not.toBeInTheDocument();
    unmount();
    const { user } = show(undefined, { isAdmin: true });
    await user.click(await screen.findByRole('button', { name: 'View error details' }));
    const dialog = await screen.findByRole('dialog', { name: 'Answer details' });
    expect(await within(dialog).findByText('401 · Incorrect API key provided: [secret]')).toBeInTheDocument();
    expect(within(dialog).getByText('req_1')).toBeInTheDocument();
  });
});

describe('a prompt', () => {
  it('is asked differently, as a branch below the same message', async () => {
    const edited = {
      ...examplePrompt(3, 'How many weeks?'),
      parent_id: null,
      versions: [asked.id, examplePrompt(3, '').id],
    };
    server.answer(
      sendPrompt,
      turn(edited, { ...withStatus(exampleAnswer(4, ''), 'running', 4), parent_id: edited.id }),
    );
    server.streamEvents(streamRun, answerEvents(['Six.']));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Edit prompt' }));
    const editor = screen.getByRole('textbox', { name: 'Edited prompt' });
    expect(editor).toHaveValue('How many days?');
    expect(editor).toHaveFocus();
    await user.clear(editor);
    await user.type(editor, 'How many weeks?{Enter}');
    await waitFor(() => expect(answers()[0]).toHaveTextContent('Six.'));
    expect(prompts()).toHaveLength(1);
    expect(screen.getByText('Version 2 of 2')).toBeInTheDocument();
    expect(server.requests(sendPrompt)[0]?.body).toMatchObject({ prompt: 'How many weeks?', parent_id: null });
  });

  it('stays as it was where the editor is left by Escape', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Edit prompt' }));
    await user.type(screen.getByRole('textbox', { name: 'Edited prompt' }), ' Really?{Escape}');
    expect(prompts()[0]).toHaveTextContent('How many days?');
    expect(screen.queryByRole('textbox', { name: 'Edited prompt' })).not.toBeInTheDocument();
  });

  it('waits behind an answer that is written, and can be taken back into the composer', async () => {
    server.answer(listMessages, messages(exampleAnswer(2, 'You have', 'running'), asked));
    server.streamEvents(streamRun, [], { then: 'hold' });
    server.answer(sendPrompt, turn(examplePrompt(3, 'And in 2027?'), exampleAnswer(4, '', 'queued')));
    server.answer(stopRun, { status: 'stopped', is_taken_back: true });
    const { user } = show();
    await screen.findByRole('button', { name: 'Stop' });
    await user.type(await field(), 'And in 2027?{Enter}');
    expect(await screen.findByText(/Waiting for the previous answer to finish/)).toBeInTheDocument();
    expect(answers()).toHaveLength(1);
    await user.type(await field(), 'Thanks.');
    await user.click(screen.getByRole('button', { name: 'Cancel prompt' }));
    await waitFor(() => expect(prompts()).toHaveLength(1));
    expect(server.requests(stopRun)[0]?.params.run_id).toBe(runIdOf(4));
    expect(await field()).toHaveValue('And in 2027?\n\nThanks.');
  });

  describe('that waits and has a file', () => {
    const file = exampleAttachment();
    beforeEach(() => {
      server.answer(
        listMessages,
        messages(
          exampleAnswer(4, '', 'queued'),
          { ...examplePrompt(3, 'And in 2027?'), attachments: [file] },
          exampleAnswer(2, 'You have', 'running'),
          asked,
        ),
      );
      server.streamEvents(streamRun, [], { then: 'hold' });
    });
    const taken = () => server.answer(listMessages, messages(exampleAnswer(2, 'You have', 'running'), asked));

    it('is taken back with it', async () => {
      server.answer(stopRun, { status: 'stopped', is_taken_back: true });
      const { user } = show();
      const takeBack = await screen.findByRole('button', { name: 'Cancel prompt' });
      await user.type(await field(), 'Thanks.');
      taken();
      await user.click(takeBack);
      await waitFor(async () => expect(await field()).toHaveValue('And in 2027?\n\nThanks.'));
      expect(within(await screen.findByRole('list', { name: 'Files' })).getByText('figures.pdf')).toBeInTheDocument();
      expect(prompts()).toHaveLength(1);
      expect(screen.getByRole('button', { name: 'Remove “figures.pdf”' })).toBeInTheDocument();
    });

    it('is taken back where the answer to an earlier request for that was lost', async () => {
      server.fail(stopRun, 'not_found');
      const { user } = show();
      const takeBack = await screen.findByRole('button', { name: 'Cancel prompt' });
      taken();
      await user.click(takeBack);
      await waitFor(async () => expect(await field()).toHaveValue('And in 2027?'));
    });

    it('stays in the dialogue, and is not written on, where its answer had begun', async () => {
      server.answer(stopRun, { status: 'stopped', is_taken_back: false });
      const notices: Notice[] = [];
      const stopListening = onNotice((notice) => notices.push(notice));
      const { user } = show();
      const takeBack = await screen.findByRole('button', { name: 'Cancel prompt' });
      server.answer(
        listMessages,
        messages(
          exampleAnswer(4, 'In', 'stopped'),
          examplePrompt(3, 'And in 2027?'),
          exampleAnswer(2, 'You have', 'running'),
          asked,
        ),
      );
      await user.click(takeBack);
      await waitFor(() => expect(notices).toHaveLength(1));
      stopListening();
      expect(notices[0]?.message).toMatch(/had already started/);
      expect(await field()).toHaveValue('');
      expect(prompts()).toHaveLength(2);
    });
  });

  it('is sent after the one before it, however quickly it follows', async () => {
    let arrived: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (arrived = resolve));
    server.streamEvents(streamRun, [], { then: 'hold' });
    server.answer(sendPrompt, async ({ body: { prompt } }) => {
      if (prompt === 'One?') await first;
      return prompt === 'One?'
        ? turn(examplePrompt(3, prompt), exampleAnswer(4, '', 'running'))
        : turn(examplePrompt(5, prompt), exampleAnswer(6, '', 'queued'));
    });
    const { user } = show();
    await user.type(await field(), 'One?{Enter}');
    await user.type(await field(), 'Two?{Enter}');
    expect(server.requests(sendPrompt)).toHaveLength(1);
    arrived();
    expect(await screen.findByText(/Waiting for the previous answer to finish/)).toBeInTheDocument();
    expect(server.requests(sendPrompt).map(({ body }) => body.prompt)).toEqual(['One?', 'Two?']);
    expect(await field()).toHaveValue('');
  });

  it('that waited is answered when the one before is done', async () => {
    server.answer(
      listMessages,
      messages(
        exampleAnswer(4, '', 'queued'),
        examplePrompt(3, 'And in 2027?'),
        exampleAnswer(2, '', 'running'),
        asked,
      ),
    );
    server.streamEvents(streamRun, answerEvents(['Next.']));
    server.streamEvents(streamRun, answerEvents(['First.']), { times: 1 });
    show();
    await waitFor(() => expect(answers()).toHaveLength(2));
    await waitFor(() => expect(answers()[1]).toHaveTextContent('Next.'));
    expect(answers()[0]).toHaveTextContent('First.');
    await screen.findByText('Leave helper answered: Next.');
    expect(server.requests(streamRun).map(({ params }) => params.run_id)).toEqual([runIdOf(2), runIdOf(4)]);
  });
});

describe('the message that an address names', () => {
  it('is looked for in what is older, and seen', async () => {
    const old = examplePrompt(8, 'Long ago');
    server.answer(listMessages, ({ query }) =>
      query.limit === 100
        ? { items: [answered, asked, old], next_cursor: null }
        : { items: [answered, asked], next_cursor: 'older' },
    );
    show(`/dialogue/${dialogueId}?message=${old.id}`);
    const found = await screen.findByText('Long ago');
    await waitFor(() => expect(found.closest('article')).toHaveFocus());
    expect(server.requests(chooseBranch)).toHaveLength(0);
  });

  describe('in another branch', () => {
    const elsewhere = {
      ...examplePrompt(8, 'Elsewhere'),
      parent_id: null,
      versions: [asked.id, examplePrompt(8, '').id],
    };
    const there = exampleAnswer(9, 'There.');
    const address = `/dialogue/${dialogueId}?message=${elsewhere.id}`;
    /** False once the dialogue is gone from the server, which has two branches. */
    let isHere = true;
    beforeEach(() => {
      isHere = true;
      server.answer(listMessages, ({ query }) =>
        query.branch_of === undefined && isHere ? messages(answered, asked) : messages(there, elsewhere),
      );
    });

    it('is looked at, once, and the branch that is read stays the same', async () => {
      const { location, unmount } = show(address);
      const found = await screen.findByText('Elsewhere');
      await waitFor(() => expect(found.closest('article')).toHaveFocus());
      expect(screen.queryByText('How many days?')).not.toBeInTheDocument();
      expect(server.requests(chooseBranch)).toHaveLength(0);
      await waitFor(() => expect(location()).toBe(`/dialogue/${dialogueId}`));
      unmount();
      show();
      expect(await screen.findByText('How many days?')).toBeInTheDocument();
      expect(screen.queryByText('Elsewhere')).not.toBeInTheDocument();
    });

    it('stays in sight when the dialogue is loaded anew', async () => {
      show(address);
      await screen.findByText('Elsewhere');
      const other = new BroadcastChannel('parlance:dialogue');
      for (const _ of ['once', 'and once more']) {
        const asked = server.requests(listMessages).length;
        other.postMessage(dialogueId);
        await waitFor(() => expect(server.requests(listMessages).length).toBeGreaterThan(asked));
        expect(server.requests(listMessages).at(-1)?.query.branch_of).toBe(elsewhere.id);
        await screen.findByText('There.');
      }
      other.close();
      expect(screen.getByText('Elsewhere')).toBeInTheDocument();
    });

    it('is gone on with below its own end by what is sent there, and is the branch that is read from then on', async () => {
      server.answer(sendPrompt, () => {
        isHere = false;
        return turn(examplePrompt(10, 'More?'), exampleAnswer(11, 'No.'));
      });
      const { user } = show(address);
      await screen.findByText('Elsewhere');
      await user.type(await field(), 'More?{Enter}');
      expect(await screen.findByText('No.')).toBeInTheDocument();
      expect(server.requests(sendPrompt)[0]?.body).toMatchObject({ prompt: 'More?', parent_id: there.id });
      expect(prompts().map(({ textContent }) => /Elsewhere|More\?/.exec(textContent)?.[0])).toEqual([
        'Elsewhere',
        'More?',
      ]);
    });
  });

  it('is looked for again when it is chosen again, and of two the newer one is shown', async () => {
    const old = (number: number) => examplePrompt(number, `Long ago ${number}`);
    const late = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let looked = 0;
    server.answer(listMessages, async ({ query }) => {
      if (query.limit !== 100) return { items: [answered, asked], next_cursor: 'older' };
      await late[looked++]?.promise;
      return { items: [answered, asked, old(9), old(8)], next_cursor: null };
    });
    const seen: string[] = [];
    const see = ({ target }: FocusEvent) =>
      seen.push(/Long ago \d/.exec((target as HTMLElement).textContent)?.[0] ?? ''); // only elements get the focus
    document.addEventListener('focusin', see);
    const to = (number: number) => `/dialogue/${dialogueId}?message=${old(number).id}`;
    const { user, location } = renderRoutes(
      [
        {
          path: '/dialogue/:dialogueId',
          element: (
            <>
              <Link to={to(8)}>Eight</Link>
              <Link to={to(9)}>Nine</Link>
              <Dialogue />
            </>
          ),
        },
      ],
      { path: `/dialogue/${dialogueId}`, session: {} },
    );
    await field();
    await user.click(screen.getByRole('link', { name: 'Eight' }));
    await user.click(screen.getByRole('link', { name: 'Nine' }));
    await waitFor(() => expect(looked).toBe(2));
    late[0]?.resolve(undefined);
    // A round trip: earlier responses have arrived by then.
    await act(() => call(getDialogue, { params: { dialogue_id: dialogueId } }));
    late[1]?.resolve(undefined);
    await waitFor(() => expect(screen.getByText('Long ago 9').closest('article')).toHaveFocus());
    document.removeEventListener('focusin', see);
    expect(seen).not.toContain('Long ago 8');
    await waitFor(() => expect(location()).toBe(`/dialogue/${dialogueId}`));
    await user.click(await field());
    await user.click(screen.getByRole('link', { name: 'Nine' }));
    await waitFor(() => expect(screen.getByText('Long ago 9').closest('article')).toHaveFocus());
  });
});

it('a dialogue that was deleted while its answer was written says so', async () => {
  server.answer(listMessages, messages(exampleAnswer(2, 'You have', 'running'), asked));
  server.streamEvents(streamRun, answerEvents([' thirty days.'], { from: 8 }));
  // The end comes with the next connection, when the dialogue is gone.
  server.streamEvents(streamRun, [], { then: 'hold', times: 1 });
  show();
  await screen.findByRole('heading', { level: 1, name: 'Days of leave' });
  server.fail(getDialogue, 'not_found');
  await waitFor(() => expect(server.requests(streamRun)).toHaveLength(1));
  server.cutStreams();
  expect(await screen.findByText('It has been deleted.')).toBeInTheDocument();
});

describe('another tab of this browser', () => {
  const tab = new BroadcastChannel('parlance:dialogue');
  afterAll(() => tab.close());

  it('that asks something is followed', async () => {
    show();
    await screen.findByText('How many days?');
    server.answer(
      listMessages,
      messages(exampleAnswer(4, 'In spring.'), examplePrompt(3, 'And when?'), answered, asked),
    );
    tab.postMessage(dialogueId);
    expect(await screen.findByText('In spring.')).toBeInTheDocument();
  });

  it('that deletes the dialogue leaves nothing to write into', async () => {
    show();
    await screen.findByText('How many days?');
    server.fail(listMessages, 'not_found');
    tab.postMessage(dialogueId);
    expect(await screen.findByText('It has been deleted.')).toBeInTheDocument();
  });
});
