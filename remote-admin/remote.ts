import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'admin',
  surface: '1.2',
  screens: [
    {
      id: 'dashboard', path: '/dashboard', title: 'dashboard.title', outline: { parts: ['title', 'tabs', 'cards'] },
      menu: { section: 'admin', icon: 'chart', order: 10 },
      requires: { role: 'admin', feature: 'dashboard' },
    },
    {
      id: 'user-group-manager', path: '/user-group-manager', title: 'userGroups.title', outline: { parts: ['title', 'tabs', 'table'] },
      menu: { section: 'admin', icon: 'team', order: 20 },
      requires: { role: 'admin', feature: 'user_management' },
    },
    {
      id: 'privilege-manager', path: '/privilege-manager', title: 'privileges.title', outline: { parts: ['title', 'tabs', 'table'] },
      menu: { section: 'admin', icon: 'key', order: 30 },
      requires: { role: 'admin', feature: 'privilege' },
    },
    {
      id: 'dialogue-log', path: '/dialogue-log', title: 'dialogueLog.title', outline: { parts: ['title', 'tabs', 'table'] },
      menu: { section: 'admin', icon: 'transcript', order: 50 },
      requires: { role: 'admin', feature: 'dialogue_log' },
    },
    {
      id: 'file-manager', path: '/file-manager', title: 'files.title', outline: { parts: ['title', 'tabs', 'table'] },
      menu: { section: 'admin', icon: 'file', order: 55 },
      requires: { role: 'admin', feature: 'file_management' },
    },
    { id: 'dialogue-transcript', path: '/dialogue-log/:dialogueId', title: 'dialogueLog.transcript.title', outline: { parts: ['bar', 'talk'] }, requires: { role: 'admin', feature: 'dialogue_log' } },
    {
      id: 'governance', path: '/governance', title: 'governance.title', outline: { parts: ['title', 'tabs', 'table'] },
      menu: { section: 'admin', icon: 'safety', order: 60 },
      requires: { role: 'admin', feature: 'governance' },
    },
    { id: 'governance-rule', path: '/governance/:ruleId', title: 'governance.rule', outline: { parts: ['bar', 'form'] }, requires: { role: 'admin', feature: 'governance' } },
    {
      id: 'audit-log', path: '/audit-log', title: 'auditLog.title', outline: { parts: ['title', 'tabs', 'table'] },
      menu: { section: 'admin', icon: 'log', order: 70 },
      requires: { role: 'admin', feature: 'system_log' },
    },
    {
      id: 'subscription-manager', path: '/subscription-manager', title: 'subscription.title', outline: { parts: ['title', 'tabs', 'cards'] },
      menu: { section: 'admin', icon: 'card', order: 80 },
      requires: { role: 'admin', feature: 'subscription_manager', workspace: 'owner-when-expired' },
    },
  ],
});
