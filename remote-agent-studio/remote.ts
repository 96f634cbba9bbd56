import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'agent-studio',
  screens: [
    {
      id: 'agent-controller', path: '/agent-controller', title: 'agentController.title',
      menu: { section: 'studio', icon: 'robot', order: 10 },
    },
  ],
  reserved: [
    { path: '/agent-builder' },
    { path: '/agent-edit/:botId' },
    { path: '/agent-automation' },
    { path: '/agent-scheduling' },
    { path: '/prompt-template-builder', requires: { feature: 'prompt_template' } },
    { path: '/prompt-template-controller', requires: { feature: 'prompt_template' } },
    { path: '/prompt-template-editor/:templateId', requires: { feature: 'prompt_template' } },
  ],
});
