import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'registration',
  surface: '1.4',
  screens: [
    {
      id: 'privacy-policy',
      path: '/terms/privacy-policy',
      title: 'privacyPolicy.title',
      requires: 'public',
      frame: 'page',
    },
    { id: 'service', path: '/terms/service', title: 'service.title', requires: 'public', frame: 'page' },
    // A person who registers has no session before step 2, so these are public. The registration guard (specification
    // §4) protects each of them: src/registration/registration-guard.ts.
    { id: 'register', path: '/terms/register', title: 'register.title', requires: 'public', frame: 'page' },
    { id: 'step1', path: '/terms/register/step1', title: 'step1.title', requires: 'public', frame: 'page' },
    { id: 'step2', path: '/terms/register/step2', title: 'step2.title', requires: 'public', frame: 'page' },
    { id: 'token', path: '/terms/register/step2/token', title: 'token.title', requires: 'public', frame: 'page' },
    { id: 'step3', path: '/terms/register/step3', title: 'step3.title', requires: 'public', frame: 'page' },
    { id: 'step4', path: '/terms/register/step4', title: 'step4.title', requires: 'public', frame: 'page' },
    {
      id: 'enterprise-contact-us',
      path: '/terms/register/enterprise-contact-us',
      title: 'enterprise.title',
      requires: 'public',
      frame: 'page',
    },
    { id: 'verify', path: '/terms/register/verify', title: 'verify.title', requires: 'public', frame: 'page' },
  ],
});
