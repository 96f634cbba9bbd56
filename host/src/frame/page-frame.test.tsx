import { setRecorder } from '@parlance/shared/session';
import { fakeServer, renderScreen, signIn } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import { eraseConsentCookie } from '../consent/consent-cookie.ts';
import { startShellConsent } from '../consent/shell-consent.ts';
import { PageFrame } from './page-frame.tsx';

fakeServer();
const record = jest.fn();

test('the foot of a page leads to both documents and opens the cookie settings, and what is saved there is confirmed and recorded', async () => {
  eraseConsentCookie();
  setRecorder({ record });
  const heard: Notice[] = [];
  const stop = onNotice((notice) => heard.push(notice));
  const { user } = renderScreen(<PageFrame />);
  signIn();
  const consent = startShellConsent();
  const foot = within(screen.getByRole('contentinfo'));
  expect(foot.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/terms/privacy-policy');
  expect(foot.getByRole('link', { name: 'Terms of service' })).toHaveAttribute('href', '/terms/service');
  await user.click(foot.getByRole('button', { name: 'Cookie settings' }));
  await waitFor(() => expect(document.documentElement).toHaveClass('show--preferences'));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Cookie settings' })).getByRole('button', { name: 'Save settings' }),
  );
  expect(consent.isAllowed()).toBe(true);
  expect(heard).toEqual([{ kind: 'snackbar', tone: 'good', message: 'Cookie settings saved' }]);
  expect(record.mock.calls).toEqual([['consent_given', { analytics: true, revision: 1 }]]);
  stop();
});
