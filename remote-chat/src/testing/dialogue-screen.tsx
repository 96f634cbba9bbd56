import { screen } from '@testing-library/react';
import { getBot } from '@parlance/shared/contract/api/bots';
import { getDialogue, listMessages } from '@parlance/shared/contract/api/dialogues';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { forgetDrafts } from '../composer/draft-store.ts';
import { dialogueId, exampleDialogue, leaveHelper } from '../examples/examples.ts';
import Dialogue from '../screens/dialogue/dialogue.tsx';
import { forgetPlaces } from '../screens/dialogue/kept-places.ts';

/** Returns a page of messages with none before it. */
export const messages = (...newestFirst: Message[]) => ({ items: newestFirst, next_cursor: null });

/** Sets up a server with one dialogue of these messages, anew before each test of a file, and its screen. */
export function dialogueScreen(...newestFirst: Message[]) {
  const server = fakeServer();
  // Loads the chunk up front, so that no test waits for it.
  beforeAll(() => import('@parlance/shared/ui/answer/markdown'));
  beforeEach(() => {
    sessionStorage.clear();
    forgetPlaces();
    forgetDrafts();
    server.answer(getBot, leaveHelper);
    server.answer(getDialogue, exampleDialogue());
    server.answer(listMessages, messages(...newestFirst));
  });
  const show = (path = `/dialogue/${dialogueId}`, session: { isAdmin?: boolean } = {}) =>
    renderScreen(<Dialogue />, { session, route: '/dialogue/:dialogueId', path });
  return {
    server,
    show,
    field: () => screen.findByRole('textbox', { name: 'Prompt' }),
    answers: () => screen.getAllByRole('article', { name: /^Leave helper/ }),
  };
}
