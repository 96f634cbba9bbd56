// The minimum of any product that relays a model: a Fastify route that calls the model and passes its stream on.
import { Readable } from 'node:stream';
import Fastify from 'fastify';

const [modelUrl = ''] = process.argv.slice(2);
const app = Fastify();
app.get('/relay', async (_, reply) => {
  const answer = await fetch(`${modelUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'stand-in',
      stream: true,
      messages: [{ role: 'user', content: 'How many days of leave do I have?' }],
    }),
  });
  if (answer.body === null) throw new Error('The stand-in answered without a body.');
  return reply.type('text/event-stream').send(Readable.from(answer.body));
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
