import { streamRun } from '@parlance/shared/contract/api/runs/runs';
import { botNamed, listen } from './asking.ts';
import { type ModelServer, type ModelServerOptions, startModelServer } from './model-server.ts';
import { type Client, type TestServer, startTestServer } from './test-app.ts';

export type Asking = { server: TestServer; member: Client; bot: string };
export type AskingModel = Asking & {
  model: ModelServer;
  /** Where streams are read over a real connection. */
  base: string;
  /** Ends the services, then the model. */
  close(): Promise<void>;
};

/** All services, a member of “Pro”, and the bot they talk to. Close the server in afterAll. */
export async function startAsking(botName: string, settings: Readonly<Record<string, string>> = {}): Promise<Asking> {
  const server = await startTestServer(settings);
  const member = await server.as('member@pro.example');
  return { server, member, bot: await botNamed(member, botName) };
}

/** The same, answered by a stand-in for a provider’s model. Close it in afterAll. */
export async function startAskingModel(
  botName: string,
  options: ModelServerOptions,
  settings: Readonly<Record<string, string>> = {},
): Promise<AskingModel> {
  const model = await startModelServer(options);
  const asking = await startAsking(botName, { MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in', ...settings });
  const { server } = asking;
  return {
    ...asking,
    model,
    base: await listen(server.app),
    async close() {
      await server.close();
      await model.close();
    },
  };
}

type AnsweredTurn = { answer: { run: { id: string } | null } };

/** The run of a turn’s answer. */
export const runOf = ({ answer }: AnsweredTurn): string => answer.run?.id ?? '';

/** The turn when its answer has ended: the dialogue is free for the next prompt. */
export async function ended<T extends AnsweredTurn>(client: Client, turn: T): Promise<T> {
  await client.call(streamRun, { params: { run_id: runOf(turn) } });
  return turn;
}
