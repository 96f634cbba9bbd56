import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(remote, {
  home: () => import('./screens/home/home.tsx'),
  bots: () => import('./screens/bots/bots.tsx'),
  dialogue: () => {
    // Both at once: the screen needs it with its first answer. A failure shows where it is drawn.
    void import('./answer/markdown.tsx').catch(() => undefined);
    return import('./screens/dialogue/dialogue.tsx');
  },
});
