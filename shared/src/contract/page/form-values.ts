import type { FormField } from '../agents/automation.ts';
import { canonicalEmail, isEmail } from '../values/email-address.ts';

export type FormValues = Readonly<Record<string, string | boolean>>;
/** A fault of a field. */
export type FormFault = 'missing' | 'no_number' | 'no_email' | 'no_date' | 'no_option' | 'unknown';
/** The checked form. `values` have the types of an event: numbers are numbers, and empty fields are null. */
export type CheckedForm = {
  readonly values: Record<string, string | number | boolean | null>;
  readonly faults: Record<string, FormFault>;
};

const number = /^[+-]?\d{1,15}([.,]\d{1,15})?$/;

/** Checks what a person entered, in the browser and on the server. */
export function checkForm(fields: readonly FormField[], given: FormValues): CheckedForm {
  const values: CheckedForm['values'] = {};
  const faults: CheckedForm['faults'] = {};
  for (const field of fields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    const fault = faultOf(field, value);
    if (fault === null) values[field.name] = valueOf(field, value);
    else faults[field.name] = fault;
  }
  for (const name of Object.keys(given)) if (!fields.some((field) => field.name === name)) faults[name] = 'unknown';
  return { values, faults };
}

const isEmpty = (value: string | boolean | undefined) =>
  value === undefined || value === false || (typeof value === 'string' && value.trim() === '');

function faultOf(
  { kind, options, is_required: isRequired }: FormField,
  value: string | boolean | undefined,
): FormFault | null {
  if (isEmpty(value)) return isRequired ? 'missing' : null;
  if (kind === 'checkbox') return value === true ? null : 'unknown';
  if (typeof value !== 'string') return 'unknown';
  const text = value.trim();
  if (kind === 'number') return number.test(text) ? null : 'no_number';
  if (kind === 'email') return isEmail(text) ? null : 'no_email';
  if (kind === 'date') return isDay(text) ? null : 'no_date';
  return kind === 'select' && !options.includes(text) ? 'no_option' : null;
}

/** Rejects dates such as the 30th of February. */
function isDay(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function valueOf({ kind }: FormField, value: string | boolean | undefined): string | number | boolean | null {
  if (kind === 'checkbox') return value === true;
  if (typeof value !== 'string' || isEmpty(value)) return null;
  if (kind === 'email') return canonicalEmail(value);
  return kind === 'number' ? Number(value.trim().replace(',', '.')) : value.trim();
}
