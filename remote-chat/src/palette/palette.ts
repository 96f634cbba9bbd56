import { listDialogues } from '@parlance/shared/contract/api/dialogues';
import { listUsableTemplates } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { call } from '@parlance/shared/http';
import { i18n } from '@parlance/shared/i18n';
import type { PaletteGroup, PaletteSource } from '@parlance/shared/remote/palette-source';
import { sessionStore } from '@parlance/shared/session';
import { loadAllBots } from '../all-bots/use-all-bots.ts';
import { newDialogueFrom } from '../started/new-dialogue-address.ts';

/** The largest page. Older dialogues are found by a search. */
const mostDialogues = 100;
/** The number of prompt templates without a search: a few letters find any other. */
const mostTemplates = 20;
/** The number of entries in a group without a search: the last changed dialogues, or bots by name. */
const shownAtFirst = 5;

/**
 * The palette source: the last changed dialogues, the bots, the prompt templates one may use, and the search over all
 * dialogues.
 */
const palette: PaletteSource = {
  groups: () => [
    { id: 'dialogues', title: i18n.t('chat:home.recent'), isNear: true, shownAtFirst, load: loadDialogues },
    { id: 'bots', title: i18n.t('chat:home.bots'), isNear: false, shownAtFirst, load: loadBots },
    ...(sessionStore.getState().features.has('prompt_template') ? [templates()] : []),
  ],
  forSearch: (search) => ({
    title: i18n.t('chat:dialogues.title'),
    entries: [
      {
        id: 'search',
        title: i18n.t('chat:dialogues.searchFor', { search }),
        icon: { drawing: 'search' },
        to: `/dialogues?${new URLSearchParams({ q: search }).toString()}`,
      },
    ],
  }),
};

export default palette;

async function loadDialogues(signal: AbortSignal) {
  const { items } = await call(listDialogues, { query: { limit: mostDialogues } }, { signal });
  return items.map(({ id, title, bot }) => ({
    id,
    title,
    note: bot.name,
    icon: { emoji: bot.avatar },
    to: `/dialogue/${id}`,
  }));
}

async function loadBots(signal: AbortSignal) {
  const bots = await loadAllBots(signal);
  return bots.map(({ id, name, description, avatar }) => ({
    id,
    title: name,
    note: description,
    icon: { emoji: avatar },
    to: `/bots/${id}`,
  }));
}

/** Returns the prompt templates, each with a link that opens its form on the home screen. */
const templates = (): PaletteGroup => ({
  id: 'templates',
  title: i18n.t('chat:composer.templates.title'),
  isNear: false,
  shownAtFirst: 0,
  load: (signal) => findTemplates('', signal),
  search: findTemplates,
});

async function findTemplates(q: string, signal: AbortSignal) {
  const { items } = await call(listUsableTemplates, { query: { q, limit: mostTemplates } }, { signal });
  return items.map(({ id, title, description, command }) => ({
    id,
    title: i18n.t('chat:composer.templates.use', { title }),
    note: [command === null ? '' : `/${command}`, description].filter((it) => it !== '').join(' · '),
    icon: { drawing: 'template' },
    to: newDialogueFrom(id),
  }));
}
