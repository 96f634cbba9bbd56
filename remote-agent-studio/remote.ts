import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'agent-studio',
  surface: '1.2',
  screens: [
    {
      id: 'agent-controller', path: '/agent-controller', title: 'agentController.title',
      menu: { section: 'studio', icon: 'robot', order: 10 },
    },
    { id: 'agent-builder', path: '/agent-builder', title: 'agentBuilder.title' },
    { id: 'agent-edit', path: '/agent-edit/:botId', title: 'agentEdit.title' },
    {
      id: 'prompt-template-controller', path: '/prompt-template-controller', title: 'promptTemplateController.title',
      menu: { section: 'studio', icon: 'template', order: 20 },
      requires: { feature: 'prompt_template' },
    },
    { id: 'prompt-template-builder', path: '/prompt-template-builder', title: 'promptTemplateBuilder.title', requires: { feature: 'prompt_template' } },
    { id: 'prompt-template-editor', path: '/prompt-template-editor/:templateId', title: 'promptTemplateEditor.title', requires: { feature: 'prompt_template' } },
    {
      id: 'agent-automation', path: '/agent-automation', title: 'agentAutomation.title',
      menu: { section: 'studio', icon: 'bolt', order: 30 },
    },
    {
      id: 'agent-scheduling', path: '/agent-scheduling', title: 'agentScheduling.title',
      menu: { section: 'studio', icon: 'clock', order: 40 },
    },
  ],
  palette: {},
});
