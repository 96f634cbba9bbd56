import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(
  remote,
  {
    home: () => import('./screens/home/home.tsx'),
    bots: () => import('./screens/bots/bots.tsx'),
    dialogues: () => import('./screens/dialogues/dialogues.tsx'),
    shared: () => import('./screens/shared/shared.tsx'),
    dialogue: () => import('./screens/dialogue/dialogue.tsx'),
  },
  {
    rail: () => import('./rail/rail.tsx'),
    palette: () => import('./palette/palette.ts'),
  },
);
