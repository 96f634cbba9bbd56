import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type Outgoing, createOutgoing } from '../../platform/outgoing/outgoing.ts';
import { type Secrets, loadSecrets } from '../../platform/secrets/secrets.ts';
import { ElicitationDesk } from './elicitation/desk.ts';
import { findEntitled } from './mcp/find-entitled.ts';
import { McpSessions } from './mcp/sessions.ts';
import { endJudges } from './schema/wrong-arguments.ts';
import { type AccessTokens, noTokens } from './sign-in/access-tokens.ts';
import { ClientTokens } from './sign-in/client-tokens.ts';
import { signInFetch } from './sign-in/sign-in-fetch.ts';
import { StoredTokens } from './sign-in/stored-tokens.ts';

declare module 'fastify' {
  interface FastifyInstance {
    toolReach: ToolReach;
  }
}

/** The means by which tools of this installation are reached. */
export type ToolReach = {
  readonly outgoing: Outgoing;
  readonly stdioServers: Readonly<Record<string, readonly string[]>>;
  /** Loads the secrets on first use. Throws a ConfigError if the key cannot be read. */
  readonly secrets: () => Secrets;
  /** The sessions of dialogues with MCP servers. */
  readonly sessions: McpSessions;
  /** Where people's answers to the servers of calls arrive. */
  readonly desk: ElicitationDesk;
  /** Returns the tokens of an account at the server of a tool; without an account there are none to be had. */
  readonly tokensOf: (accountId: string | null, organizationId: string, serverUrl: string) => AccessTokens;
  /** The tokens of clients that organisations have set up for tools. */
  readonly clientTokens: ClientTokens;
};

/** Decorates the application with `app.toolReach`. */
export const toolReachPlugin = fp(
  (app: FastifyInstance) => {
    const { config } = app;
    const outgoing = createOutgoing({ allowedHosts: config.OUTGOING_ALLOWED_HOSTS ?? [] });
    let loaded: Secrets | null = null;
    const secrets = () => (loaded ??= loadSecrets(config));
    const sessions = new McpSessions({
      findEntitled: (organizationId, owners) => findEntitled(app.db, organizationId, owners),
      report: (error) => app.log.error({ err: error }, 'sessions with tools could not be reviewed'),
    });
    app.decorate('toolReach', {
      outgoing,
      stdioServers: config.MCP_STDIO_SERVERS ?? {},
      secrets,
      sessions,
      desk: new ElicitationDesk({
        db: app.db,
        events: app.events,
        secrets,
        report: (error) => app.log.error({ err: error }, 'the answer to the server of a tool could not be read'),
      }),
      clientTokens: new ClientTokens((organizationId) => signInFetch(outgoing, organizationId)),
      tokensOf: (id, organizationId, serverUrl) =>
        id === null ? noTokens : new StoredTokens({ db: app.db, outgoing, secrets }, { id, organizationId, serverUrl }),
    });
    app.addHook('onClose', async () => {
      // Servers are told that their sessions are over.
      await sessions.close();
      await Promise.all([outgoing.close(), endJudges()]);
    });
    return Promise.resolve();
  },
  { name: 'tool-reach' },
);
