import * as z from 'zod/mini';

/** A path of this site, with its query. The mail makes it absolute on WEB_ORIGIN, so that none can lead elsewhere. */
const link = z.string().check(z.regex(/^\/(?![/\\])[^\s\\]*$/));
const code = z.string().check(z.regex(/^[0-9A-Za-z-]{4,32}$/));
const count = z.int().check(z.gte(1));
/** ISO 8601, as Date.toISOString() writes it. */
const when = z.iso.datetime();
/** What somebody typed: one line, shortened by the caller's own schema. */
const line = z.string().check(z.maxLength(500));

/** Every mail the product sends, and what each must be told. The support address and the site are known by themselves. */
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
  /** To the old address. The new one is masked by the caller. */
  email_change_notice: z.strictObject({ newEmail: line }),
  /** Confirms that the second factor is to be switched on or off. */
  mfa_code: z.strictObject({ code, minutes: count }),
  invitation: z.strictObject({ organization: line, inviter: line, link, days: count }),
  /** To SALES_EMAIL; a reply goes to `email`. */
  enterprise_enquiry: z.strictObject({ name: line, email: z.email(), organization: line, seats: count, message: z.string().check(z.maxLength(10_000)) }),
  account_deleted: z.strictObject({ when }),
  /** From a device that was not known. */
  new_sign_in: z.strictObject({ when, device: line }),
};

export type MailTemplate = keyof typeof mailTemplates;
export type MailValues = { [Template in MailTemplate]: z.infer<(typeof mailTemplates)[Template]> };
