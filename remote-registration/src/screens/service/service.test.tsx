import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import Service from './service.tsx';

fakeServer();

test('can be read by anyone and leads to the privacy policy', async () => {
  const { user, location } = renderScreen(<Service />, { path: '/terms/service' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms of service' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2, name: 'Answers of assistants' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Privacy policy' }));
  expect(location()).toBe('/terms/privacy-policy');
});
