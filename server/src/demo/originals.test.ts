import { getBot } from '@parlance/shared/contract/api/bots';
import { readFileText } from '@parlance/shared/contract/api/files';
import { botNamed } from '../testing/asking.ts';
import { readWaitingFiles } from '../testing/attaching.ts';
import { startTestServer } from '../testing/test-app.ts';
import { addDemoOriginals } from './originals.ts';

test('the bot of the building knows a PDF, page by page', async () => {
  const server = await startTestServer();
  await addDemoOriginals(server.dependencies);
  await readWaitingFiles(server);
  const member = await server.as('member@pro.example');
  const { body } = await member.call(getBot, { params: { bot_id: await botNamed(member, 'House Guide') } });
  const file = body.success ? body.data.files.find(({ name }) => name === 'Emergency plan.pdf') : undefined;
  const text = await member.call(readFileText, { params: { file_id: file?.id ?? '' } });
  expect(text.body).toMatchObject({
    data: {
      has_original: true,
      items: [{ page: 1 }, { page: 2, content: expect.stringContaining('defibrillator') }, { page: 3 }],
    },
  });
  await server.close();
});
