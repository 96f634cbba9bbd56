import { defineRemote } from '@parlance/shared/remote';

export default defineRemote({
  name: 'registration',
  screens: [
    { id: 'privacy-policy', path: '/terms/privacy-policy', title: 'privacyPolicy.title', requires: 'public', frame: 'page' },
    { id: 'service', path: '/terms/service', title: 'service.title', requires: 'public', frame: 'page' },
  ],
});
