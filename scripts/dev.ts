// `npm run dev`: hot reload for host and remotes by one development server at WEB_PORT, which hands what is not a file
// of a build to the product's own server behind it; that one is started anew when its files change. With the folder of
// a remote (`npm run dev -- remote-admin`) that one alone is developed, the others are as they were last built for
// release.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoPassword } from '../server/src/demo/organizations.ts';
import { ConfigError, loadConfig } from '../server/src/platform/config/config.ts';
import { hasMailbox } from '../server/src/platform/mail/mailbox.ts';
import { giveUp, stopOnSignals, terminalSignals } from '../server/src/stop-on-signals.ts';
import { freePorts } from '../server/src/testing/free-ports.ts';
import { developmentSettings, startDevelopment } from '../tooling/build/dev-server.ts';
import { remoteFolders, root } from '../tooling/workspace.ts';

/** Node's own watcher starts the server anew when one of its files changes. */
function startServer(web: number, origin: string) {
  const watched = ['server/src', 'server/migrations', 'server/locales', 'shared/src/contract'].map(
    (folder) => `--watch-path=${path.join(root, folder)}`,
  );
  return spawn(
    process.execPath,
    [
      '--watch',
      '--watch-preserve-output',
      ...watched,
      '--disable-warning=ExperimentalWarning',
      path.join(root, 'tooling', 'start', 'dev-server.ts'),
    ],
    {
      cwd: root,
      env: { ...process.env, ...developmentSettings, WEB_PORT: String(web), WEB_ORIGIN: origin },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}

/** Resolves when the server answers, or has ended by itself: then its own words say why. */
async function untilItAnswers(origin: string, server: { readonly exitCode: number | null }): Promise<void> {
  // refused while it starts
  const answers = async () => (await fetch(`${origin}/healthz`).catch(() => null))?.ok === true;
  while (server.exitCode === null && !(await answers())) await wait(50);
}

/** The remote that is to be developed alone, if one is named. */
function wantedRemote(): string | undefined {
  const [only] = process.argv.slice(2);
  if (only === undefined || remoteFolders().includes(only)) return only;
  throw new ConfigError(`There is no remote in a folder “${only}”. There are: ${remoteFolders().join(', ')}.`);
}

try {
  const only = wantedRemote();
  const config = loadConfig();
  const port = config.WEB_PORT;
  const [web = 0] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  console.log(`Building host and ${only ?? 'remotes'} for development …`);
  const development = await startDevelopment({ host: 'localhost', port, web: `http://localhost:${web}`, only });
  const server = startServer(web, origin);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = () => {
    server.kill('SIGTERM');
    return Promise.all([ended, development.close()]);
  };
  stopOnSignals(stop, config, terminalSignals);
  await untilItAnswers(`http://localhost:${web}`, server);
  const mails = hasMailbox(config) ? ` E-mails are shown at http://localhost:${config.MAILBOX_PORT}.` : '';
  console.log(
    `\nDevelopment at ${origin} with hot reload; sign in as owner@pro.example with ${demoPassword}.${mails} Ctrl-C stops it.\n`,
  );
} catch (error) {
  giveUp(error);
}
