import { endpoint } from '../../endpoint.ts';
import { paymentWay } from '../billing/invoices.ts';
import * as z from '@parlance/shared/contract/schema';

const params = z.object({ invoice_id: z.uuid() });

export const downloadInvoice = endpoint({
  service: 'payment',
  method: 'GET',
  path: '/invoices/v1/invoices/:invoice_id/pdf',
  requires: { role: 'admin', feature: 'subscription_manager', workspace: 'owner-when-expired' },
  summary: 'An invoice as a PDF.',
  params,
  response: z.string(),
  answers: 'file',
});

/**
 * Asks the provider to collect an open invoice. Answers 409 conflict if nothing is owed, and 502 if the provider is
 * down: nothing was charged.
 */
export const payInvoice = endpoint({
  service: 'payment',
  method: 'POST',
  path: '/invoices/v1/invoices/:invoice_id/payment',
  requires: { role: 'owner', feature: 'subscription_manager', workspace: 'owner-when-expired' },
  summary: 'Says how an invoice is paid.',
  params,
  response: paymentWay,
});
