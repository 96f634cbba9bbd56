// A model in a process of its own for the measurements of streams: a token every 50 ms, as many as requested.
import { startModelServer } from '../../server/src/testing/model-server.ts';

const [tokens = '200', pauseMs = '50'] = process.argv.slice(2);
const answer = Array.from({ length: Number(tokens) }, (_, at) => ` word${at}`);
/** Asked for the title of a dialogue it is as short as a title is: what it says then is not counted. */
const title = ['Days', ' of', ' leave'];
const model = await startModelServer({
  answer: ({ messages }) => (JSON.stringify(messages.at(-1)).includes('Write a title') ? title : answer),
  tokenPauseMs: Number(pauseMs),
});
process.stdout.write(`${model.baseUrl}\n`);
