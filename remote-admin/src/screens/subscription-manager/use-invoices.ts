import { useState } from 'react';
import * as api from '@parlance/shared/contract/api/billing/invoices';
import { downloadInvoice, payInvoice } from '@parlance/shared/contract/api/payment/invoices';
import { openPaymentPortal } from '@parlance/shared/contract/api/payment/payment';
import { addressOf, call } from '@parlance/shared/http';
import { useEndpoint, useEndpointPages, type Loaded, type Pages } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';
import { forgetLeaving, leftToPay } from './left-to-pay.ts';

/** The poll interval of an awaited invoice in milliseconds. */
const lookEveryMs = 2_000;

export const useInvoices = (): Pages<api.InvoiceSummary> => useEndpointPages(api.listInvoices, {});

/** Loads one invoice. With `isAwaited` it reloads until it is no longer open. */
export function useInvoice(id: string, isAwaited: boolean): { invoice: Loaded<api.Invoice>; reload: () => void } {
  const { retry, ...invoice } = useEndpoint(
    api.getInvoice,
    { params: { invoice_id: id } },
    { lookAgain: { every: lookEveryMs, while: ({ status }) => isAwaited && status === 'open' } },
  );
  return { invoice, reload: retry };
}

/** Returns the way to pay an invoice: by transfer, or on a page of the provider's. */
export const wayToPay = (id: string): Promise<api.PaymentWay> => call(payInvoice, { params: { invoice_id: id } });

/** Returns the address of the provider's page that changes the payment method. */
export const portalAddress = async (): Promise<string> => (await call(openPaymentPortal, {})).url;

export const pdfAddress = (id: string): string => addressOf(downloadInvoice, { params: { invoice_id: id } });

/** Says whether the address marks a return from payment. It names no invoice: an address may be forged. */
export const hasReturned = (params: URLSearchParams): boolean => params.get('payment') === 'returned';

/**
 * Returns the open invoice, which is in the address. A person returning from the page of a provider finds the one they
 * left to pay: as this tab knows, and in another one as the server does.
 */
export function useOpenedInvoice(lastPayment: string | null): {
  id: string | null;
  isAwaited: boolean;
  linkTo: (id: string) => string;
  open: (id: string) => void;
  close: () => void;
} {
  const [params, setParams] = useSearchParams();
  const [left, setLeft] = useState(() => leftToPay() ?? (hasReturned(params) ? lastPayment : null));
  const id = params.get('invoice') ?? left;
  return {
    id,
    isAwaited: id !== null && id === left,
    linkTo: (of) => `/subscription-manager?tab=invoices&invoice=${of}`,
    open: (of) => setParams({ tab: 'invoices', invoice: of }),
    close: () => {
      forgetLeaving();
      setLeft(null);
      setParams({ tab: 'invoices' }, { replace: true });
    },
  };
}
