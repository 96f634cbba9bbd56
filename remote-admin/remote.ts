import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'admin',
  screens: [
    {
      id: 'user-group-manager', path: '/user-group-manager', title: 'userGroups.title',
      menu: { section: 'admin', icon: 'team', order: 20 },
      requires: { role: 'admin', feature: 'user_management' },
    },
  ],
});
