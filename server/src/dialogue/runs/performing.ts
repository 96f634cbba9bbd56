import { toolArgumentsMaxLength, toolCallSeconds, toolCallSecondsAtMost } from '@parlance/shared/contract/api/tools';
import type { Trx } from '../../platform/db/database.ts';
import type { Question } from '../../platform/language-models/language-model.ts';
import type { AskedCall } from '../../platform/language-models/tool-calling.ts';
import {
  type CallRow,
  type NewCall,
  type CallResult,
  beginCall,
  callOf,
  findCall,
  insertCall,
  settleCall,
} from '../tools/calls.ts';
import type { KeepingContents } from '../tools/contents/keep.ts';
import { CallQuestions, type QuestionsOfAnswer } from '../tools/elicitation/call-questions.ts';
import type { Bounds } from '../tools/kinds/tool-source.ts';
import { performCall } from '../tools/perform.ts';
import type { ToolEntry } from '../tools/toolbox.ts';
import { CallNews } from './call-news.ts';
import { readNaming } from './naming.ts';
import type { ResultPictures } from './result-pictures.ts';
import { type CallOutcome, settledResult } from './settle-result.ts';
import type { ToolPart, ToolTask } from './tool-task.ts';
import { type Way, wayOf } from './way-of-call.ts';

/** The time in which servers may be silent, in all calls of an answer together, while this process writes it. */
const silentMsAtMost = 120_000;
const callMsAtMost = toolCallSeconds * 1_000;
/** The time for all calls of an answer, whose servers say that they are at work. */
const callsMsAtMost = toolCallSecondsAtMost * 1_000;

type Hearing = Pick<Parameters<typeof performCall>[0], 'ask' | 'progressed'>;

/** Makes the calls of an answer: each is stored before it happens and settled after. */
export class Performing {
  readonly #dependencies: KeepingContents;
  readonly #pictures: ResultPictures;
  readonly #task: ToolTask;
  readonly #question: Question;
  readonly #rows: CallRow[];
  readonly #signInsNeeded: string[] = [];
  readonly #questions: QuestionsOfAnswer;
  #silentMsLeft = silentMsAtMost;
  #msLeft = callsMsAtMost;

  constructor(dependencies: KeepingContents, task: ToolTask, question: Question, pictures: ResultPictures) {
    this.#dependencies = dependencies;
    this.#pictures = pictures;
    this.#task = task;
    this.#question = question;
    this.#rows = [...task.rows];
    const { organizationId, desk, material } = task;
    this.#questions = { db: dependencies.db, desk, organizationId, material, isUnanswered: false };
  }

  get rows(): readonly CallRow[] {
    return this.#rows;
  }

  /** The calls that were begun, and could not be made before the person signs in to their servers. */
  get signInsNeeded(): readonly string[] {
    return this.#signInsNeeded;
  }

  /** Makes the calls that the model requested together. Returns those that the person must allow, not yet stored. */
  async *step(asked: readonly AskedCall[], offset: number): AsyncGenerator<ToolPart, NewCall[]> {
    const { runId, organizationId, toolbox } = this.#task;
    // The model has not read the results of this step when it requests its calls.
    const read = [...this.#rows];
    const step = (read.at(-1)?.step ?? 0) + 1;
    const ask: NewCall[] = [];
    for (const [at, unchecked] of asked.entries()) {
      const call =
        this.#task.material === null
          ? unchecked
          : { ...unchecked, arguments: this.#task.material.inArguments(unchecked.arguments) };
      const entry = toolbox.find(({ toldName }) => toldName === call.name) ?? null;
      const made: NewCall = {
        runId,
        organizationId,
        step,
        position: at + 1,
        asked: call,
        entry,
        offset,
        state: 'running',
        asksBecause: null,
      };
      if (entry === null || call.arguments.length > toolArgumentsMaxLength) {
        yield* this.#refuse(
          made,
          failed(entry === null ? 'There is no such function.' : 'The arguments are too long.'),
        );
        continue;
      }
      const way = await this.#wayOf(entry, call.arguments, read);
      if (way.asks && this.#task.isUnattended)
        yield* this.#refuse(made, way.because === 'sign-in' ? unattendedSignIn : unattended);
      else if (way.asks) ask.push({ ...made, state: 'waiting', asksBecause: way.because });
      else yield* this.#call(await this.#insert(made), entry, way.bounds);
    }
    return ask;
  }

  /** Makes a call that the person has allowed, unless its tool may no longer be called. */
  async *allowed(row: CallRow): AsyncGenerator<ToolPart, void> {
    const entry = this.#task.toolbox.find(
      ({ toolId, described }) => toolId === row.tool_id && described.name === row.function,
    );
    const begun = await this.#tenant((trx) => beginCall(trx, row.id));
    if (begun === null) return;
    if (entry === undefined) return yield* this.#settle(begun, failed('The tool may no longer be called.'));
    yield* this.#call(begun, entry);
  }

  #wayOf(entry: ToolEntry, text: string, rows: readonly CallRow[]): Promise<Way> {
    const { runId } = this.#task;
    return wayOf(entry, text, () =>
      this.#tenant((trx) => readNaming(trx, { runId, sources: this.#question.sources, rows })),
    );
  }

  async *#refuse(made: NewCall, settled: CallResult): AsyncGenerator<ToolPart, void> {
    const asked = {
      ...made.asked,
      name: made.asked.name.slice(0, 200),
      arguments: made.asked.arguments.slice(0, toolArgumentsMaxLength),
    };
    yield* this.#settle(await this.#insert({ ...made, asked, state: 'running' }), settled);
  }

  async *#call(row: CallRow, entry: ToolEntry, bounds: Bounds = null): AsyncGenerator<ToolPart, void> {
    yield { type: 'tool', call: callOf(row) };
    const { name, parameters } = entry.described;
    const timeoutMs = Math.min(callMsAtMost, this.#silentMsLeft, this.#msLeft);
    const performed =
      timeoutMs <= 0
        ? {
            ...failed('The time for calls of this answer is used up.'),
            state: 'timed-out' as const,
            needsSignIn: false,
          }
        : yield* this.#heard(row, (hearing) =>
            performCall({
              organizationId: this.#task.organizationId,
              source: entry.open,
              name,
              parameters,
              arguments: row.arguments,
              signal: this.#question.signal,
              timeoutMs,
              timeoutMsInAll: this.#msLeft,
              bounds,
              ...hearing,
            }),
          );
    this.#silentMsLeft -= Math.min(performed.durationMs, timeoutMs);
    this.#msLeft -= performed.durationMs;
    if (performed.needsSignIn === true && !this.#task.isUnattended) this.#signInsNeeded.push(row.id);
    else yield* this.#settle(row, performed);
  }

  /** Makes a call, and tells of what its server asks the person, and of how far it is. */
  async *#heard<T>(row: CallRow, make: (hearing: Hearing) => Promise<T>): AsyncGenerator<ToolPart, T> {
    const { material, isUnattended } = this.#task;
    const news = new CallNews();
    const { ask } = new CallQuestions(this.#questions, row.id, news.rowChanged);
    const made = make({ ...(isUnattended ? {} : { ask }), progressed: news.progressed });
    let call = callOf(row);
    for await (const { hasNewRow, progress } of news.until(made)) {
      if (hasNewRow) call = callOf(await this.#tenant((trx) => findCall(trx, row.id)));
      const message = material === null || progress === null ? progress?.message : material.inText(progress.message);
      yield { type: 'tool', call: { ...call, ...(progress && { progress: { ...progress, message: message ?? '' } }) } };
    }
    return made;
  }

  async *#settle({ id }: CallRow, outcome: CallOutcome): AsyncGenerator<ToolPart, void> {
    this.#pictures.add(id, outcome.contents ?? []);
    const settled = await settledResult(this.#dependencies, this.#task, outcome);
    const row = await this.#tenant((trx) => settleCall(trx, id, settled));
    const at = this.#rows.findIndex((it) => it.id === id);
    this.#rows[at] = row;
    yield { type: 'tool', call: callOf(row) };
  }

  async #insert(made: NewCall): Promise<CallRow> {
    const row = await this.#tenant((trx) => insertCall(trx, made));
    this.#rows.push(row);
    return row;
  }

  #tenant<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#dependencies.db.asTenant(this.#task.organizationId, work);
  }
}

const failed = (result: string) => ({ state: 'failed', result, isCut: false, durationMs: 0 }) as const;

const refused = (result: string): CallResult => ({ state: 'refused', result, isCut: false, durationMs: 0 });

/** The results told to a model, and to readers of the answer. */
const unattended = refused(
  'This call needs somebody’s permission, and nobody is there to give it while tests run. Do not ask for it again; answer without it.',
);
const unattendedSignIn = refused(
  'This call needs a person who has signed in to the server of the tool, and nobody is there while tests run. Do not ask for it again; answer without it.',
);
