import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'chat',
  surface: '1.2',
  screens: [
    { id: 'home', path: '/', title: 'home.title', menu: { section: 'chat', icon: 'home', order: 10 } },
    { id: 'bots', path: '/bots/:botId', title: 'bots.title' },
    { id: 'dialogues', path: '/dialogues', title: 'dialogues.title', menu: { section: 'chat', icon: 'chat', order: 20 } },
    { id: 'shared', path: '/shared/:shareId', title: 'shared.title' },
    { id: 'dialogue', path: '/dialogue/:dialogueId', title: 'dialogue.title' },
  ],
  rail: { action: { title: 'dialogues.begin', to: '/#ask', icon: 'plus' } },
  palette: {},
});
