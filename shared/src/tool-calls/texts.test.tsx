import { screen, waitFor } from '@testing-library/react';
import { addTexts, i18n } from '@parlance/shared/i18n';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { AnswerBody } from '../answer/view/answer-body.tsx';
import { answerOf } from '../answer/state/answer.ts';
import { exampleCall } from './examples.ts';
import './texts.ts';

const server = fakeServer();
const address = 'http://localhost:3000/assets/files/en.json';
let asked = 0;
const answerTexts = (status: number, json: object) =>
  server.answerAddress(address, () => {
    asked += 1;
    return { status, json: { ...json } };
  });
const answer = answerOf({ content: 'Thirty.', citations: [], status: 'complete', errorCode: null });
const show = (calls = [exampleCall()]) =>
  renderScreen(
    <AnswerBody
      id="0198f0aa-0005-7000-8000-000000000009"
      answer={{ ...answer, calls }}
      name="Leave helper"
      isConnected
      openPassage={() => undefined}
    />,
    { session: {} },
  );

test('what is said of calls is fetched with the first answer that has any; without it nothing is asked of a person in keys', async () => {
  // React logs the errors that a boundary catches, and the texts a failure to fetch them.
  const logged = [jest.spyOn(console, 'error'), jest.spyOn(console, 'warn')];
  for (const spy of logged) spy.mockImplementation(() => undefined);
  answerTexts(503, {});
  const { unmount } = show([]);
  i18n.removeResourceBundle('en', 'tool-calls');
  addTexts('tool-calls', { en: address });
  expect(await screen.findByText('Thirty.')).toBeInTheDocument();
  expect(asked).toBe(0);
  unmount();

  const { user } = show([exampleCall({ state: 'waiting' })]);
  i18n.removeResourceBundle('en', 'tool-calls');
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong. Try again.');
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  expect(asked).toBeGreaterThan(0);

  answerTexts(200, { calls: 'Calls, as fetched' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('list', { name: 'Calls, as fetched' })).toBeInTheDocument());
  // A language that is chosen now brings theirs with it.
  expect(i18n.options.ns).toContain('tool-calls');
  for (const spy of logged) spy.mockRestore();
});
