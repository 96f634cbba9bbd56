import { Link } from '@parlance/shared/router';
import { anonymousSession, sessionStore, unknownSession } from '@parlance/shared/session';
import { renderScreen, signIn } from '@parlance/shared/testing';
import { act, screen } from '@testing-library/react';
import { useLeavingAsks } from './leaving.ts';

function Form({ of }: { readonly of: 'path' | 'address' }) {
  useLeavingAsks(true, { of });
  return <Link to="/form?tab=other">Other tab</Link>;
}

afterEach(() => jest.restoreAllMocks());

test.each([
  ['path', 0],
  ['address', 1],
] as const)(
  'a form that goes with its %s asks %i times where only what stands behind the “?” changes',
  async (of, times) => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(true);
    const { user } = renderScreen(<Form of={of} />, { path: '/form', route: '/form' });
    await user.click(screen.getByRole('link', { name: 'Other tab' }));
    expect(confirm).toHaveBeenCalledTimes(times);
  },
);

test('where the session has ended nothing is asked: what is typed waits', () => {
  signIn();
  renderScreen(<Form of="path" />, { path: '/form', route: '/form' });
  const close = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(close()).toBe(false);
  act(() => sessionStore.setState(anonymousSession, true));
  expect(close()).toBe(true);
  // The session has moved to somebody else, and the page is leaving.
  act(() => sessionStore.setState(unknownSession, true));
  expect(close()).toBe(true);
});

test('where another release is loaded nothing is asked: what is typed waits', () => {
  signIn();
  renderScreen(<Form of="path" />, { path: '/form', route: '/form' });
  const close = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(close()).toBe(false);
  window.dispatchEvent(new Event('parlance:reload'));
  expect(close()).toBe(true);
});

test('the browser asks before the page is closed, and no longer when the form is gone', () => {
  signIn();
  const { unmount } = renderScreen(<Form of="path" />, { path: '/form', route: '/form' });
  const close = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(close()).toBe(false);
  unmount();
  expect(close()).toBe(true);
});
