import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './platform/config/config.ts';
import { type Part, startParlance } from './start.ts';

/** The folder stays empty: the start is refused earlier. */
let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'parlance-refused-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (settings: Record<string, string>, wanted: readonly Part[]) =>
  startParlance(readConfig({ NODE_ENV: 'production', DATA_DIR: folder, ...settings }), wanted);

test.each(['api', 'charts', 'payment', 'web'] as const)(
  'a production whose %s would not know which site it is',
  async (part) => {
    await expect(start({}, [part])).rejects.toThrow(
      /^The setting WEB_ORIGIN is missing, and must be an origin .* in production: .*$/,
    );
  },
);

test.each<Part[][]>([[['api']], [['api', 'charts', 'payment', 'worker']]])(
  'a production on PostgreSQL (%s) that would make keys which no other machine has',
  async (wanted) => {
    const settings = {
      WEB_ORIGIN: 'https://chat.example.org',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'parlance@example.org',
    };
    await expect(start(settings, wanted)).rejects.toThrow(
      /^The setting PLAN_SIGNING_KEYS is missing, and must be .* in every process .*plan-signing-keys\.json\.\nThe setting TOOL_SECRETS_KEY is missing, and must be .*tool-secrets\.key\.$/,
    );
  },
);
