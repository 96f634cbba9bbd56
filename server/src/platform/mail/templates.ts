import { memberRole } from '@parlance/shared/contract/access/member-role';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import { currency } from '@parlance/shared/contract/values/money';
import * as z from 'zod/mini';

/**
 * A path of this site, with its query and its fragment. The mail makes it absolute on WEB_ORIGIN, so that none can lead
 * elsewhere.
 */
const link = z.string().check(z.regex(/^\/(?![/\\])[^\s\\]*$/));
const code = z.string().check(z.regex(/^[0-9A-Za-z-]{4,32}$/));
const count = z.int().check(z.gte(1));
/** ISO 8601, as Date.toISOString() writes it. */
const when = z.iso.datetime();
/** What somebody typed: one line, shortened by the caller's own schema. */
const line = z.string().check(z.maxLength(500));

/**
 * Every mail the product sends, and what each must be told. The support address and the site are known by themselves.
 */
export const mailTemplates = {
  /** The code of step 2, and a link that does the same. */
  registration_code: z.strictObject({ code, link, minutes: count }),
  /** Somebody signed up with an address that has an account; the link leads to the sign-in. */
  account_exists: z.strictObject({ link }),
  sign_in_code: z.strictObject({ code, link, minutes: count }),
  password_reset: z.strictObject({ link, minutes: count }),
  password_changed: z.strictObject({ when }),
  /** To the new address. */
  email_change_confirm: z.strictObject({ code: z.optional(code), link, minutes: count }),
  /** To the present address, where signing in needs it. The new one is masked by the caller. */
  email_change_permit: z.strictObject({ newEmail: line, code, minutes: count }),
  /** To the old address. The new one is masked by the caller. */
  email_change_notice: z.strictObject({ newEmail: line, link, days: count }),
  /**
   * To the address that an account no longer has, because the one before took it back. The latter is masked by the
   * caller.
   */
  email_change_undone: z.strictObject({ newEmail: line }),
  /** Confirms that the second factor is to be switched on or off. */
  mfa_code: z.strictObject({ code, minutes: count }),
  invitation: z.strictObject({ organization: line, inviter: line, link, days: count }),
  role_changed: z.strictObject({ organization: line, role: memberRole }),
  member_deactivated: z.strictObject({ organization: line }),
  /** To SALES_EMAIL; a reply goes to `email`. */
  enterprise_enquiry: z.strictObject({
    name: line,
    email: z.email(),
    organization: line,
    seats: count,
    message: z.string().check(z.maxLength(10_000)),
  }),
  account_deleted: z.strictObject({ when }),
  /** From a device that was not known. */
  new_sign_in: z.strictObject({ when, device: line }),
  /** To the owners, and to where invoices go. `day` is when it is due. */
  invoice_issued: z.strictObject({ organization: line, number: line, amount: z.int(), currency, day: when, link }),
  /** `day` is when the workspace expires. */
  invoice_reminder: z.strictObject({ organization: line, number: line, amount: z.int(), currency, day: when, link }),
  /** `day` is when what was paid with before is charged. */
  charge_announced: z.strictObject({ organization: line, number: line, amount: z.int(), currency, day: when, link }),
  charge_made: z.strictObject({ organization: line, number: line, amount: z.int(), currency, link }),
  /** `day` is when it is tried again. */
  charge_refused: z.strictObject({ organization: line, number: line, amount: z.int(), currency, day: when, link }),
  /** The bank wants somebody to confirm it; the link leads to where it is paid. */
  charge_unconfirmed: z.strictObject({ organization: line, number: line, amount: z.int(), currency, link }),
  /** It is not tried again. */
  charge_given_up: z.strictObject({ organization: line, number: line, amount: z.int(), currency, link }),
  payment_disputed: z.strictObject({ organization: line, number: line, amount: z.int(), currency, link }),
  workspace_expired: z.strictObject({ organization: line, link }),
  /**
   * To the administrators: `name` is gone, and so many schedules and automations wait for somebody to take them over.
   */
  automations_left: z.strictObject({ organization: line, name: line, number: count, link }),
  /** To whom they were given, with the link to them. */
  automations_received: z.strictObject({ organization: line, number: count, link }),
  /** `day` is when its file goes. */
  organization_export_ready: z.strictObject({ organization: line, day: when, link }),
  /** Of a schedule or an automation, to whom it runs as. */
  execution_failed: z.strictObject({ name: line, link }),
  /** The same, where it does nothing any more. */
  execution_paused: z.strictObject({ name: line, link }),
  /** Something of it has to be allowed first. */
  execution_waits: z.strictObject({ name: line, link }),
  /**
   * What an automation has for a member: subject and text are its owner’s, with what the event and the agent said in
   * them.
   */
  automation_message: z.strictObject({
    automation: line,
    subject: line,
    text: z.string().check(z.maxLength(promptMaxLength)),
  }),
};

export type MailTemplate = keyof typeof mailTemplates;
export type MailValues = { [Template in MailTemplate]: z.infer<(typeof mailTemplates)[Template]> };
