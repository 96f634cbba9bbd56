import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunFailure, RunReading } from '@parlance/shared/contract/api/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import { limitOf } from '@parlance/shared/contract/evaluate';
import type { FastifyBaseLogger } from 'fastify';
import { modelsDenied } from '../../library/bots/visibility.ts';
import type { Account } from '../../money/ledger/ledger.ts';
import { type Reserve, RunBudget } from '../../money/ledger/run-budget.ts';
import { findHolder } from '../../people/privileges/holder.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Events } from '../../platform/db/events.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type AllowedModel, allowedModel } from '../../platform/language-models/allowed-model.ts';
import { BudgetSpent } from '../../platform/language-models/budget.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import { ModelFailure, type PartNotes, type Sampling } from '../../platform/language-models/language-model.ts';
import { estimateTokens, tokensOfFunctions } from '../../platform/language-models/tokens.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { AnswerGuard } from '../governance/answer-guard.ts';
import { joinedRules } from '../governance/applied-rules.ts';
import { readApproval } from '../governance/approvals.ts';
import type { Checker } from '../governance/engine/rule-set.ts';
import { Material } from '../governance/material.ts';
import type { RuleBook } from '../governance/rule-book.ts';
import { type NewCall, callOf, endCalls, findCallsOfRun } from '../tools/calls.ts';
import type { ToolReach } from '../tools/reach.ts';
import { readToolbox, toldFunctions } from '../tools/toolbox.ts';
import { completeQuestion } from './complete-question.ts';
import { DeltaLog } from './delta-log.ts';
import { failureOf } from './failure-of.ts';
import { noteFiles, withoutProgress } from './file-notes.ts';
import { grownChannel } from './followed-answers.ts';
import { type Ended, LiveRun, type StopReason } from './live-run.ts';
import { numberNotes } from './part-notes.ts';
import { type ReadQuestion, firstQuestion, readQuestion } from './question.ts';
import {
  type BegunRun,
  type Finished,
  beginRun,
  finishRun,
  giveBack,
  insertDeltas,
  keepReading,
  mayReadOn,
} from './repository.ts';
import { RuleNews } from './rule-news.ts';
import { Tally } from './tally.ts';
import { type ToolTask, answerAlone, answerWithTools } from './tool-loop.ts';
import { countEntered, putToWait, waitForDecision } from './tool-waiting.ts';

export type RunnerDependencies = {
  db: Database;
  events: Events;
  models: Catalog;
  storage: Storage;
  tools: ToolReach;
  ruleBook: RuleBook;
  log: FastifyBaseLogger;
};
export type EndedRun = { readonly id: string; readonly organizationId: string; readonly status: Ended['status'] };

/** A run that was made running, and what the transaction that made it knows of it. */
export type BornRun = {
  readonly id: string;
  readonly organizationId: string;
  readonly begun: BegunRun;
  /** What there is to answer, where that is all: the database is not asked for more. */
  readonly question: { readonly instructions: string; readonly content: string } | null;
};

type Asked = {
  readonly governanceVersion: number;
  readonly read: ReadQuestion;
  readonly begun: string;
  readonly tally: Tally;
  /** Of files that were read in parts before it waited. */ readonly notes: readonly PartNotes[] | null;
  readonly task: Omit<ToolTask, 'guard' | 'material'>;
  readonly sampling: Sampling;
  /** Of its member's tokens, where they are limited. */ readonly reserve: Reserve | null;
};

const accountOf = (
  { organizationId }: LiveRun,
  { member_id: memberId, bot_id: botId, month }: Pick<BegunRun, 'member_id' | 'bot_id' | 'month'>,
): Account => ({ organizationId, memberId, botId, month });

type Heard = { readonly calls: readonly NewCall[]; readonly notes: readonly PartNotes[] | null };
const none: Heard = { calls: [], notes: null };

/** A payload of PostgreSQL's NOTIFY holds 8,000 bytes. */
const idsInOneEvent = 100;
/** How long a whole answer waits for a database that is away before its process lets go of it. */
const usualPatience = { tries: 30, pauseMs: 1_000 };

/** Writes answers, each detached from the request that asked for it: nobody has to stay for it to become whole. */
export class Runner {
  readonly processId: string = randomUUID();
  readonly #dependencies: RunnerDependencies;
  readonly #finishing: typeof usualPatience;
  readonly #live = new Map<string, LiveRun>();
  readonly #working = new Map<string, Promise<void>>();
  readonly #deltas: DeltaLog;
  readonly #listeners: ((run: EndedRun) => void)[] = [];
  #closed = false;
  #isBreakingOff = false;

  constructor(dependencies: RunnerDependencies, finishing = usualPatience) {
    this.#dependencies = dependencies;
    this.#finishing = finishing;
    const { db, log } = dependencies;
    this.#deltas = new DeltaLog({
      log,
      write: async (rows) => {
        await db.asSystem((trx) => insertDeltas(trx, this.processId, rows));
        this.tell(rows.map(({ runId }) => runId));
      },
    });
  }

  /**
   * Begins to answer a run that waits. Call it when the transaction that took it is over. A process that stops begins
   * nothing: the next one finds the run.
   */
  start(id: string, organizationId: string): void {
    if (!this.#closed) void this.#work(new LiveRun(id, organizationId), true, (run) => this.#take(run));
  }

  /**
   * Begins to answer a run while the transaction that made it is committed, or after. Resolves when it is there and can
   * be read. A process that stops leaves it waiting.
   */
  async startBorn(
    { id, organizationId, begun, question }: BornRun,
    stored: Promise<unknown> = Promise.resolve(),
  ): Promise<void> {
    const isStored = stored.then(
      () => true,
      () => false,
    );
    if (this.#closed)
      return void (
        (await isStored) &&
        (await this.#dependencies.db.asTenant(organizationId, (trx) => giveBack(trx, id, this.processId)))
      );
    await this.#work(new LiveRun(id, organizationId), isStored, async (run) => {
      if (question === null && !(await isStored)) return null;
      this.#begin(run, begun);
      if (question === null)
        return this.#dependencies.db.asTenant(organizationId, (trx) => this.#readAsked(trx, run, begun));
      return this.#askedOf(run, begun, {
        read: firstQuestion(question, begun),
        notes: null,
        toolbox: [],
        rows: [],
        entered: 0,
      });
    });
  }

  /** Resolves when the run can be read here. */
  async #work(
    run: LiveRun,
    isStored: true | Promise<boolean>,
    read: (run: LiveRun) => Promise<Asked | null>,
  ): Promise<void> {
    const { id } = run;
    if (isStored === true) this.#live.set(id, run);
    const work = this.#answer(run, isStored, read)
      .catch((error: unknown) => {
        this.#dependencies.log.error({ err: error, run: id }, 'an answer could not be ended');
        // Its lease lapses, and whoever sweeps ends it: readers wait for that in the database, and not for this
        // process.
        run.letGo();
      })
      .finally(() => {
        this.#live.delete(id);
        this.#working.delete(id);
      });
    this.#working.set(id, work);
    // Before that its lease is not there to be renewed.
    if (isStored !== true && (await isStored) && this.#working.has(id)) this.#live.set(id, run);
    if (this.#isBreakingOff) run.stop('interrupted');
  }

  /** The run, where this process writes it. */
  live(id: string): LiveRun | undefined {
    return this.#live.get(id);
  }

  /** The runs that this process writes now. */
  ids(): string[] {
    return [...this.#live.keys()];
  }

  onEnd(listener: (run: EndedRun) => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when the answer is written and ended; at once where another process writes it. */
  async ended(id: string): Promise<void> {
    await this.#working.get(id);
  }

  /** Tells readers in every process that these answers have grown or ended. */
  tell(ids: readonly string[]): void {
    for (let at = 0; at < ids.length; at += idsInOneEvent) {
      this.#dependencies.events.publish(grownChannel, ids.slice(at, at + idsInOneEvent).join(','));
    }
  }

  /**
   * Takes no more answers, and lets those under way end for so long; then it breaks them off, and keeps what there is.
   */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    const ended = Promise.all(this.#working.values());
    if (graceMs > 0) await Promise.race([ended, pause(graceMs, undefined, { ref: false })]);
    this.#isBreakingOff = true;
    for (const run of this.#live.values()) run.stop('interrupted');
    await ended;
  }

  async #answer(
    run: LiveRun,
    isStored: true | Promise<boolean>,
    read: (run: LiveRun) => Promise<Asked | null>,
  ): Promise<void> {
    let tally: Tally | null = null;
    let reading: RunReading | null = null;
    let ended: Ended = { status: 'complete', error_code: null };
    let failure: RunFailure | null = null;
    try {
      const asked = await read(run);
      if (asked === null) return run.letGo();
      tally = asked.tally;
      reading = asked.read.reading;
      const { calls, notes } = run.isStopped() ? none : await this.#hear(run, isStored, asked);
      if (calls.length > 0 && (await this.#wait(run, { ...asked, notes }, calls))) return;
      if (run.isStopped()) ended = this.#endedBy(run, run.signal.reason);
    } catch (error) {
      ended = this.#endedBy(run, error);
      if (ended.status === 'failed' && error instanceof ModelFailure) failure = failureOf(error);
    }
    if (!(await isStored)) return run.letGo();
    reading = run.reading === null ? reading : withoutProgress(run.reading);
    await this.#deltas.settle(run);
    const next = await this.#finish(run, {
      ...ended,
      failure,
      text: run.text,
      citations: run.citations,
      rules: run.rules,
      tally,
    });
    run.end(reading === null ? ended : { ...ended, reading });
    this.tell([run.id]);
    if (next !== null) this.start(next, run.organizationId);
    for (const listener of this.#listeners)
      listener({ id: run.id, organizationId: run.organizationId, status: ended.status });
  }

  /** What is to be answered, and by which model; null where the run is not this process's to write. */
  #take(run: LiveRun): Promise<Asked | null> {
    return this.#dependencies.db.asTenant(run.organizationId, async (trx) => {
      const begun = await beginRun(trx, run.id, this.processId);
      if (begun === undefined || (begun.needs_approval && (await this.#waitsForDecision(trx, run, begun)))) return null;
      this.#begin(run, begun);
      return this.#readAsked(trx, run, { ...begun, ...(await this.#judgeAnew(trx, run, begun.member_id)) });
    });
  }

  /**
   * What waited is asked for by somebody who may have lost the right to it since. The models that they may not use, and
   * their tokens.
   */
  async #judgeAnew(
    trx: Trx,
    { id }: LiveRun,
    memberId: string,
  ): Promise<Pick<BegunRun, 'models_denied' | 'token_limit'>> {
    const { models } = this.#dependencies;
    const member = await findHolder(trx, memberId);
    if (member === null || !(await mayReadOn(trx, member, models, id))) throw new ApiError('bot_disabled');
    return {
      models_denied: modelsDenied(member, models),
      token_limit: limitOf(member, 'tokens_a_month', member.planTokens).limit,
    };
  }

  async #waitsForDecision(trx: Trx, run: LiveRun, begun: Parameters<typeof accountOf>[1]): Promise<boolean> {
    const approval = await readApproval(trx, run.id);
    if (approval === null) return false;
    if (approval.state === 'allowed') run.allowedBy(approval);
    else await waitForDecision(trx, run.id, accountOf(run, begun));
    return approval.state !== 'allowed';
  }

  #begin(run: LiveRun, begun: Pick<BegunRun, 'member_id' | 'begun' | 'citations' | 'applied_rules'>): void {
    run.ownedBy(begun.member_id);
    if (begun.begun !== '') this.#deltas.add(run, begun.begun);
    if (begun.citations.length > 0) run.cite(begun.citations);
    if (begun.applied_rules.length > 0) run.tellRules(begun.applied_rules);
  }

  async #readAsked(trx: Trx, run: LiveRun, begun: BegunRun): Promise<Asked> {
    // Only one that waited for its person has calls behind it.
    const hasWaited = begun.begun_length !== null;
    const rows = hasWaited ? await findCallsOfRun(trx, run.id) : [];
    for (const row of rows) run.tellCall(callOf(row));
    const { model } = this.#modelOf(begun);
    const toolbox =
      model.kind === 'embedded'
        ? []
        : await readToolbox(trx, this.#dependencies.tools, run.organizationId, (begun.definition ?? begun).tools);
    const takenTokens = tokensOfFunctions(toldFunctions(toolbox)) + estimateTokens(begun.begun);
    const read = await readQuestion(trx, model, {
      promptId: begun.prompt_id,
      language: begun.language,
      definition: begun.definition,
      hasTools: toolbox.length > 0,
      readsWhole: begun.reads_whole,
      takenTokens,
    });
    if (read.reading !== null) await keepReading(trx, run.id, read.reading);
    return this.#askedOf(run, begun, {
      read,
      notes: begun.part_notes,
      toolbox,
      rows,
      entered: hasWaited ? await countEntered(trx, run.id) : 0,
    });
  }

  #modelOf(begun: BegunRun): AllowedModel {
    const model = allowedModel(this.#dependencies.models.of(begun.model_id), (id) => begun.models_denied.includes(id));
    if (model === null) throw new ApiError('privilege_missing');
    return model;
  }

  #askedOf(
    run: LiveRun,
    begun: BegunRun,
    {
      read,
      notes,
      toolbox,
      rows,
      entered,
    }: Pick<Asked, 'read' | 'notes'> & Pick<ToolTask, 'toolbox' | 'rows'> & { entered: number },
  ): Asked {
    const from = begun.begun_length ?? begun.begun.length;
    const { temperature, max_output_tokens, tool_steps: callsAtMost } = begun.definition ?? begun;
    return {
      read,
      notes,
      governanceVersion: begun.governance_version,
      begun: begun.begun.slice(0, from),
      sampling: { temperature, max_output_tokens },
      reserve: begun.token_limit === null ? null : { limit: begun.token_limit, reserved: begun.reserved_tokens },
      tally: new Tally(accountOf(run, begun), this.#modelOf(begun), { ...begun, entered }),
      task: {
        runId: run.id,
        organizationId: run.organizationId,
        toolbox,
        callsAtMost,
        isUnattended: begun.is_unattended,
        rows,
        text: begun.begun,
        from,
      },
    };
  }

  /**
   * The calls that the person is to allow before the answer goes on, none where it is whole; and what was noted of
   * files for it.
   */
  async #hear(
    run: LiveRun,
    isStored: true | Promise<boolean>,
    { governanceVersion, read, notes: noted, begun, tally, task: known, sampling, reserve }: Asked,
  ): Promise<Heard> {
    const checkers = governanceVersion === 0 ? null : await this.#checkersOf(tally, governanceVersion);
    const guard = checkers === null || checkers.answer === null ? null : new AnswerGuard(checkers.answer, known.text);
    const material = checkers === null ? null : new Material(checkers);
    tally.checkedBy(guard, material);
    const task: ToolTask = { ...known, guard, material };
    const whole = await completeQuestion(this.#dependencies, read, {
      ...tally.account,
      model: tally.wanted.model,
      signal: run.signal,
    });
    const question = material === null ? whole : await material.inQuestion(whole);
    const budget =
      reserve === null
        ? undefined
        : new RunBudget(this.#dependencies.db, {
            of: 'runs',
            id: run.id,
            account: tally.account,
            isStored,
            ...reserve,
          });
    const unread = { ...question, begun, sampling, budget, signal: run.signal };
    const notes =
      noted ??
      (read.parts === null
        ? null
        : await noteFiles({ db: this.#dependencies.db, tell: () => this.tell([run.id]) }, run, unread, {
            read,
            tally,
            material,
          }));
    if (material !== null && material.appliedRules.length > 0)
      run.tellRules(joinedRules(run.rules, material.appliedRules));
    const asked = notes === null ? unread : { ...unread, notes: numberNotes(notes, unread.sources.length) };
    const ruleNews =
      guard === null
        ? null
        : new RuleNews({ ...this.#dependencies, processId: this.processId, tell: (ids) => this.tell(ids) }, run, guard);
    const hasTools = task.toolbox.length > 0 || task.rows.length > 0;
    for await (const part of hasTools
      ? answerWithTools(this.#dependencies.db, task, tally.wanted, asked)
      : answerAlone(guard, tally.wanted, asked)) {
      // Which model it is, is said before it is asked. What it says has to have its place.
      if (part.type !== 'answering' && !(await isStored)) return none;
      await ruleNews?.look();
      if (part.type === 'ask') return { calls: part.calls, notes };
      if (part.type === 'usage') tally.add(part);
      else if (part.type === 'tool') this.#tellCall(run, part.call);
      else if (part.type === 'answering') tally.answering(part.model);
      else if (part.type === 'citations') run.cite(part.citations);
      else if (!run.isStopped()) {
        tally.heard();
        this.#deltas.add(run, part.text);
      }
    }
    await ruleNews?.look();
    return none;
  }

  /** By what an answer is checked, and what is given to its model; null where no rule applies. */
  async #checkersOf(
    { account }: Tally,
    governanceVersion: number,
  ): Promise<{ prompt: Checker | null; answer: Checker | null } | null> {
    const { db, ruleBook } = this.#dependencies;
    const asker = { ...account, governanceVersion };
    const [ofPrompt, ofAnswer] = [
      { kind: 'prompt', botId: account.botId },
      { kind: 'answer', botId: account.botId },
    ] as const;
    const known = { prompt: ruleBook.known(asker, ofPrompt), answer: ruleBook.known(asker, ofAnswer) };
    const { prompt, answer } =
      known.prompt !== undefined && known.answer !== undefined
        ? { prompt: known.prompt, answer: known.answer }
        : await db.asTenant(asker.organizationId, async (trx) => ({
            prompt: await ruleBook.checker(trx, asker, ofPrompt),
            answer: await ruleBook.checker(trx, asker, ofAnswer),
          }));
    return prompt === null && answer === null ? null : { prompt, answer };
  }

  /** Readers here see it at once; those elsewhere read the rows. */
  #tellCall(run: LiveRun, call: ToolCall): void {
    run.tellCall(call);
    this.tell([run.id]);
  }

  /** Lets go of an answer until its person has answered; false where it is not to be gone on with. */
  async #wait(run: LiveRun, { tally, task, notes }: Asked, calls: readonly NewCall[]): Promise<boolean> {
    await this.#deltas.settle(run);
    const waiting = { text: run.text, begunLength: task.from, tally, calls, notes };
    const rows =
      run.isStopped() || this.#isBreakingOff
        ? null
        : await this.#dependencies.db.asTenant(run.organizationId, (trx) =>
            putToWait(trx, run.id, this.processId, waiting),
          );
    if (rows === null) return false;
    run.letGo();
    this.tell([run.id]);
    return true;
  }

  #endedBy(run: LiveRun, error: unknown): Ended {
    // LiveRun.stop gives no other
    if (run.signal.aborted) return { status: run.signal.reason as StopReason, error_code: null };
    const { log } = this.#dependencies;
    // It is refused as the prompt itself would have been.
    if (error instanceof ApiError) return { status: 'failed', error_code: error.apiCode };
    if (error instanceof BudgetSpent) return { status: 'failed', error_code: 'allowance_spent' };
    if (error instanceof ModelFailure) {
      log.warn({ err: error, run: run.id }, 'a model failed');
      return { status: 'failed', error_code: error.code };
    }
    log.error({ err: error, run: run.id }, 'an answer failed');
    return { status: 'failed', error_code: 'internal' };
  }

  /** The answer is there: a database that is away for a moment must not cost it. */
  async #finish(run: LiveRun, finished: Finished): Promise<string | null> {
    const { db, log } = this.#dependencies;
    for (let tries = 1; ; tries++) {
      try {
        return await db.asTenant(run.organizationId, async (trx) => {
          if (run.calls.length > 0) await endCalls(trx, [run.id]);
          return finishRun(trx, run.id, finished, this.#closed ? null : this.processId);
        });
      } catch (error) {
        if (tries >= this.#finishing.tries || this.#isBreakingOff) throw error;
        log.error({ err: error, run: run.id }, 'a whole answer could not be stored; trying again');
        await pause(this.#finishing.pauseMs);
      }
    }
  }
}
