import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'admin',
  screens: [
    {
      id: 'user-group-manager', path: '/user-group-manager', title: 'userGroups.title',
      menu: { section: 'admin', icon: 'team', order: 20 },
      requires: { role: 'admin', feature: 'user_management' },
    },
    {
      id: 'subscription-manager', path: '/subscription-manager', title: 'subscription.title',
      menu: { section: 'admin', icon: 'card', order: 80 },
      requires: { role: 'admin', workspace: 'owner-when-expired' },
    },
  ],
  reserved: [
    { path: '/dashboard', requires: { role: 'admin', feature: 'dashboard' } },
    { path: '/privilege-manager', requires: { role: 'admin', feature: 'privilege' } },
    { path: '/dialogue-log', requires: { role: 'admin', feature: 'dialogue_log' } },
    { path: '/dialogue-log/:dialogueId', requires: { role: 'admin', feature: 'dialogue_log' } },
    { path: '/file-manager', requires: { role: 'admin', feature: 'file_management' } },
    { path: '/governance', requires: { role: 'admin', feature: 'governance' } },
    { path: '/governance/:ruleId', requires: { role: 'admin', feature: 'governance' } },
    { path: '/audit-log', requires: { role: 'admin', feature: 'system_log' } },
  ],
});
