import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'agent-studio',
  surface: '1.2',
  screens: [
    {
      id: 'agent-controller',
      path: '/agent-controller',
      title: 'agentController.title',
      outline: { parts: ['title', 'table'] },
      menu: { section: 'studio', icon: 'robot', order: 10 },
    },
    { id: 'agent-builder', path: '/agent-builder', title: 'agentBuilder.title', outline: { parts: ['title', 'form'] } },
    {
      id: 'agent-edit',
      path: '/agent-edit/:botId',
      title: 'agentEdit.title',
      outline: { parts: ['bar', 'tabs', 'form'] },
    },
    {
      id: 'prompt-template-controller',
      path: '/prompt-template-controller',
      title: 'promptTemplateController.title',
      outline: { parts: ['title', 'table'] },
      menu: { section: 'studio', icon: 'template', order: 20 },
      requires: { feature: 'prompt_template' },
    },
    {
      id: 'prompt-template-builder',
      path: '/prompt-template-builder',
      title: 'promptTemplateBuilder.title',
      outline: { parts: ['title', 'form'] },
      requires: { feature: 'prompt_template' },
    },
    {
      id: 'prompt-template-editor',
      path: '/prompt-template-editor/:templateId',
      title: 'promptTemplateEditor.title',
      outline: { parts: ['bar', 'tabs', 'form'] },
      requires: { feature: 'prompt_template' },
    },
    {
      id: 'agent-automation',
      path: '/agent-automation',
      title: 'agentAutomation.title',
      outline: { parts: ['title', 'table'] },
      menu: { section: 'studio', icon: 'bolt', order: 30 },
    },
    {
      id: 'agent-scheduling',
      path: '/agent-scheduling',
      title: 'agentScheduling.title',
      outline: { parts: ['title', 'table'] },
      menu: { section: 'studio', icon: 'clock', order: 40 },
    },
  ],
  palette: {},
});
