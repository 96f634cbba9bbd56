import { listKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { waitFor } from '@testing-library/react';
import { IsShown } from '../agent-form/is-shown.ts';
import { source, uuid } from '../testing/knowledge.ts';
import { useSources } from './use-sources.ts';

const server = fakeServer();

function Looking({ agentId }: { readonly agentId: string }) {
  return <p>{useSources(agentId, [uuid(1)], 0).status}</p>;
}

test('how a file is read is not asked for behind another tab, and is when it is in front again', async () => {
  server.answer(listKnowledge, { items: [source(1, { state: 'reading' })], next_cursor: null });
  const [shown, hidden] = [uuid(98), uuid(99)];
  const looks = (agentId: string) =>
    server.requests(listKnowledge).filter(({ query }) => query.agent_id === agentId).length;
  const both = (isShown: boolean) => (
    <>
      <Looking agentId={shown} />
      <IsShown value={isShown}>
        <Looking agentId={hidden} />
      </IsShown>
    </>
  );
  const { unmount } = renderScreen(both(false));
  await waitFor(() => expect(looks(hidden)).toBeGreaterThan(0));
  const before = looks(hidden);
  const others = looks(shown);
  await waitFor(() => expect(looks(shown)).toBeGreaterThan(others + 1), { timeout: 10_000 });
  expect(looks(hidden)).toBe(before);
  unmount();
  renderScreen(both(true));
  await waitFor(() => expect(looks(hidden)).toBeGreaterThan(before + 2), { timeout: 10_000 });
});
