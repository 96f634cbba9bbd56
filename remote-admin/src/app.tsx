import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(remote, {
  dashboard: () => import('./screens/dashboard/dashboard.tsx'),
  'user-group-manager': () => import('./screens/user-group-manager/user-group-manager.tsx'),
  'privilege-manager': () => import('./screens/privilege-manager/privilege-manager.tsx'),
  'dialogue-log': () => import('./screens/dialogue-log/dialogue-log.tsx'),
  'dialogue-transcript': () => import('./screens/dialogue-transcript/dialogue-transcript.tsx'),
  'file-manager': () => import('./screens/file-manager/file-manager.tsx'),
  governance: () => import('./screens/governance/governance.tsx'),
  'governance-rule': () => import('./screens/governance-rule/governance-rule.tsx'),
  'audit-log': () => import('./screens/audit-log/audit-log.tsx'),
  'subscription-manager': () => import('./screens/subscription-manager/subscription-manager.tsx'),
});
