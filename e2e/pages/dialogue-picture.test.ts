import { makePng } from '../../server/src/testing/make-files.ts';
import { startModelServer } from '../../server/src/testing/model-server.ts';
import type { ChatRequest, ModelServer } from '../../server/src/testing/model-server.ts';
import { eventually } from '../harness/eventually.ts';
import { prepareStage } from '../harness/journey.ts';
import { ask, finishedAnswer, messages, openBot } from '../harness/screens.ts';

const picture = Buffer.from(makePng(40, 30));

/** Addresses of the pictures that a request to the model holds. */
const picturesIn = ({ messages: said }: ChatRequest): string[] =>
  said.flatMap(({ content }) =>
    typeof content === 'string' || content === null
      ? []
      : content.flatMap(({ image_url: image }) => (image === undefined ? [] : [image.url])),
  );

let model: ModelServer;
const stage = prepareStage(async () => {
  model = await startModelServer({ answer: (request) => ['Pictures', ' seen: ', String(picturesIn(request).length)] });
  return { MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in', MODEL_SEES_IMAGES: 'true', MODEL_TITLES: 'false' };
});
afterAll(() => model.close());

test('a picture is attached, seen by the model as it was brought, and stands in the dialogue', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await visitor.signIn('member@pro.example');
  await visitor.open('/');
  await openBot(page);
  await page.getByTestId('attach').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('list', { name: 'Files' }).getByText('Ready').waitFor();
  await ask(page, 'What is on it?');
  await page.waitForURL(/\/dialogue\//);
  await eventually(await finishedAnswer(page, 2)).toContainText('Pictures seen: 1');
  expect(model.requests.flatMap(({ body }) => picturesIn(body))).toEqual([
    `data:image/png;base64,${picture.toString('base64')}`,
  ]);
  await page.reload();
  await messages(page)
    .first()
    .getByRole('link', { name: /plan\.png/ })
    .waitFor();
});
