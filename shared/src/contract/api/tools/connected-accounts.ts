import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';

/** Authorization servers send the browser back to a page of the host below this path, one for each server of a tool. */
export const toolSignInPath = '/tool-sign-in';
/**
 * Returns the name of a server in addresses, such as `mcp_example_com_8080`. Each has a redirect address of its own, so
 * that the code of one authorization server is not taken for that of another one (RFC 9700 §4.4.2.2).
 */
export const signInServerName = (serverUrl: string): string =>
  (URL.parse(serverUrl)?.host ?? '').replace(/[^a-z0-9-]/g, '_');
/** The time in which a sign-in has to be finished. */
export const toolSignInMinutes = 10;
/** The sign-ins that a person may have under way; the oldest makes room. */
export const toolSignInsAtMost = 10;

/**
 * Begins a sign-in of the caller to the server of a tool: OAuth 2.1 with PKCE (MCP specification of 2025-11-25,
 * Authorization). The browser has to open `address`; it comes back below `toolSignInPath`. 404 for a tool that nobody
 * signs in to. Answers tool_sign_in_unusable, and the failures of outgoing requests. Rate-limited per member
 * and per organisation.
 */
export const beginToolSignIn = endpoint({
  method: 'POST',
  path: '/tools/v1/tools/:tool_id/sign-ins',
  requires: {},
  summary: 'Begins a sign-in to the server of a tool.',
  params: z.object({ tool_id: z.uuid() }),
  body: z.strictObject({}),
  response: z.object({
    /** The address of the authorization server's page, http or https. */
    address: z.string(),
    expires_at: z.iso.datetime(),
  }),
});

const given = z.string().check(z.maxLength(4_000));

/**
 * Finishes a sign-in with what the authorization server gave the browser (RFC 6749 §4.1.2, RFC 9207). Only the person
 * who began it can, once. Answers tool_sign_in_over, tool_sign_in_declined and tool_sign_in_unusable.
 */
export const finishToolSignIn = endpoint({
  method: 'POST',
  path: '/tools/v1/sign-ins/finish',
  requires: {},
  summary: 'Finishes a sign-in to the server of a tool.',
  body: z.strictObject({
    /** The name of the server in the address that the browser was sent back to. */
    server: given,
    state: given,
    /** Exactly one of the two. */
    code: z.optional(given),
    error: z.optional(given),
    error_description: z.optional(given),
    iss: z.optional(given),
  }),
  response: z.object({ tool: z.object({ id: z.uuid(), name: z.string() }) }),
});

/** An account of the caller's at the server of a tool. */
export const connectedAccount = z.object({
  id: z.uuid(),
  tool: z.object({ id: z.uuid(), name: z.string() }),
  /** The origin of the server. */
  server: z.string(),
  signed_in_at: z.iso.datetime(),
  /** The time of the last call with it, exact to a minute; null before the first one. */
  last_used_at: z.nullable(z.iso.datetime()),
  /** True if the server takes its token no longer, so that the person has to sign in again. */
  is_lapsed: z.boolean(),
});
export type ConnectedAccount = z.infer<typeof connectedAccount>;

/** Lists the accounts that the caller has signed in to, by the names of the tools. Unpaged: one a tool. */
export const listConnectedAccounts = endpoint({
  method: 'GET',
  path: '/tools/v1/accounts',
  requires: {},
  summary: 'The accounts that the caller uses tools with.',
  response: z.object({ items: z.array(connectedAccount) }),
});

/** Signs the caller out of the server of a tool: the tokens are deleted here, and revoked there if it offers that. */
export const deleteConnectedAccount = endpoint({
  method: 'DELETE',
  path: '/tools/v1/accounts/:account_id',
  requires: {},
  summary: 'Signs the caller out of a tool.',
  params: z.object({ account_id: z.uuid() }),
  response: z.object({}),
});
