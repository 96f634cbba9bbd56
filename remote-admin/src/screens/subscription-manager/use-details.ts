import {
  type BillingDetails,
  getBillingDetails,
  saveBillingDetails,
} from '@parlance/shared/contract/api/billing/invoices';
import { call } from '@parlance/shared/http';
import { useEditedEndpoint } from '@parlance/shared/loading';

/** Loads the billing details. */
export const useDetails = () => useEditedEndpoint(getBillingDetails, {});

export const saveDetails = (details: BillingDetails): Promise<BillingDetails> =>
  call(saveBillingDetails, { body: details });
