import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planKeyFile } from '../../people/plans/plan-keys.ts';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { openDataFolder } from '../../platform/db/data-folder.ts';
import { toolKeyFile } from '../../platform/secrets/secrets.ts';

type KeySettings = Pick<Config, 'DATA_DIR' | 'TOOL_SECRETS_KEY'>;

/**
 * The keys that the program made in the data folder, by name. Those that are settings are with the settings. The
 * operator's key is not among them: it lets in who has it, and the program makes another one.
 */
export type KeyFiles = {
  readonly found: readonly (readonly [name: string, bytes: Buffer])[];
  /** A fingerprint of the key, which reveals nothing about it; null if nothing was sealed yet. */
  readonly secretsPrint: string | null;
};

const names = [planKeyFile, toolKeyFile];
const ownerOnly = 0o600;

export function readKeyFiles({ DATA_DIR, TOOL_SECRETS_KEY }: KeySettings): KeyFiles {
  const found = names.flatMap((name) =>
    existsSync(join(DATA_DIR, name)) ? [[name, readFileSync(join(DATA_DIR, name))] as const] : [],
  );
  return { found, secretsPrint: printOf(TOOL_SECRETS_KEY ?? secretsKeyIn(found)) };
}

/**
 * Writes the key files. Throws a ConfigError if another key exists, unless it may be replaced; then none is written.
 */
export function writeKeyFiles({ DATA_DIR }: KeySettings, keys: KeyFiles['found'], isReplacing: boolean): void {
  const places = keys.map(([name, bytes]) => {
    if (!names.includes(name)) throw new Error(`A backup has no key “${name}”.`);
    return { place: join(DATA_DIR, name), bytes };
  });
  const other = places.find(({ place, bytes }) => existsSync(place) && !readFileSync(place).equals(bytes));
  if (other !== undefined && !isReplacing)
    throw new ConfigError(`Another key lies at ${other.place}. Move it away, or add --replace. Nothing was changed.`);
  openDataFolder(DATA_DIR);
  for (const { place, bytes } of places) {
    const part = `${place}.${randomUUID()}.part`;
    writeFileSync(part, bytes, { mode: ownerOnly, flag: 'wx' });
    renameSync(part, place);
  }
}

/**
 * Returns a warning about the key of tools' secrets for the operator who restores; null if there is nothing to warn of.
 */
export function warningAboutSecrets({ DATA_DIR, TOOL_SECRETS_KEY }: KeySettings, print: string | null): string | null {
  if (
    print === null ||
    printOf(TOOL_SECRETS_KEY ?? secretsKeyIn(readKeyFiles({ DATA_DIR, TOOL_SECRETS_KEY }).found)) === print
  )
    return null;
  return 'What is secret of tools was sealed with another key than the one here: set TOOL_SECRETS_KEY to the one of the backup, or enter these secrets anew.';
}

function secretsKeyIn(found: KeyFiles['found']): Buffer | undefined {
  const bytes = found.find(([name]) => name === toolKeyFile)?.[1];
  return bytes === undefined ? undefined : Buffer.from(bytes.toString().trim(), 'hex');
}

const printOf = (key: Buffer | undefined): string | null =>
  key === undefined ? null : createHash('sha256').update('secrets of tools').update(key).digest('hex');
