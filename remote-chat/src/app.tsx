import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(remote, {
  home: () => import('./screens/home/home.tsx'),
  bots: () => import('./screens/bots/bots.tsx'),
  dialogue: () => import('./screens/dialogue/dialogue.tsx'),
});
