import { useTranslation } from '@parlance/shared/i18n';
import { useNavigate, useParams } from '@parlance/shared/router';
import { useSession } from '@parlance/shared/session';
import { fakeServer, renderScreen, signIn } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { type GalleryBot, listBots } from '../contract/api/bots.ts';
import { signIn as signInEndpoint } from '../contract/api/session/session.ts';
import { call } from '../http/http.ts';

const server = fakeServer();
const bot: GalleryBot = {
  id: '0198f0aa-0000-7000-8000-000000000009',
  name: 'Handbook',
  description: '',
  avatar: '📗',
  category: 'knowledge',
  has_files: true,
  is_favorite: false,
  last_used_at: null,
};

function Trial() {
  const { t } = useTranslation('shared');
  const { dialogueId } = useParams();
  const navigate = useNavigate();
  const name = useSession((session) => session.profile?.username ?? null);
  const [bots, setBots] = useState<string[]>([]);
  const load = () => void call(listBots, {}).then((page) => setBots(page.items.map((it) => it.name)));
  return (
    <main>
      <p>
        {name ?? '–'} · {dialogueId} · {bots.join()}
      </p>
      <button type="button" onClick={load}>
        {t('ui.retry')}
      </button>
      <button type="button" onClick={() => void navigate('/bots/7?x=1')}>
        →
      </button>
    </main>
  );
}

describe('what tests of screens are made of', () => {
  it('shows a screen at an address, in a language, to somebody, on a network that answers by the contract', async () => {
    server.answer(listBots, (input) => ({
      items: [{ ...bot, name: `${bot.name} ${String(input.query.limit)}` }],
      next_cursor: null,
    }));
    const { user, location } = renderScreen(<Trial />, {
      path: '/dialogue/42',
      route: '/dialogue/:dialogueId',
      language: 'de-DE',
      session: { profile: { username: 'Mia' } },
    });
    expect(document.documentElement.lang).toBe('de-DE');
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByText('Mia · 42 · Handbook 30')).toBeInTheDocument();
    expect(location()).toBe('/dialogue/42');
    await user.click(screen.getByRole('button', { name: '→' }));
    expect(location()).toBe('/bots/7?x=1');
  });

  it('is in English unless told otherwise, also after a test in another language', () => {
    renderScreen(<Trial />);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('refuses what a screen sends against the contract', async () => {
    server.answer(signInEndpoint, { member_id: bot.id, second_factor: null });
    await expect(call(signInEndpoint, { body: { email: 'nobody', password: 'x' } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('refuses an answer of the test that is against the contract', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    server.answer(listBots, { items: [{ ...bot, id: 'seven' }], next_cursor: null });
    await expect(call(listBots, {})).rejects.toThrow();
    expect(error).toHaveBeenCalled();
    error.mockRestore();
  });

  it('keeps every test apart: nothing answers that this test has not asked to', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(call(listBots, {})).rejects.toMatchObject({ code: 'network' });
    expect(server.requests(listBots)).toEqual([]);
    expect(error).toHaveBeenCalled();
    error.mockRestore();
  });

  it('signs in an administrator with the features of a plan', () => {
    const session = signIn({ isAdmin: true, features: ['governance'], workspaceStatus: 'EXPIRED' });
    expect(session.subject).toMatchObject({ isAdmin: true, isOwner: false, workspaceStatus: 'EXPIRED' });
    expect([...session.features]).toEqual(['governance']);
  });
});
