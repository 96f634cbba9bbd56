import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** The name of the key file in the data folder. */
export const toolKeyFile = 'tool-secrets.key';
const ownerOnly = 0o600;

/** Encrypts the secrets of tools. A secret sealed for one tool opens for no other. */
export type Secrets = {
  seal(values: Readonly<Record<string, string>>, belongsTo: string): string;
  /** Decrypts secrets. Throws if they were sealed with another key, for another tool, or altered. */
  open(sealed: string, belongsTo: string): Record<string, string>;
};

/** Loads the key from TOOL_SECRETS_KEY, or else from the data folder, where the first start creates it. */
export function loadSecrets({ TOOL_SECRETS_KEY, DATA_DIR }: Pick<Config, 'TOOL_SECRETS_KEY' | 'DATA_DIR'>): Secrets {
  const key = TOOL_SECRETS_KEY ?? keyOf(join(DATA_DIR, toolKeyFile));
  return {
    seal(values, belongsTo) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(belongsTo));
      const sealed = Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed, belongsTo) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes)).setAAD(Buffer.from(belongsTo));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
        'utf8',
      );
      return JSON.parse(text) as Record<string, string>; // sealed above, and unchanged
    },
  };
}

function keyOf(file: string): Buffer {
  if (!existsSync(file)) makeKey(file);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (key.length !== keyBytes)
    throw new ConfigError(
      `The file ${file} holds no key of ${keyBytes * 2} hexadecimal digits. Put back the one that was there, or set TOOL_SECRETS_KEY.`,
    );
  return key;
}

function makeKey(file: string): void {
  const part = `${file}.${randomUUID()}.part`;
  writeFileSync(part, randomBytes(keyBytes).toString('hex'), { mode: ownerOnly, flag: 'wx' });
  try {
    // Links into place: of two processes that start at once one wins, and neither leaves half a key.
    linkSync(part, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(part, { force: true });
  }
}
