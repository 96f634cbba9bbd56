import { ToolSaysNo } from '../kinds/tool-source.ts';
import type { McpConnection } from './connection.ts';
import { SessionGone } from './session-gone.ts';
import { withSignal } from './with-signal.ts';

/** Whose session it is: each person, dialogue and tool has its own. */
export type SessionOwner = {
  readonly organizationId: string;
  readonly memberId: string;
  readonly dialogueId: string;
  readonly toolId: string;
  /** The revision of the tool that it was opened with. */
  readonly toolRevision: number;
  /** The account of the person at the server; null where nobody signs in. */
  readonly accountId: string | null;
};

export type SessionLimits = {
  readonly ofProcess: number;
  readonly ofOrganization: number;
  /** The time that a session outlives its last use. */
  readonly idleMs: number;
  /** The interval at which those who own sessions are looked up. */
  readonly reviewMs: number;
};
const usualLimits: SessionLimits = { ofProcess: 200, ofOrganization: 20, idleMs: 600_000, reviewMs: 10_000 };

/** The time for connecting, whoever waits for it. */
const openWithinMs = 30_000;

type Opening = (signal: AbortSignal) => Promise<McpConnection>;
type Access = {
  /** What the server is reached by, secrets included: with others it is another session. */
  readonly fingerprint: string;
  readonly open: Opening;
  readonly signal: AbortSignal;
};
type UsedConnection = { readonly used: Promise<McpConnection>; readonly connection: McpConnection };
type HeldSession = {
  readonly owner: SessionOwner;
  connection: Promise<McpConnection>;
  working: number;
  usedAt: number;
};

type Dependencies = {
  /** Returns those of an organisation's owners who may still have their sessions. */
  readonly findEntitled: (
    organizationId: string,
    owners: readonly SessionOwner[],
  ) => Promise<ReadonlySet<SessionOwner>>;
  readonly report: (error: unknown) => void;
  readonly limits?: Partial<SessionLimits>;
};

/**
 * The sessions with MCP servers that this process holds for dialogues, so that one call finds what another has left. A
 * session is used by one person's dialogue alone, and closed when it has been idle, when its place is needed, and when
 * its owner, dialogue or tool is gone or changed.
 */
export class McpSessions {
  readonly #held = new Map<string, HeldSession>();
  /** The number of answers under way, by dialogue: their sessions are not idle. */
  readonly #answering = new Map<string, number>();
  readonly #dependencies: Dependencies;
  readonly #limits: SessionLimits;
  readonly #closing = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#limits = { ...usualLimits, ...dependencies.limits };
  }

  get size(): number {
    return this.#held.size;
  }

  /**
   * Works with the owner's session, which is opened if there is none. Concurrent work shares it. If the server has
   * forgotten it, it is opened anew, once, and the work is done again.
   */
  async use<T>(owner: SessionOwner, access: Access, work: (connection: McpConnection) => Promise<T>): Promise<T> {
    const key = keyOf(owner, access);
    const session = this.#held.get(key) ?? this.#begin(key, owner, access);
    session.working += 1;
    try {
      const { used, connection } = await this.#connected(key, session, access);
      try {
        return await work(connection);
      } catch (error) {
        if (!(error instanceof SessionGone)) throw error;
        return await work((await this.#renewed(key, session, access, used)).connection);
      }
    } catch (error) {
      throw error instanceof SessionGone ? error.failure : error;
    } finally {
      session.working -= 1;
      session.usedAt = performance.now();
    }
  }

  /** Keeps the sessions of a dialogue while it is answered. */
  async during<T>(dialogueId: string, work: () => Promise<T>): Promise<T> {
    this.#answering.set(dialogueId, (this.#answering.get(dialogueId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#answering.get(dialogueId) ?? 1) - 1;
      if (left > 0) this.#answering.set(dialogueId, left);
      else this.#answering.delete(dialogueId);
      for (const session of this.#held.values())
        if (session.owner.dialogueId === dialogueId) session.usedAt = performance.now();
    }
  }

  /** Closes the sessions that are idle, and those whose owners are no longer entitled to them. */
  async review(): Promise<void> {
    const now = performance.now();
    for (const [key, session] of this.#held)
      if (this.#isIdle(session) && now - session.usedAt >= this.#limits.idleMs) this.#end(key, session);
    for (const [organizationId, owned] of Map.groupBy(this.#held, ([, { owner }]) => owner.organizationId)) {
      const entitled = await this.#dependencies.findEntitled(
        organizationId,
        owned.map(([, { owner }]) => owner),
      );
      for (const [key, session] of owned) if (!entitled.has(session.owner)) this.#end(key, session);
    }
  }

  /** Closes all sessions, and opens none afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [key, session] of this.#held) this.#end(key, session);
    await Promise.all(this.#closing);
  }

  #isIdle({ owner, working }: HeldSession): boolean {
    return working === 0 && !this.#answering.has(owner.dialogueId);
  }

  #begin(key: string, owner: SessionOwner, { open }: Access): HeldSession {
    const isOurs = ({ owner: { organizationId } }: HeldSession) => organizationId === owner.organizationId;
    this.#makeRoom(this.#limits.ofOrganization, isOurs);
    this.#makeRoom(this.#limits.ofProcess, () => true);
    const session = { owner, connection: opened(open), working: 0, usedAt: performance.now() };
    this.#held.set(key, session);
    this.#timer ??= setInterval(() => {
      this.review().catch(this.#dependencies.report);
    }, this.#limits.reviewMs).unref();
    return session;
  }

  /** Closes the sessions that have been idle for longest, until there is room for another one. */
  #makeRoom(most: number, counts: (session: HeldSession) => boolean): void {
    if (this.#isClosed) throw new ToolSaysNo('The server is being stopped.');
    const counted = [...this.#held].filter(([, session]) => counts(session));
    if (counted.length < most) return;
    const [oldest] = counted
      .filter(([, session]) => this.#isIdle(session))
      .sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest === undefined) throw new ToolSaysNo('Too many sessions with servers are in use. Try again in a minute.');
    this.#end(...oldest);
  }

  /** Returns the connection of a session: one that is open, or a new one. */
  async #connected(key: string, session: HeldSession, access: Access): Promise<UsedConnection> {
    const used = session.connection;
    const connection = await this.#awaited(key, session, used, access);
    // A program may have ended since, or a stream.
    return connection.isOpen ? { used, connection } : this.#renewed(key, session, access, used);
  }

  /** Opens a session anew, unless somebody else has done so since. */
  async #renewed(
    key: string,
    session: HeldSession,
    access: Access,
    gone: Promise<McpConnection>,
  ): Promise<UsedConnection> {
    if (this.#held.get(key) !== session) throw new ToolSaysNo('The session was closed.');
    if (session.connection === gone) {
      session.connection = opened(access.open);
      gone.then((it) => it.retire()).catch(() => undefined); // it was open
    }
    const used = session.connection;
    return { used, connection: await this.#awaited(key, session, used, access) };
  }

  #awaited(
    key: string,
    session: HeldSession,
    used: Promise<McpConnection>,
    { signal }: Access,
  ): Promise<McpConnection> {
    // Whoever gives up does not keep the others from it.
    used.catch(() => {
      if (session.connection === used && this.#held.get(key) === session) this.#forget(key);
    });
    return withSignal(signal, used);
  }

  #forget(key: string): void {
    this.#held.delete(key);
    if (this.#held.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #end(key: string, { connection }: HeldSession): void {
    this.#forget(key);
    const closing = connection
      .then((it) => it.close())
      .catch(() => undefined) // it was never opened
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

const keyOf = ({ organizationId, memberId, dialogueId, toolId }: SessionOwner, { fingerprint }: Access) =>
  [organizationId, memberId, dialogueId, toolId, fingerprint].join(' ');

const opened = (open: Opening): Promise<McpConnection> => open(AbortSignal.timeout(openWithinMs));
