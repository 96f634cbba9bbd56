import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'chat',
  surface: '1.5',
  screens: [
    {
      id: 'home',
      path: '/',
      title: 'home.title',
      outline: { width: 1080, parts: ['bar', 'line', 'field', 'cards'] },
      menu: { section: 'chat', icon: 'home', order: 10 },
      first: [
        { path: '/bots/v1/bots', query: { limit: 100 } },
        { path: '/dialogues/v1/dialogues', query: { limit: 8 } },
      ],
    },
    {
      id: 'bots',
      path: '/bots/:botId',
      title: 'bots.title',
      outline: { width: 808, parts: ['bar', 'line', 'rows'] },
      first: [{ path: '/bots/v1/bots/:botId' }],
    },
    {
      id: 'dialogues',
      path: '/dialogues',
      title: 'dialogues.title',
      outline: { parts: ['title', 'rows'] },
      menu: { section: 'chat', icon: 'chat', order: 20 },
      first: [{ path: '/dialogues/v1/dialogues', query: { archived: 'false' } }],
    },
    {
      id: 'shared',
      path: '/shared/:shareId',
      title: 'shared.title',
      outline: { width: 808, parts: ['bar', 'talk'] },
      first: [
        { path: '/shares/v1/shares/:shareId' },
        { path: '/shares/v1/shares/:shareId/messages', query: { limit: 100 } },
      ],
    },
    {
      id: 'dialogue',
      path: '/dialogue/:dialogueId',
      title: 'dialogue.title',
      outline: { width: 808, parts: ['bar', 'talk'] },
      first: [
        { path: '/dialogues/v1/dialogues/:dialogueId' },
        { path: '/dialogues/v1/dialogues/:dialogueId/messages' },
      ],
    },
  ],
  rail: { action: { title: 'dialogues.begin', to: '/#ask', icon: 'plus' } },
  palette: {},
});
