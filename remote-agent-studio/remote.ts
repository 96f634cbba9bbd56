import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'agent-studio',
  screens: [
    {
      id: 'agent-controller', path: '/agent-controller', title: 'agentController.title',
      menu: { section: 'studio', icon: 'robot', order: 10 },
    },
  ],
});
