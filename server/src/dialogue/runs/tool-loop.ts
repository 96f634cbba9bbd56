import type { AllowedModel } from '../../platform/language-models/allowed-model.ts';
import { type AnsweringPart, answerWith } from '../../platform/language-models/answering.ts';
import type { Question } from '../../platform/language-models/language-model.ts';
import type { AskedCall } from '../../platform/language-models/tool-calling.ts';
import type { AnswerGuard } from '../governance/answer-guard.ts';
import type { KeepingContents } from '../tools/contents/keep.ts';
import { exchangesOf } from '../tools/told-calls.ts';
import { toldFunctions } from '../tools/toolbox.ts';
import { Performing } from './performing.ts';
import { ResultPictures } from './result-pictures.ts';
import type { ToolPart, ToolTask } from './tool-task.ts';

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
