import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'registration',
  screens: [
    { id: 'privacy-policy', path: '/terms/privacy-policy', title: 'privacyPolicy.title', requires: 'public', frame: 'page' },
    { id: 'service', path: '/terms/service', title: 'service.title', requires: 'public', frame: 'page' },
    {
      id: 'register', path: '/terms/register', children: ['step1', 'step2', 'step2/token', 'step3', 'step4', 'verify'], title: 'register.title',
      requires: { registration: 'any', workspace: 'any' }, frame: 'page',
    },
  ],
  reserved: [{ path: '/terms/register/enterprise-contact-us', requires: { registration: 'any', workspace: 'any' } }],
});
