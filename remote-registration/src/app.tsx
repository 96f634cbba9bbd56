import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(remote, {
  'privacy-policy': () => import('./screens/privacy-policy/privacy-policy.tsx'),
  service: () => import('./screens/service/service.tsx'),
  register: () => import('./screens/register/register.tsx'),
});
