import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import { ThemeProvider } from '@parlance/shared/ui/core';
import remote from '../remote.ts';

export default createRemoteApp(remote, {
  'user-group-manager': () => import('./screens/user-group-manager/user-group-manager.tsx'),
  'subscription-manager': () => import('./screens/subscription-manager/subscription-manager.tsx'),
}, { around: ThemeProvider });
