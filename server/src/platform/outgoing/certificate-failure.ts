/** What is wrong with the certificate of a server. */
export type CertificateFault = 'untrusted' | 'expired' | 'name';

/** Node's codes, which are those of OpenSSL (X509_verify_cert_error_string) and one of its own. */
const faults: readonly [RegExp, CertificateFault][] = [
  [
    /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?))$/,
    'untrusted',
  ],
  [/^CERT_(UNTRUSTED|REJECTED|SIGNATURE_FAILURE|REVOKED)$|^INVALID_(CA|PURPOSE)$/, 'untrusted'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'expired'],
  [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'name'],
];

const words: Readonly<Record<CertificateFault, string>> = {
  untrusted:
    'The certificate of the server is of an authority that is not trusted here. CA_CERTIFICATES_FILE can add one.',
  expired: 'The certificate of the server has expired, or is not valid yet.',
  name: 'The certificate of the server is for another name.',
};

/** Returns what the code of an error says of a certificate; null if it says nothing of one. */
export const certificateFaultOf = (code: string): CertificateFault | null =>
  faults.find(([codes]) => codes.test(code))?.[1] ?? null;

/** Returns a sentence for an error about a certificate, with Node's own words; null if it is about none. */
export function certificateWords(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++) {
    const fault = 'code' in at && typeof at.code === 'string' ? certificateFaultOf(at.code) : null;
    if (fault !== null) return `${words[fault]} (${at.message})`;
  }
  return null;
}

/** Node's messages, where a library keeps those alone. */
const messages: readonly [RegExp, CertificateFault][] = [
  [/self.signed certificate|unable to (verify the first|get (local )?issuer) certificate/i, 'untrusted'],
  [/certificate (has expired|is not yet valid)/i, 'expired'],
  [/does not match certificate's altnames/i, 'name'],
];

/** Returns a sentence for a message that is about a certificate; null if it is about none. */
export function certificateWordsIn(message: string): string | null {
  const fault = messages.find(([said]) => said.test(message))?.[1];
  return fault === undefined ? null : words[fault];
}
