import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunFailure, RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import type { Events } from '../../platform/db/events.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import { ModelFailure, type PartNotes } from '../../platform/language-models/language-model.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { AnswerGuard } from '../governance/answer-guard.ts';
import { joinedRules } from '../governance/applied-rules.ts';
import { Material } from '../governance/material.ts';
import type { RuleBook } from '../governance/rule-book.ts';
import { endCalls } from '../tools/calls.ts';
import type { ToolReach } from '../tools/reach.ts';
import { beginAnswer, growAnswer } from './answer-text.ts';
import {
  type Assignment,
  type BornRun,
  assignmentOf,
  budgetOf,
  judgeAnew,
  readAssignment,
  waitsForDecision,
} from './assignment.ts';
import { checkersOf } from './checkers.ts';
import { completeQuestion } from './complete-question.ts';
import { DeltaLog } from './delta-log.ts';
import { endedBy } from './ended-by.ts';
import { failureOf } from './failure-of.ts';
import { noteFiles, withoutProgress } from './file-notes.ts';
import { grownChannel } from './followed-answers.ts';
import { type RunEnd, LiveRun } from './live-run.ts';
import { numberNotes } from './part-notes.ts';
import { firstQuestion } from './question.ts';
import { type FinishedRun, beginRun, finishRun, giveBack } from './repository.ts';
import { RuleNews } from './rule-news.ts';
import { grownIds, storeGrowth } from './store-growth.ts';
import type { Tally } from './tally.ts';
import { answerAlone, answerWithTools } from './tool-loop.ts';
import type { AskedCalls, ToolTask } from './tool-task.ts';
import { putToWait } from './tool-waiting.ts';

export type RunnerDependencies = {
  db: Database;
  events: Events;
  models: Catalog;
  storage: Storage;
  tools: ToolReach;
  ruleBook: RuleBook;
  log: FastifyBaseLogger;
};
export type EndedRun = { readonly id: string; readonly organizationId: string; readonly status: RunEnd['status'] };

type RoundResult = { readonly asked: AskedCalls | null; readonly notes: readonly PartNotes[] | null };
const none: RoundResult = { asked: null, notes: null };

/** The number of ids in an event: a payload of PostgreSQL's NOTIFY holds 8,000 bytes. */
const idsInOneEvent = 100;
/** The time a complete answer waits for an unavailable database before its process lets go of it. */
const usualPatience = { tries: 30, pauseMs: 1_000 };

/** Writes answers, each detached from the request that asked for it: nobody has to stay connected. */
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
      write: async (growth) => {
        await db.asSystem((trx) => storeGrowth(trx, this.processId, growth));
        this.tell(grownIds(growth));
      },
    });
  }

  /**
   * Begins to answer a waiting run. Call it after the transaction that took it. A process that stops begins nothing:
   * the next one finds the run.
   */
  start(id: string, organizationId: string): void {
    if (!this.#closed) void this.#work(new LiveRun(id, organizationId), true, (run) => this.#take(run));
  }

  /**
   * Begins to answer a run while its transaction is committed, or after. Resolves when it is stored and can be read. A
   * process that stops leaves it waiting.
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
      beginAnswer(this.#deltas, run, begun);
      if (question === null)
        return this.#dependencies.db.asTenant(organizationId, (trx) =>
          readAssignment(trx, this.#dependencies, run, begun),
        );
      return assignmentOf(this.#dependencies.models, run, begun, {
        read: firstQuestion(question, begun),
        notes: null,
        toolbox: [],
        rows: [],
        entered: 0,
      });
    });
  }

  /** Writes the answer; resolves when the run can be read here. */
  async #work(
    run: LiveRun,
    isStored: true | Promise<boolean>,
    read: (run: LiveRun) => Promise<Assignment | null>,
  ): Promise<void> {
    const { id } = run;
    if (isStored === true) this.#live.set(id, run);
    const work = this.#answer(run, isStored, read)
      .catch((error: unknown) => {
        this.#dependencies.log.error({ err: error, run: id }, 'an answer could not be ended');
        // The lease lapses and a sweep ends the run: readers follow the database, not this process.
        run.letGo();
      })
      .finally(() => {
        this.#live.delete(id);
        this.#working.delete(id);
      });
    this.#working.set(id, work);
    // Before it is stored there is no lease to renew.
    if (isStored !== true && (await isStored) && this.#working.has(id)) this.#live.set(id, run);
    if (this.#isBreakingOff) run.stop('interrupted');
  }

  /** Returns the run if this process writes it. */
  live(id: string): LiveRun | undefined {
    return this.#live.get(id);
  }

  /** Returns the runs that this process writes now. */
  ids(): string[] {
    return [...this.#live.keys()];
  }

  onEnd(listener: (run: EndedRun) => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when the answer is written and ended; at once if another process writes it. */
  async ended(id: string): Promise<void> {
    await this.#working.get(id);
  }

  /** Notifies readers in every process that these answers have grown or ended. */
  tell(ids: readonly string[]): void {
    for (let at = 0; at < ids.length; at += idsInOneEvent) {
      this.#dependencies.events.publish(grownChannel, ids.slice(at, at + idsInOneEvent).join(','));
    }
  }

  /**
   * Accepts no more answers, and lets those under way end within the grace period; then it stops them, and keeps their
   * text.
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
    read: (run: LiveRun) => Promise<Assignment | null>,
  ): Promise<void> {
    let tally: Tally | null = null;
    let reading: RunReading | null = null;
    let ended: RunEnd = { status: 'complete', error_code: null };
    let failure: RunFailure | null = null;
    try {
      const asked = await read(run);
      if (asked === null) return run.letGo();
      tally = asked.tally;
      reading = asked.read.reading;
      const hear = () => this.#hear(run, isStored, asked);
      const { sessions } = this.#dependencies.tools;
      const { asked: calls, notes } = run.isStopped() ? none : await sessions.during(asked.task.dialogueId, hear);
      if (calls !== null && (await this.#wait(run, { ...asked, notes }, calls))) return;
      if (run.isStopped()) ended = endedBy(this.#dependencies.log, run, run.signal.reason);
    } catch (error) {
      ended = endedBy(this.#dependencies.log, run, error);
      if (ended.status === 'failed' && error instanceof ModelFailure) failure = failureOf(error);
    }
    if (!(await isStored)) return run.letGo();
    reading = run.reading === null ? reading : withoutProgress(run.reading);
    await this.#deltas.settle(run);
    const next = await this.#finish(run, {
      ...ended,
      failure,
      text: run.text,
      textFrom: run.textFrom,
      reasoning: run.reasoning,
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

  /** Returns the question and the model that answers it; null if the run is not this process's to write. */
  #take(run: LiveRun): Promise<Assignment | null> {
    return this.#dependencies.db.asTenant(run.organizationId, async (trx) => {
      const begun = await beginRun(trx, run.id, this.processId);
      if (begun === undefined || (begun.needs_approval && (await waitsForDecision(trx, run, begun)))) return null;
      beginAnswer(this.#deltas, run, begun);
      return readAssignment(trx, this.#dependencies, run, {
        ...begun,
        ...(await judgeAnew(trx, this.#dependencies.models, run, begun.member_id)),
      });
    });
  }

  /**
   * Hears the answer; resolves to the calls that the person must allow first, none if it is complete, and the notes on
   * its files.
   */
  async #hear(
    run: LiveRun,
    isStored: true | Promise<boolean>,
    { governanceVersion, read, notes: noted, begun, tally, task: known, sampling, reserve }: Assignment,
  ): Promise<RoundResult> {
    const checkers =
      governanceVersion === 0 ? null : await checkersOf(this.#dependencies, tally.account, governanceVersion);
    const guard = checkers === null || checkers.answer === null ? null : new AnswerGuard(checkers.answer, known.text);
    const material = checkers === null ? null : new Material(checkers);
    tally.checkedBy(guard, material);
    const task: ToolTask = { ...known, guard, material, desk: this.#dependencies.tools.desk };
    const whole = await completeQuestion(this.#dependencies, read, {
      ...tally.account,
      model: tally.wanted.model,
      signal: run.signal,
    });
    const question = material === null ? whole : await material.inQuestion(whole);
    const budget = budgetOf(this.#dependencies.db, run, tally.account, isStored, reserve);
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
      ? answerWithTools(this.#dependencies, task, tally.wanted, asked)
      : answerAlone(task, tally.wanted, asked)) {
      // The model is announced before it is called; its output needs a stored run.
      if (part.type !== 'answering' && !(await isStored)) return none;
      await ruleNews?.look();
      if (part.type === 'ask') return { asked: part.asked, notes };
      if (part.type === 'usage') tally.add(part);
      else if (part.type === 'tool') this.#tellCall(run, part.call);
      else if (part.type === 'answering') {
        tally.answering(part.model);
        run.beginCall();
      } else if (part.type === 'citations') run.cite(part.citations);
      else if (!run.isStopped()) growAnswer(this.#deltas, run, tally, part);
    }
    await ruleNews?.look();
    return none;
  }

  /** Readers here see it at once; those elsewhere read the rows. */
  #tellCall(run: LiveRun, call: ToolCall): void {
    this.#deltas.endReasoning(run);
    run.tellCall(call);
    this.tell([run.id]);
  }

  /** Lets go of an answer until its person has decided; false if it is not to be continued. */
  async #wait(run: LiveRun, { tally, task, notes }: Assignment, asked: AskedCalls): Promise<boolean> {
    await this.#deltas.settle(run);
    const { text, textFrom, reasoning } = run;
    const waiting = { text, textFrom, reasoning, begunLength: task.from, tally, asked, notes };
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

  /** Stores a complete answer: a database that is away for a moment must not cost it. */
  async #finish(run: LiveRun, finished: FinishedRun): Promise<string | null> {
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
