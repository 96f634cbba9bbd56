import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { AnswerLater } from './answer-later.tsx';
import { answerOf } from '../state/answer.ts';
import type { Answer } from '../state/answer.ts';
import { policyCitation } from '../markdown/examples.ts';

fakeServer();
const written = answerOf({
  content: 'You have **thirty** days [1].',
  citations: [policyCitation],
  status: 'complete',
  errorCode: null,
});
const show = (answer: Answer) =>
  renderScreen(<AnswerLater id="1" answer={answer} name="Leave helper" />, { session: {} });

test('an answer is read as it was written until what draws it is there', async () => {
  show(written);
  expect(screen.getByText('You have **thirty** days [1].')).toBeInTheDocument();
  expect(await screen.findByText('thirty', { selector: 'strong' })).toBeInTheDocument();
});

test('a passage opens over the page, from its mark and from the list of sources', async () => {
  const { user } = show(written);
  await user.click(await screen.findByRole('button', { name: 'Source 1: leave-policy.md' }));
  const passage = within(await screen.findByRole('dialog', { name: 'Source 1: leave-policy.md' }));
  expect(passage.getByText('Everyone has thirty days of leave a year.')).toBeInTheDocument();
  await user.click(passage.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(
    within(screen.getByRole('list', { name: 'Sources' })).getByRole('button', { name: /Days of leave/ }),
  );
  expect(await screen.findByRole('dialog', { name: 'Source 1: leave-policy.md' })).toBeInTheDocument();
});

test('what cannot be drawn is read as it was written, and takes nothing down with it', async () => {
  // React logs the errors that a boundary catches.
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const blocks = new Proxy(written.blocks, {
    get: () => {
      throw new Error('It cannot be drawn.');
    },
  });
  show({ ...written, blocks });
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(screen.getByText('You have **thirty** days [1].')).toBeInTheDocument();
  said.mockRestore();
});
