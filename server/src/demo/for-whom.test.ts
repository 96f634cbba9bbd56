import { readConfig } from '../platform/config/config.ts';
import { hasDemo, isToBeClosed } from './for-whom.ts';

const elsewhere = 'https://chat.example.org';

test.each<[string, Record<string, string>, { hasDemo: boolean; isToBeClosed: boolean }]>([
  ['of this machine alone', {}, { hasDemo: true, isToBeClosed: false }],
  ['of this machine, by its name', { WEB_ORIGIN: 'http://localhost:3000' }, { hasDemo: true, isToBeClosed: false }],
  ['open to other machines', { HOST: '0.0.0.0' }, { hasDemo: false, isToBeClosed: true }],
  ['behind a proxy', { WEB_ORIGIN: elsewhere }, { hasDemo: false, isToBeClosed: true }],
  ['told that none are wanted', { DEMO: 'false' }, { hasDemo: false, isToBeClosed: false }],
  ['open, and told that none are wanted', { HOST: '0.0.0.0', DEMO: 'false' }, { hasDemo: false, isToBeClosed: true }],
  ['open, where that is said', { HOST: '0.0.0.0', DEMO: 'true' }, { hasDemo: true, isToBeClosed: false }],
  [
    'behind a proxy, where that is said',
    { WEB_ORIGIN: elsewhere, DEMO: 'true' },
    { hasDemo: true, isToBeClosed: false },
  ],
  [
    'on a PostgreSQL, which is somebody’s',
    { DATABASE_URL: 'postgres://db/x' },
    { hasDemo: false, isToBeClosed: false },
  ],
  ['in production', { NODE_ENV: 'production', DEMO: 'true' }, { hasDemo: false, isToBeClosed: false }],
])('demonstration accounts: what is %s', (_, settings, decided) => {
  const config = readConfig(settings);
  expect({ hasDemo: hasDemo(config), isToBeClosed: isToBeClosed(config) }).toEqual(decided);
});
