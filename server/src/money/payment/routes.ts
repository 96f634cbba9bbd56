import { downloadInvoice, payInvoice } from '@parlance/shared/contract/api/payment/invoices';
import {
  openPaymentPortal,
  receiveStripeEvent,
  setAutomaticPayment,
} from '@parlance/shared/contract/api/payment/payment';
import type { Language } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { routePublic, route, routeFile } from '../../platform/http/route.ts';
import { actingAsSystem } from '../../platform/principal/acting.ts';
import { findPayers } from '../billing/account.ts';
import { findInvoice } from '../billing/invoices.ts';
import { providerNameOf } from '../billing/provider-name.ts';
import { termsOf } from '../billing/terms.ts';
import { setAgreed } from './agree.ts';
import { loadProvider } from './provider.ts';
import { takeEvent } from './settle.ts';
import { loadStripe } from './stripe/settings.ts';

/** How invoices are read and paid. */
export async function paymentRoutes(app: FastifyInstance): Promise<void> {
  const provider = await loadProvider(app);

  routeFile(app, downloadInvoice, async ({ caller: { organizationId }, params }) => {
    const { invoice, language } = await app.db.asTenant(organizationId, async (trx) => ({
      invoice: await findInvoice(trx, params.invoice_id),
      language: await findLanguage(trx, organizationId),
    }));
    // Loaded with the first one: neither the library nor its fonts are needed for anything else.
    const { invoicePdf } = await import('./pdf/invoice-pdf.ts');
    return {
      content: invoicePdf(invoice, language),
      name: `${invoice.number.replaceAll('/', '-')}.pdf`,
      mediaType: 'application/pdf',
      size: null,
    };
  });

  route(app, payInvoice, async ({ caller: { organizationId }, params }) => {
    const invoice = await app.db.asTenant(organizationId, (trx) => findInvoice(trx, params.invoice_id));
    if (invoice.status !== 'open') throw new ApiError('conflict');
    return provider.collect(organizationId, invoice.id);
  });

  route(app, openPaymentPortal, async ({ caller: { organizationId } }) => ({
    url: await provider.openPortal(organizationId),
  }));

  route(app, setAutomaticPayment, ({ caller: { organizationId, memberId }, body }) => {
    if (providerNameOf(app.config) === 'by-hand') throw new ApiError('not_found');
    return app.db.asTenant(organizationId, async (trx) => {
      await setAgreed(trx, { organizationId, memberId }, body.is_agreed);
      return body;
    });
  });
}

/** The language of an invoice is the organisation’s, whoever opens it: that of its first owner. */
async function findLanguage(trx: Trx, organizationId: string): Promise<Language> {
  const [owner] = await findPayers(trx, organizationId);
  return owner?.language ?? 'en';
}

/**
 * What Stripe tells. In a plugin of its own: what is signed are the bytes of the body, and these are read here alone.
 */
export async function stripeEventRoutes(app: FastifyInstance): Promise<void> {
  const terms = termsOf(app.config);
  const gateway = await loadStripe(app.config);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

  routePublic(app, receiveStripeEvent, async ({ request }) => {
    if (gateway === null) throw new ApiError('not_found');
    const { body, headers } = request;
    const signature = headers['stripe-signature'];
    const event = Buffer.isBuffer(body) && typeof signature === 'string' ? gateway.readEvent(body, signature) : null;
    if (event === null) throw new ApiError('bad_request');
    await actingAsSystem(() => app.db.asSystem((trx) => takeEvent(trx, event, terms)));
    return {};
  });
}
