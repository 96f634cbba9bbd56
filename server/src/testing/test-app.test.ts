import { startTestServer } from './test-app.ts';

test('what a listener of events throws fails the close of its server, and no test that happens to run', async () => {
  const server = await startTestServer();
  const { events } = server.dependencies;
  const heard = new Promise<void>((resolve) => {
    events.subscribe('test', () => {
      throw new Error('The listener failed.');
    });
    events.subscribe('test', () => resolve());
  });
  events.publish('test', '');
  await heard;
  await expect(server.close()).rejects.toThrow('The listener failed.');
});
