import { endpoint } from '../endpoint.ts';
import * as z from '@parlance/shared/contract/schema';
import { storedEmail } from '../values/email.ts';
import { rating, ratingValue } from './dialogues.ts';
import { shareScope } from './shares.ts';
import { toolCallState } from './tools.ts';
import { toolContent } from './tools/contents.ts';
import { language } from '../values/language.ts';
import { mfaPreference } from './users/profile.ts';
import { termsAcceptance } from './terms.ts';

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
  /** The time of deletion; the dialogue is purged some time after it. */
  deleted_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  messages: z.array(ownMessage),
});

/** An enquiry that a person sent to sales. */
const ownEnquiry = z.object({
  name: z.string(),
  email: z.string(),
  organization: z.string(),
  seats: z.int(),
  message: z.string(),
  created_at: z.iso.datetime(),
});

/** The data of a person in an organisation beside dialogues. */
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
  /** Tools called by answers to the person, with their arguments and results. */
  tool_calls: z.array(
    z.object({
      tool: z.string(),
      function: z.string(),
      arguments: z.string(),
      state: toolCallState,
      result: z.string(),
      /** Pictures, sounds, files and links of the result. */
      contents: z.array(
        z.object({
          type: toolContent.shape.type,
          name: z.string(),
          media_type: z.string(),
          size: z.number(),
          /** The path of its bytes in the API, or the address of a link. */
          address: z.string(),
        }),
      ),
      created_at: z.iso.datetime(),
    }),
  ),
  /** Accounts at the servers of tools, without their tokens. */
  connected_accounts: z.array(
    z.object({
      tool: z.string(),
      server: z.string(),
      signed_in_at: z.iso.datetime(),
      last_used_at: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Prompt templates that the person has marked. */
  prompt_templates: z.array(z.object({ title: z.string(), is_favorite: z.boolean(), rating: z.nullable(ratingValue) })),
  /** Counts by providers for the person's answers and files. `cost_micros`: millionths of the currency's unit. */
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

/** All personal data the product keeps, for the person themselves. */
export const ownData = z.object({
  exported_at: z.iso.datetime(),
  account: z.object({
    email: storedEmail,
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

/** Downloads it (Content-Disposition: attachment) in the usual envelope. At most ten a day. */
export const getOwnData = endpoint({
  method: 'GET',
  path: '/users/v1/data',
  requires: { workspace: 'any' },
  summary: 'Everything the product keeps about the caller.',
  response: ownData,
});
