import * as api from '@parlance/shared/contract/api/audit/audit-webhook';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, within } from '@testing-library/react';
import { WebhookDialog } from './webhook-dialog.tsx';

const server = fakeServer();

const webhook: api.AuditWebhook = {
  url: 'https://siem.example/in',
  through: 1204,
  both_secrets_until: null,
  given_up: 0,
};
const delivery: api.WebhookDelivery = {
  id: '0198f0aa-0000-7000-8000-000000000005',
  first: 1001,
  last: 1100,
  state: 'given_up',
  tries: 20,
  tried_at: '2026-11-21T10:00:00.000Z',
  status: 503,
  error_code: null,
};
const list = (...items: api.WebhookDelivery[]) => ({ items, next_cursor: null });
const show = () => renderScreen(<WebhookDialog close={() => undefined} />, { session: { isAdmin: true } });
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  server.answer(api.getAuditWebhook, { webhook });
  server.answer(api.listWebhookDeliveries, list());
});

test('the first address brings a secret, which is shown this one time', async () => {
  let now: api.AuditWebhook | null = null;
  server.answer(api.getAuditWebhook, () => ({ webhook: now }));
  server.answer(api.putAuditWebhook, ({ body }) => {
    now = { ...webhook, url: body.url };
    return { webhook: now, secret: 'whsec_abc' };
  });
  const { user } = show();
  const field = await screen.findByRole('textbox', { name: 'URL' });
  await user.type(field, 'siem.example');
  await user.click(await button('Start sending'));
  expect(field).toHaveAccessibleDescription(/full URL/);
  await user.clear(field);
  await user.type(field, 'https://siem.example/in{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_abc');
  await screen.findByText(/Queued for sending up to entry 1,204/);
  expect(await button('Save address')).toBeVisible();
});

test('a test says whether it arrived, or why not; a new secret is shown', async () => {
  server.answer(api.tryAuditWebhook, { has_arrived: true, status: 204, error_code: null });
  const { user } = show();
  await user.click(await button('Send test'));
  await screen.findByText('Test delivered (status 204).');
  server.answer(api.tryAuditWebhook, { has_arrived: false, status: 410, error_code: null });
  await user.click(await button('Send test'));
  await screen.findByText('The receiver responded with status 410.');
  server.answer(api.tryAuditWebhook, { has_arrived: false, status: null, error_code: 'address_timeout' });
  await user.click(await button('Send test'));
  await screen.findByText(/didn’t respond in time/);
  server.answer(api.rotateAuditWebhookSecret, { webhook, secret: 'whsec_new' });
  await user.click(await button('Create new secret'));
  expect(await screen.findByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_new');
});

test('what has not arrived is listed with the reason, and what was given up can be sent again', async () => {
  let state: api.WebhookDelivery['state'] = 'given_up';
  server.answer(api.listWebhookDeliveries, () => list({ ...delivery, state }));
  server.answer(api.resendWebhookDelivery, () => {
    state = 'waiting';
    return { ...delivery, state };
  });
  const { user } = show();
  const pending = within(await screen.findByRole('region', { name: 'Undelivered messages' }));
  expect((await pending.findByRole('listitem')).textContent).toContain(
    'Entries 1,001–1,100Given up. Attempts: 20. The receiver responded with status 503.',
  );
  await user.click(pending.getByRole('button', { name: 'Resend' }));
  await pending.findByText(/It will be retried/);
  expect(pending.queryByRole('button', { name: 'Resend' })).toBeNull();
});

test('the sending ends after a second question', async () => {
  let now: api.AuditWebhook | null = webhook;
  server.answer(api.getAuditWebhook, () => ({ webhook: now }));
  server.answer(api.deleteAuditWebhook, () => {
    now = null;
    return {};
  });
  const { user } = show();
  await user.click(await button('Stop sending'));
  expect(screen.getByText(/undelivered messages are discarded/)).toBeVisible();
  await user.click(await button('Keep sending'));
  await user.click(await button('Stop sending'));
  await user.click(await button('Stop sending'));
  await button('Start sending');
});
