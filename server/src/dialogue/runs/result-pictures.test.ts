import type { LanguageModel, Question } from '../../platform/language-models/language-model.ts';
import type { Picture } from '../../platform/language-models/picture.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { questionOf } from '../../testing/question.ts';
import type { CallRow } from '../tools/calls.ts';
import { ResultPictures } from './result-pictures.ts';

const picture = (name: string): Picture & { bytes: Buffer } => ({ mediaType: 'image/png', bytes: Buffer.from(name) });
const namesOf = (pictures: readonly Picture[] = []) => pictures.map(({ bytes }) => Buffer.from(bytes).toString());

const seeing = { sees_images: true, context_length: 200_000 } as LanguageModel; // all that is asked of it
const rows = Array.from({ length: 12 }, (_, at) => ({ id: `call ${at + 1}` }) as CallRow); // as above
const question = questionOf({
  turns: [
    { author: 'member', content: 'first', images: [picture('of before')] },
    { author: 'bot', content: '', exchanges: [exchangeWith(picture('of an earlier call'))] },
    { author: 'member', content: 'now', images: [picture('of the prompt'), picture('of the prompt, too')] },
  ],
});
function exchangeWith(...images: Picture[]) {
  return { said: '', calls: [{ id: 'a', name: 'draw', arguments: '{}', result: '', images }] };
}

function shown(count: number, model = seeing): { question: Question; results: string[] } {
  const pictures = new ResultPictures(model, {} as Storage); // nothing is read
  for (const { id } of rows.slice(0, count))
    pictures.add(id, [{ type: 'image', mediaType: 'image/png', name: '', bytes: picture(id).bytes }]);
  const { question: asked, seen } = pictures.within(question, rows.slice(0, count));
  return { question: asked, results: [...seen.values()].flatMap(namesOf) };
}
const turnsOf = ({ turns }: Question) =>
  turns.map(({ images, exchanges = [] }) => [
    ...namesOf(images),
    ...exchanges.flatMap(({ calls }) => calls.flatMap((call) => namesOf(call.images))),
  ]);

test('pictures of the prompt come first, then those of the newest results, then those of earlier turns', () => {
  const few = shown(7);
  expect(few.results).toHaveLength(7);
  expect(turnsOf(few.question)).toEqual([[], ['of an earlier call'], ['of the prompt', 'of the prompt, too']]);
  const many = shown(12);
  expect(many.results).toEqual([12, 11, 10, 9, 8, 7, 6, 5].map((number) => `call ${number}`));
  expect(turnsOf(many.question)).toEqual([[], [], ['of the prompt', 'of the prompt, too']]);
});

test('a question without pictures in results is asked as it is', () => {
  expect(shown(0).question).toBe(question);
  expect(shown(3, { ...seeing, sees_images: false }).question).toBe(question);
});

test('those of results take a quarter of what a small model may be sent', () => {
  expect(shown(12, { ...seeing, context_length: 12_000 }).results).toEqual(['call 12', 'call 11']);
});
