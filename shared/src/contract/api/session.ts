import * as z from '@parlance/shared/contract/schema';
import { workspaceStatus } from '../access.ts';
import { endpoint } from '../endpoint.ts';

/** Specification §3, whoami. `plan_options` is the plan token; see `shared/plan`. */
export const whoami = z.object({
  member_id: z.uuid(),
  organization_id: z.uuid(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  primary_active_plan_name: z.string(),
  workspace_status: workspaceStatus,
  plan_options: z.string(),
  /** The name of the workspace, for the frame. */
  organization_name: z.string(),
});
export type Whoami = z.infer<typeof whoami>;

const signInBody = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email()),
  /** Not limited by rules of composition; 1,024 characters bound the work of hashing. */
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
});

/** Opens a session: sets the cookies `sessionid` and `csrftoken`. Known and unknown e-mail fail alike. */
export const signIn = endpoint({
  method: 'POST',
  path: '/auth/v1/sign_in',
  requires: 'public',
  summary: 'Signs in with e-mail and password and sets the session cookies.',
  body: signInBody,
  response: z.object({ member_id: z.uuid() }),
});

/** Ends the caller's session on the server and clears its cookies. Answers alike where there is none. */
export const signOut = endpoint({
  method: 'GET',
  path: '/auth/v1/sign_out',
  requires: 'public',
  summary: 'Ends the session.',
  response: z.object({}),
});

/** Who the session belongs to, fresh from the database, with a plan token that is valid for a quarter of an hour. */
export const getWhoami = endpoint({
  method: 'GET',
  path: '/auth/v1/whoami',
  requires: { workspace: 'any', registration: 'any' },
  summary: 'Who the caller is.',
  response: whoami,
});
