import { attemptKeys } from '@parlance/shared/attempt-keys';
import {
  contactSales,
  enquiryMaxLength,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import type { Input } from '@parlance/shared/contract/endpoint';
import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { call } from '@parlance/shared/http';
import { currentLanguage } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { randomUuid } from '@parlance/shared/random-uuid';
import { useState } from 'react';
import { faultsIn } from '../../fields/faults.ts';
import { useForm, type FormState } from '../../fields/use-form.ts';
import { keepDraft, readDraft } from '../../registration/draft.ts';

const enquiryFields = ['name', 'organization', 'seats', 'message'] as const;
type EnquiryField = (typeof enquiryFields)[number];
type Values = Readonly<Record<EnquiryField, string>>;

/** Manages an enquiry to sales. A retry after a failure sends the same enquiry. */
export function useEnquiry(attempt: RegistrationAttempt, onSent: () => void): FormState<EnquiryField> {
  const [keyOf] = useState(attemptKeys);
  const known: Values = {
    name: attempt.username ?? '',
    organization: attempt.organization ?? '',
    seats: '',
    message: '',
  };
  const bodyOf = ({ name, organization, seats, message }: Values, key: string): Input<typeof contactSales>['body'] => ({
    name,
    organization,
    // Anything but a whole number becomes a number that the contract refuses.
    seats: /^\d+$/.test(seats.trim()) ? Number(seats) : 0,
    message,
    idempotency_key: key,
  });

  return useForm<EnquiryField>({
    initial: Object.fromEntries(
      enquiryFields.map((field) => [field, readDraft(`enquiry.${field}`) ?? known[field]]),
    ) as Values, // each of the fields
    check: (values) => faultsIn(contactSales.body, bodyOf(values, randomUuid()), values),
    details: {
      name: { max: nameMaxLength },
      organization: { max: nameMaxLength },
      message: { max: formatNumber(currentLanguage(), enquiryMaxLength) },
    },
    keep: (field, value) => keepDraft(`enquiry.${field}`, value),
    send: async (values) => {
      await call(contactSales, { body: bodyOf(values, keyOf(values)) });
      for (const field of enquiryFields) keepDraft(`enquiry.${field}`, null);
      onSent();
    },
  });
}
