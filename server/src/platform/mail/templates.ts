import { memberRole } from '@parlance/shared/contract/access/member-role';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import { storedEmail } from '@parlance/shared/contract/values/email';
import { currency } from '@parlance/shared/contract/values/money';
import * as z from 'zod/mini';

/**
 * A path of this site, with its query and its fragment. The mail makes it absolute with WEB_ORIGIN, so that it cannot
 * lead elsewhere.
 */
const link = z.string().check(z.regex(/^\/(?![/\\])[^\s\\]*$/));
const code = z.string().check(z.regex(/^[0-9A-Za-z-]{4,32}$/));
const count = z.int().check(z.gte(1));
/** A time in ISO 8601, as Date.toISOString() writes it. */
const when = z.iso.datetime();
/** Text somebody typed: one line, shortened by the caller's own schema. */
const line = z.string().check(z.maxLength(500));

/**
 * Every mail of the product, with the values its template needs. The support address and the site are added
 * automatically.
 */
export const mailTemplates = {
  /** The code of step 2, and a link with the same effect. */
  registration_code: z.strictObject({ code, link, minutes: count }),
  /** A sign-up with an address that has an account; the link leads to the sign-in. */
  account_exists: z.strictObject({ link }),
  sign_in_code: z.strictObject({ code, link, minutes: count }),
  password_reset: z.strictObject({ link, minutes: count }),
  password_changed: z.strictObject({ when }),
  /** Sent to the new address. */
  email_change_confirm: z.strictObject({ code: z.optional(code), link, minutes: count }),
  /** Sent to the present address if signing in needs it. The caller masks the new one. */
  email_change_permit: z.strictObject({ newEmail: line, code, minutes: count }),
  /** Sent to the old address. The caller masks the new one. */
  email_change_notice: z.strictObject({ newEmail: line, link, days: count }),
  /**
   * Sent to the address that an account no longer has, because the previous one took it back. The caller masks the
   * latter.
   */
  email_change_undone: z.strictObject({ newEmail: line }),
  /** Confirms switching the second factor on or off. */
  mfa_code: z.strictObject({ code, minutes: count }),
  invitation: z.strictObject({ organization: line, inviter: line, link, days: count }),
  role_changed: z.strictObject({ organization: line, role: memberRole }),
  member_deactivated: z.strictObject({ organization: line }),
  /** Sent to SALES_EMAIL; a reply goes to `email`. */
  enterprise_enquiry: z.strictObject({
    name: line,
    email: storedEmail,
    organization: line,
    seats: count,
    message: z.string().check(z.maxLength(10_000)),
  }),
  account_deleted: z.strictObject({ when }),
  /** A sign-in from an unknown device. */
  new_sign_in: z.strictObject({ when, device: line }),
  /** Sent to the owners and to the address for invoices. `day` is the due date. */
  invoice_issued: z.strictObject({ organization: line, number: line, amount: z.int(), currency, day: when, link }),
  /** `day` is the day on which the workspace expires. */
  invoice_reminder: z.strictObject({ organization: line, number: line, amount: z.int(), currency, day: when, link }),
  /** `day` is the day of the charge to the stored payment method. */
  charge_announced: z.strictObject({ organization: line, number: line, amount: z.int(), currency, day: when, link }),
  charge_made: z.strictObject({ organization: line, number: line, amount: z.int(), currency, link }),
  /** `day` is the day of the next attempt. */
  charge_refused: z.strictObject({ organization: line, number: line, amount: z.int(), currency, day: when, link }),
  /** Sent if the bank wants somebody to confirm the charge; the link leads to the payment. */
  charge_unconfirmed: z.strictObject({ organization: line, number: line, amount: z.int(), currency, link }),
  /** A charge that is not retried. */
  charge_given_up: z.strictObject({ organization: line, number: line, amount: z.int(), currency, link }),
  payment_disputed: z.strictObject({ organization: line, number: line, amount: z.int(), currency, link }),
  workspace_expired: z.strictObject({ organization: line, link }),
  /**
   * Sent to the administrators: `name` has left, and `number` schedules and automations wait for somebody to take them
   * over.
   */
  automations_left: z.strictObject({ organization: line, name: line, number: count, link }),
  /** Sent to the new owner of schedules and automations, with the link to them. */
  automations_received: z.strictObject({ organization: line, number: count, link }),
  /** `day` is the day on which its file is deleted. */
  organization_export_ready: z.strictObject({ organization: line, day: when, link }),
  /** Sent to the person whom a schedule or an automation runs as. */
  execution_failed: z.strictObject({ name: line, link }),
  /** Sent when the schedule or automation is paused after its failure. */
  execution_paused: z.strictObject({ name: line, link }),
  /** A call of the execution needs approval first. */
  execution_waits: z.strictObject({ name: line, link }),
  /**
   * A message of an automation to a member: subject and text are its owner’s, with values of the event and the agent
   * filled in.
   */
  automation_message: z.strictObject({
    automation: line,
    subject: line,
    text: z.string().check(z.maxLength(promptMaxLength)),
  }),
};

export type MailTemplate = keyof typeof mailTemplates;
export type MailValues = { [Template in MailTemplate]: z.infer<(typeof mailTemplates)[Template]> };
