import type { Config } from '../config/config.ts';
import { trustCertificates } from './certificates.ts';
import { useProxies } from './proxies.ts';

/**
 * Sets the proxies and the trusted authorities of this process. Throws a ConfigError for a file of certificates that is
 * wrong.
 */
export function openWayOut(config: Config): void {
  trustCertificates(config.CA_CERTIFICATES_FILE);
  useProxies(config);
}
