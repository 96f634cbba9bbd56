import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(remote, {
  'agent-controller': () => import('./screens/agent-controller/agent-controller.tsx'),
});
