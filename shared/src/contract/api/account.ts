import * as z from '@parlance/shared/contract/schema';
import { enteredCode, sentCode } from '../code.ts';
import { emailAddress } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { language } from '../language.ts';
import { currentPassword, newPassword } from '../password.ts';
import { rating, ratingValue } from './dialogues.ts';
import { mfaPreference, profile } from './profile.ts';
import { shareScope } from './shares.ts';
import { termsAcceptance } from './terms.ts';
import { toolCallState } from './tools.ts';

/** One's own, in a workspace of every status. */
const own = { workspace: 'any' } as const;

/**
 * 403 password_wrong; 400 password_guessable. Ends every other session, gives this one a new id, and says so by mail.
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/users/v1/password',
  requires: own,
  summary: 'Changes the caller’s password.',
  body: z.object({ current_password: currentPassword, new_password: newPassword }),
  response: z.object({}),
});

/**
 * Sends a code to the caller's address, which `confirmMfa` takes. 429 rate_limited within a minute of the last one.
 * Switching off takes the password as well: 403 password_wrong without it. So a session that was left open beside an
 * open mailbox does not weaken the account; the code alone proves what switching on needs. Pages of the release before
 * send no password: they switch on as before, and show that refusal where they would switch off.
 */
export const changeMfa = endpoint({
  method: 'POST',
  path: '/users/v1/mfa',
  requires: own,
  summary: 'Sends the code that switches the second factor on or off.',
  body: z.object({ mfa_preference: mfaPreference, password: z.optional(currentPassword) }),
  response: sentCode,
});

/** Switches the second factor to what `changeMfa` was asked for. 400 code_wrong, 400 code_expired. */
export const confirmMfa = endpoint({
  method: 'POST',
  path: '/users/v1/mfa/confirmation',
  requires: own,
  summary: 'Switches the second factor on or off by the code from the mail.',
  body: z.object({ code: enteredCode }),
  response: profile,
});

const sentEmailCode = z.object({ ...sentCode.shape, needs_present_code: z.boolean() });

/**
 * Sends a code to the new address, which `confirmEmail` takes. 403 password_wrong; 429 rate_limited within a minute.
 * The answer is the same where the address has an account already: then no code is the right one. Whoever has the
 * second sign-in step gets a code at the present address as well.
 */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/users/v1/email',
  requires: own,
  summary: 'Sends the code that confirms a new e-mail address.',
  body: z.object({ email: emailAddress, password: currentPassword }),
  response: sentEmailCode,
});

/**
 * Sends another code to the address that `changeEmail` was asked for within the hour, without the password, which was
 * right then: no page has to keep it. 400 code_expired where it was not asked for, or is done; 429 rate_limited within
 * a minute.
 */
export const resendEmailCode = endpoint({
  method: 'POST',
  path: '/users/v1/email/code',
  requires: own,
  summary: 'Sends another code that confirms a new e-mail address.',
  response: sentEmailCode,
});

/**
 * Changes the address to the one `changeEmail` was asked for, says so to the old one, and ends every other session.
 * `present_code` is the one that the present address got, where it was asked for. 400 code_wrong and 400 code_expired,
 * with the issue `field` where it is about that one. The link of the mail is `/profile#code=…` where one code is
 * enough: the page there sends the code.
 */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/users/v1/email/confirmation',
  requires: own,
  summary: 'Changes the caller’s e-mail address by the code from the mail.',
  body: z.object({ code: enteredCode, present_code: z.optional(enteredCode) }),
  response: profile,
});

const ownMessage = z.object({
  author: z.enum(['member', 'bot']),
  content: z.string(),
  created_at: z.iso.datetime(),
  rating: z.nullable(rating),
  /** Names of the files that were sent with it. */
  attachments: z.array(z.string()),
});

const ownDialogue = z.object({
  title: z.string(),
  bot: z.string(),
  folder: z.nullable(z.string()),
  is_pinned: z.boolean(),
  is_archived: z.boolean(),
  /** Until it is gone for good, some time after it was deleted. */
  deleted_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  messages: z.array(ownMessage),
});

/** What a person has asked sales. */
const ownEnquiry = z.object({
  name: z.string(),
  email: z.string(),
  organization: z.string(),
  seats: z.int(),
  message: z.string(),
  created_at: z.iso.datetime(),
});

/** What a person has in an organisation beside dialogues. */
const ownThings = {
  folders: z.array(z.object({ name: z.string(), created_at: z.iso.datetime() })),
  bots: z.array(z.object({ bot: z.string(), is_favorite: z.boolean(), last_used_at: z.nullable(z.iso.datetime()) })),
  /** `file` is the path of the main API under which the file itself is given. */
  attachments: z.array(
    z.object({
      name: z.string(),
      media_type: z.string(),
      size: z.int(),
      file: z.string(),
      created_at: z.iso.datetime(),
    }),
  ),
  shares: z.array(
    z.object({
      title: z.string(),
      scope: shareScope,
      people: z.int(),
      teams: z.int(),
      expires_at: z.nullable(z.iso.datetime()),
      created_at: z.iso.datetime(),
    }),
  ),
  shared_with_me: z.array(z.object({ title: z.string(), created_at: z.iso.datetime() })),
  /** Tools that answers to the person called, with what they were given and gave back. */
  tool_calls: z.array(
    z.object({
      tool: z.string(),
      function: z.string(),
      arguments: z.string(),
      state: toolCallState,
      result: z.string(),
      created_at: z.iso.datetime(),
    }),
  ),
  /** Prompt templates that the person has marked. */
  prompt_templates: z.array(z.object({ title: z.string(), is_favorite: z.boolean(), rating: z.nullable(ratingValue) })),
  /** What providers counted for the person's answers and files. `cost_micros`: millionths of the currency's unit. */
  model_calls: z.array(
    z.object({
      provider: z.string(),
      model: z.string(),
      input_tokens: z.int(),
      output_tokens: z.int(),
      is_estimated: z.boolean(),
      cost_micros: z.nullable(z.number()),
      currency: z.nullable(z.string()),
      created_at: z.iso.datetime(),
    }),
  ),
  /** Usage in whole seconds (specification §3). */
  usage_sessions: z.array(
    z.object({
      received_at: z.iso.datetime(),
      typing: z.int(),
      reading: z.int(),
      interacting: z.int(),
      idling: z.int(),
    }),
  ),
  analytics_events: z.array(
    z.object({ name: z.string(), route: z.string(), detail: z.unknown(), occurred_at: z.iso.datetime() }),
  ),
};

/** Everything the product keeps about a person, for that person. */
export const ownData = z.object({
  exported_at: z.iso.datetime(),
  account: z.object({
    email: z.email(),
    username: z.nullable(z.string()),
    language,
    mfa_preference: mfaPreference,
    created_at: z.iso.datetime(),
  }),
  terms_accepted: z.array(z.object({ ...termsAcceptance.shape, address: z.string() })),
  sessions: z.array(
    z.object({
      created_at: z.iso.datetime(),
      last_seen_at: z.iso.datetime(),
      user_agent: z.string(),
      address: z.string(),
    }),
  ),
  enquiries: z.array(ownEnquiry),
  memberships: z.array(
    z.object({
      organization: z.string(),
      role: z.string(),
      is_admin: z.boolean(),
      is_owner: z.boolean(),
      teams: z.array(z.string()),
      joined_at: z.iso.datetime(),
      dialogues: z.array(ownDialogue),
      ...ownThings,
    }),
  ),
});
export type OwnData = z.infer<typeof ownData>;

/** A download (Content-Disposition: attachment) in the usual envelope. At most ten a day. */
export const getOwnData = endpoint({
  method: 'GET',
  path: '/users/v1/data',
  requires: own,
  summary: 'Everything the product keeps about the caller.',
  response: ownData,
});

/**
 * Deletes the account with the dialogues and the usage of its person, for good, and ends the session. Bots and files
 * belong to the organisation and stay. 403 password_wrong. 409 last_owner where an organisation with other members
 * would be left without an owner. Whoever is the only member of an organisation has to say that it goes as well, with
 * all it has: 409 organization_would_end otherwise.
 */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/users/v1/deletion',
  requires: own,
  summary: 'Deletes the caller’s account.',
  body: z.object({ password: currentPassword, delete_organization: z._default(z.boolean(), false) }),
  response: z.object({}),
});
