import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'chat',
  screens: [
    { id: 'home', path: '/', title: 'home.title', menu: { section: 'chat', icon: 'home', order: 10 } },
    { id: 'bots', path: '/bots/:botId', title: 'bots.title' },
    { id: 'dialogue', path: '/dialogue/:dialogueId', title: 'dialogue.title' },
  ],
});
