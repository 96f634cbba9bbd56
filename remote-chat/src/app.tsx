import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(remote, {
  home: () => import('./screens/home/home.tsx'),
  bots: () => import('./screens/bots/bots.tsx'),
  dialogue: () => {
    const screen = import('./screens/dialogue/dialogue.tsx');
    // At the same time: the first answer needs it. A failure shows where an answer is drawn.
    void import('./answer/markdown.tsx').catch(() => undefined);
    return screen;
  },
});
