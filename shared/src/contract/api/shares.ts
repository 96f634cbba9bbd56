import * as z from '@parlance/shared/contract/schema';
import { colleague, colleagueTeam } from '../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { moment } from '../values/moment.ts';
import { botSummary } from './bots.ts';
import { dialogueSummary, message } from './dialogues.ts';
import { toolCall } from './tools.ts';

export { colleague, type Colleague } from '../values/colleague.ts';

/**
 * The readers of a shared dialogue, always within the organisation and signed in: `people` named people and members of
 * named teams, `organization` everybody, who also finds it under what is shared with them, `link` everybody who has the
 * link.
 */
export const shareScope = z.enum(['people', 'organization', 'link']);
export type ShareScope = z.infer<typeof shareScope>;
/** The most people that one thing may name. */
export const sharePeopleAtMost = 50;
/** The most teams that one thing may name. */
export const shareTeamsAtMost = 50;
/** The people and teams of the scope `people`: at least one. For the other scopes both are empty. */
export const named = {
  member_ids: z._default(z.array(z.uuid()).check(z.maxLength(sharePeopleAtMost)), []),
  team_ids: z._default(z.array(z.uuid()).check(z.maxLength(shareTeamsAtMost)), []),
};

/** A share of a dialogue as its owner sees it. It shows the branch at the time of sharing, and nothing later. */
export const share = z.object({
  id: z.uuid(),
  scope: shareScope,
  people: z.array(colleague),
  teams: z.array(colleagueTeam),
  /** The expiry, after which it is “not found”; null is until it is ended. */
  expires_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
});
export type Share = z.infer<typeof share>;

/** A share as its reader sees it. */
export const sharedDialogue = z.object({
  id: z.uuid(),
  title: z.string(),
  bot: botSummary,
  shared_by: colleague,
  /** True if the reader is the one who shared it. */
  is_own: z.boolean(),
  shared_at: z.iso.datetime(),
  expires_at: z.nullable(z.iso.datetime()),
});
export type SharedDialogue = z.infer<typeof sharedDialogue>;

const dialogueParams = z.object({ dialogue_id: z.uuid() });
const shareParams = z.object({ share_id: z.uuid() });

/** Lists colleagues in the caller's organisation with a word of their name that begins with `q`, by name. */
export const listColleagues = endpoint({
  method: 'GET',
  path: '/members/v1/colleagues',
  requires: {},
  summary: 'People of the caller’s organisation, to share with.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    /** The id of a member, who may be the caller: finds the name for a known id. */
    id: z.optional(z.uuid()),
  }),
  response: pageOf(colleague),
});

/** Lists the teams of the caller's organisation with `q` in their name, by name. */
export const listColleagueTeams = endpoint({
  method: 'GET',
  path: '/members/v1/colleague-teams',
  requires: {},
  summary: 'Teams of the caller’s organisation, to share with.',
  query: z.object({ ...pageQuery.shape, q: z._default(z.string().check(z.trim(), z.maxLength(200)), '') }),
  response: pageOf(z.object({ ...colleagueTeam.shape, members: z.number() })),
});

/** Lists the shares of an own dialogue that have not ended, newest first. */
export const listShares = endpoint({
  method: 'GET',
  path: '/dialogues/v1/dialogues/:dialogue_id/shares',
  requires: {},
  summary: 'The shares of a dialogue.',
  params: dialogueParams,
  response: z.object({ items: z.array(share) }),
});

export const shareDialogue = endpoint({
  method: 'POST',
  path: '/dialogues/v1/dialogues/:dialogue_id/shares',
  requires: { privilege: 'dialogue.share' },
  summary: 'Shares a dialogue as it is now.',
  params: dialogueParams,
  body: z.strictObject({
    scope: shareScope,
    ...named,
    expires_at: z._default(z.nullable(moment), null),
  }),
  response: share,
});

/** Ends a share; only for the owner of the dialogue. Its readers get “not found” from then on. */
export const endShare = endpoint({
  method: 'DELETE',
  path: '/shares/v1/shares/:share_id',
  requires: {},
  summary: 'Ends a share.',
  params: shareParams,
  response: z.object({}),
});

/**
 * Lists what others have shared with the caller by name, with a team of theirs or with the organisation, newest first.
 */
export const listSharedWithMe = endpoint({
  method: 'GET',
  path: '/shares/v1/shared-with-me',
  requires: {},
  summary: 'Dialogues that were shared with the caller.',
  query: pageQuery,
  response: pageOf(sharedDialogue),
});

export const getSharedDialogue = endpoint({
  method: 'GET',
  path: '/shares/v1/shares/:share_id',
  requires: {},
  summary: 'A shared dialogue.',
  params: shareParams,
  response: sharedDialogue,
});

/** Lists the messages of a shared dialogue, newest first, without ratings and without other versions. */
export const listSharedMessages = endpoint({
  method: 'GET',
  path: '/shares/v1/shares/:share_id/messages',
  requires: {},
  summary: 'The messages of a shared dialogue.',
  params: shareParams,
  query: pageQuery,
  response: pageOf(message),
});

/** Lists the tool calls of the shared answers, oldest first, at most the newest thousand. */
export const listSharedToolCalls = endpoint({
  method: 'GET',
  path: '/shares/v1/shares/:share_id/calls',
  requires: {},
  summary: 'The calls of tools in a shared dialogue.',
  params: shareParams,
  response: z.object({ items: z.array(toolCall) }),
});

/**
 * Copies a share into a dialogue of the caller's own that begins with it. Answers 404 if the caller may not use the
 * bot. A key that has done something else is refused with 409 idempotency_key_reused.
 */
export const copySharedDialogue = endpoint({
  method: 'POST',
  path: '/shares/v1/shares/:share_id/copy',
  requires: {},
  summary: 'Goes on with a shared dialogue as one’s own.',
  params: shareParams,
  body: z.object({ idempotency_key: z.uuid() }),
  response: dialogueSummary,
});
