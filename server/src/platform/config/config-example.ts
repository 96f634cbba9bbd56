import { settings } from './config.ts';

/**
 * Returns the text of `.env.example`: every setting with its purpose and its default. A test compares the file with it.
 */
export function envExample(): string {
  const lines = Object.entries<{ initial?: string; about: string; right: string }>(settings).flatMap(
    ([name, { initial, about, right }]) => [
      `# ${about}`,
      ...(initial === undefined ? [`# Must be ${right}.`, `#${name}=`] : [`${name}=${initial}`]),
      '',
    ],
  );
  return [
    '# Settings of Parlance, with their defaults. Copy this file to .env and change what must be different.',
    '# The environment goes before .env.',
    '',
    ...lines,
  ].join('\n');
}

/** After a change of the settings: node server/src/platform/config/config-example.ts > .env.example */
if (import.meta.main) process.stdout.write(envExample());
