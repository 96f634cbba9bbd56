import {
  type ToolCall,
  toolArgumentsMaxLength,
  toolCallSeconds,
  toolCallSecondsAtMost,
} from '@parlance/shared/contract/api/tools';
import type { Trx } from '../../platform/db/database.ts';
import type { AllowedModel } from '../../platform/language-models/allowed-model.ts';
import { type AnsweringPart, answerWith } from '../../platform/language-models/answering.ts';
import type { Question } from '../../platform/language-models/language-model.ts';
import type { AskedCall } from '../../platform/language-models/tool-calling.ts';
import type { AnswerGuard } from '../governance/answer-guard.ts';
import type { Material } from '../governance/material.ts';
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
import type { AskPerson } from '../tools/elicitation/ask-person.ts';
import { CallQuestions, type QuestionsOfAnswer } from '../tools/elicitation/call-questions.ts';
import type { ElicitationDesk } from '../tools/elicitation/desk.ts';
import type { Bounds } from '../tools/kinds/tool-source.ts';
import { performCall } from '../tools/perform.ts';
import { exchangesOf } from '../tools/told-calls.ts';
import { type ToolEntry, type Toolbox, toldFunctions } from '../tools/toolbox.ts';
import { readNaming } from './naming.ts';
import { ResultPictures } from './result-pictures.ts';
import { type CallOutcome, settledResult } from './settle-result.ts';
import { type Way, wayOf } from './way-of-call.ts';

/** The time in which servers may be silent, in all calls of an answer together, while this process writes it. */
const silentMsAtMost = 120_000;
const callMsAtMost = toolCallSeconds * 1_000;
/** The time for all calls of an answer, whose servers say that they are at work. */
const callsMsAtMost = toolCallSecondsAtMost * 1_000;

/** The functions an answer may call, and the calls it has made. */
export type ToolTask = {
  readonly runId: string;
  readonly dialogueId: string;
  readonly organizationId: string;
  readonly toolbox: Toolbox;
  /** Where people's answers to the servers of calls arrive. */
  readonly desk: ElicitationDesk;
  readonly callsAtMost: number;
  /** True if nobody is there who could allow a call. */
  readonly isUnattended: boolean;
  readonly rows: readonly CallRow[];
  /** The answer so far, and its length before its first word was written. */
  readonly text: string;
  readonly from: number;
  /** The guard that an answer passes before anybody sees it; null if no rule applies. */
  readonly guard: AnswerGuard | null;
  /** The filter for input and results of tools; null if no rule applies. */
  readonly material: Material | null;
};

export type ToolPart =
  | Exclude<AnsweringPart, { type: 'call' | 'unsaid' }>
  /** The text since the last call was reasoning: the answer falls back to what it was before. */
  | { readonly type: 'unsaid'; readonly kept: string }
  /** The present state of a call. */
  | { readonly type: 'tool'; readonly call: ToolCall }
  /** The last part if the person must be asked: nothing more happens until they have answered each. */
  | { readonly type: 'ask'; readonly asked: AskedCalls };

/** The calls that the person must allow. */
export type AskedCalls = {
  /** Those that are not yet stored. */
  readonly made: readonly NewCall[];
  /** The ids of those that were begun, and need the person to sign in: their servers have not looked at them. */
  readonly begun: readonly string[];
};

/**
 * Answers with a model that may call tools: each call is stored before it happens and settled after, its result goes to
 * the model, and the model continues. A call that needs permission ends it.
 */
export async function* answerWithTools(
  dependencies: KeepingContents,
  task: ToolTask,
  wanted: AllowedModel,
  question: Question,
): AsyncGenerator<ToolPart, void> {
  const pictures = new ResultPictures(wanted.model, dependencies.storage);
  await pictures.read(task.rows);
  const performing = new Performing(dependencies, task, question, pictures);
  let text = task.text;
  for (const row of task.rows) if (row.state === 'running' && row.begun_at === null) yield* performing.allowed(row);
  if (performing.signInsNeeded.length > 0) {
    yield { type: 'ask', asked: { made: [], begun: performing.signInsNeeded } };
    return;
  }
  for (;;) {
    const { rows } = performing;
    const mayCall = rows.length < task.callsAtMost;
    const asked: AskedCall[] = [];
    // Text before a call and text after it are separate paragraphs.
    const kept = text;
    const paragraph = rows.length > 0 && text !== '' && !/\n\s*$/.test(text) ? '\n\n' : '';
    let gap = paragraph;
    const shown = pictures.within(question, rows);
    const exchanges = exchangesOf(rows, text, task.from, shown.seen);
    const tools = { functions: toldFunctions(task.toolbox), mayCall, exchanges };
    for await (const part of answered(task.guard, wanted, { ...shown.question, tools })) {
      if (part.type === 'call') asked.push(part.call);
      else if (part.type === 'unsaid') {
        [text, gap] = [kept, paragraph];
        yield { type: 'unsaid', kept };
      } else if (part.type !== 'text') yield part;
      else {
        text += gap + part.text;
        yield { type: 'text', text: gap + part.text };
        gap = '';
      }
    }
    if (asked.length === 0 || !mayCall || task.guard?.isStopped === true) return;
    const made = yield* performing.step(asked.slice(0, task.callsAtMost - rows.length), text.length);
    if (made.length > 0 || performing.signInsNeeded.length > 0) {
      yield { type: 'ask', asked: { made, begun: performing.signInsNeeded } };
      return;
    }
  }
}

/** Answers without tools, just as with a model that knows none. */
export async function* answerAlone(
  { guard, text: kept }: Pick<ToolTask, 'guard' | 'text'>,
  wanted: AllowedModel,
  question: Question,
): AsyncGenerator<ToolPart, void> {
  for await (const part of answered(guard, wanted, question)) {
    if (part.type === 'unsaid') yield { type: 'unsaid', kept };
    else if (part.type !== 'call') yield part;
  }
}

const answered = (guard: AnswerGuard | null, wanted: AllowedModel, question: Question): AsyncIterable<AnsweringPart> =>
  guard === null ? answerWith(wanted, question) : guard.answer(wanted, question);

class Performing {
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
        : yield* this.#asking(row.id, (asking) =>
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
              ...asking,
            }),
          );
    this.#silentMsLeft -= Math.min(performed.durationMs, timeoutMs);
    this.#msLeft -= performed.durationMs;
    if (performed.needsSignIn === true && !this.#task.isUnattended) this.#signInsNeeded.push(row.id);
    else yield* this.#settle(row, performed);
  }

  /** Makes a call whose server may ask the person, and tells them of each question and of its end. */
  async *#asking<T>(id: string, call: (asking: { ask?: AskPerson }) => Promise<T>): AsyncGenerator<ToolPart, T> {
    if (this.#task.isUnattended) return call({});
    const questions = new CallQuestions(this.#questions, id);
    const called = call(questions);
    for await (const _ of questions.changes(called))
      yield { type: 'tool', call: callOf(await this.#tenant((trx) => findCall(trx, id))) };
    return called;
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
