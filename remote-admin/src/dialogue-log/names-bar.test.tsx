import { getShownNames, hideNames, reasonLength, showNames } from '@parlance/shared/contract/api/dialogue-log';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { NamesBar } from './names-bar.tsx';
import { seenWith, useNames } from './use-names.ts';

const server = fakeServer();
const reason = 'A complaint about a wrong answer';
const shown = { until: '2026-11-21T11:00:00.000Z', reason };
const hidden = { until: null, reason: null };

/** The bar above a list, with the cache key of the list. */
function Bar() {
  const names = useNames();
  return (
    <>
      <NamesBar names={names} />
      <output aria-label="list">{seenWith(names)}</output>
    </>
  );
}
const show = () => renderScreen(<Bar />, { session: { isAdmin: true } });
const listIs = (words: string) => waitFor(() => expect(screen.getByLabelText('list')).toHaveTextContent(words));
const dialog = () => within(screen.getByRole('dialog', { name: 'Show names' }));

test('until it is known whether names are shown, nothing is offered and the list is without them', async () => {
  server.hang(getShownNames);
  show();
  await listIs('without names');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('names that are shown say until when and why, and are hidden at once', async () => {
  let now: typeof shown | typeof hidden = shown;
  server.answer(getShownNames, () => now);
  server.answer(hideNames, () => {
    now = hidden;
    return hidden;
  });
  const { user } = show();
  expect(await screen.findByText(new RegExp(`11:00.*Reason: ${reason}$`))).toBeInTheDocument();
  await listIs('with names');
  await user.click(screen.getByRole('button', { name: 'Hide names' }));
  await listIs('without names');
  expect(screen.getByRole('button', { name: 'Show names' })).toBeInTheDocument();
});

test('a reason is as long as it has to be without the spaces around it, and is sent so', async () => {
  server.answer(getShownNames, hidden);
  server.answer(showNames, shown);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Show names' }));
  const field = dialog().getByRole('textbox', { name: 'Reason' });
  await user.type(field, `  ${'a'.repeat(reasonLength.least - 1)}  {Enter}`);
  expect(field).toBeInvalid();
  expect(server.requests(showNames)).toEqual([]);
  await user.clear(field);
  await user.type(field, `  ${'a'.repeat(reasonLength.least)}  {Enter}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.requests(showNames)[0]?.body).toEqual({ reason: 'a'.repeat(reasonLength.least) });
});

test('a refusal is told where the reason was typed, which stays', async () => {
  server.answer(getShownNames, hidden);
  server.fail(showNames, 'forbidden');
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Show names' }));
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), `${reason}{Enter}`);
  expect(await dialog().findByText(/^You don’t have permission to do this/)).toBeInTheDocument();
  expect(dialog().getByRole('textbox', { name: 'Reason' })).toHaveValue(reason);
  await listIs('without names');
});
