import { createRemoteApp } from '@parlance/shared/remote/create-remote-app';
import remote from '../remote.ts';

export default createRemoteApp(remote, {
  'privacy-policy': () => import('./screens/privacy-policy/privacy-policy.tsx'),
  service: () => import('./screens/service/service.tsx'),
  register: () => import('./screens/register/register.tsx'),
  step1: () => import('./screens/step1/step1.tsx'),
  step2: () => import('./screens/step2/step2.tsx'),
  token: () => import('./screens/token/token.tsx'),
  step3: () => import('./screens/step3/step3.tsx'),
  step4: () => import('./screens/step4/step4.tsx'),
  'enterprise-contact-us': () => import('./screens/enterprise-contact-us/enterprise-contact-us.tsx'),
  verify: () => import('./screens/verify/verify.tsx'),
});
