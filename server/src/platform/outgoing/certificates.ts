import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ConfigError } from '../config/config.ts';

const pem = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;
/** The size beyond which a file is none of certificates: those of all public authorities take 250 KB. */
const maxBytes = 5_000_000;

/** The authorities that are trusted without a file. */
let usual: readonly string[] | null = null;

/**
 * Trusts the certificates of a PEM file beside the usual authorities, for every TLS connection of this thread. Throws a
 * ConfigError if the file cannot be read, or holds anything but certificates.
 */
export function trustCertificates(file: string | undefined): void {
  if (file === undefined) {
    if (usual !== null) setDefaultCACertificates(usual);
    return;
  }
  const own = certificatesIn(file);
  usual ??= getCACertificates('default');
  setDefaultCACertificates([...usual, ...own]);
}

function certificatesIn(file: string): readonly string[] {
  const text = readWhole(file);
  const found = text.match(pem) ?? [];
  const wrong = (what: string) =>
    new ConfigError(
      `The file of CA_CERTIFICATES_FILE (${file}) ${what}. Set it to a PEM file with the certificates of your authorities.`,
    );
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) throw wrong('holds a private key');
  if (found.length === 0) throw wrong('holds no certificate');
  if ((text.match(/-----BEGIN /g) ?? []).length !== found.length)
    throw wrong('holds a certificate that is cut off, or none');
  for (const [at, certificate] of found.entries()) {
    if (!isCertificate(certificate)) throw wrong(`cannot be read at its certificate ${at + 1}`);
  }
  return found;
}

function readWhole(file: string): string {
  try {
    const bytes = readFileSync(file);
    if (bytes.length <= maxBytes) return bytes.toString('latin1');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new ConfigError(
      `The file of CA_CERTIFICATES_FILE (${file}) cannot be read (${code}). Set it to a PEM file that this user may read.`,
      { cause: error },
    );
  }
  throw new ConfigError(`The file of CA_CERTIFICATES_FILE (${file}) is larger than ${maxBytes} bytes.`);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
