import type { Config } from '../platform/config/config.ts';
import { isLoopback } from '../platform/config/loopback.ts';

type Settings = Pick<Config, 'DATABASE_URL' | 'DEMO' | 'HOST' | 'NODE_ENV' | 'WEB_ORIGIN'>;

/** True if an empty database gets the demonstration accounts. */
export const hasDemo = (config: Settings): boolean =>
  config.DATABASE_URL === undefined && config.NODE_ENV !== 'production' && (config.DEMO ?? !isForOthers(config));

/** True if existing demonstration accounts must not be reachable: a program open to others has them only if told to. */
export const isToBeClosed = (config: Settings): boolean => config.DEMO !== true && isForOthers(config);

/** True if the program is reachable from other machines, at its ports or through a proxy. */
const isForOthers = ({ HOST, WEB_ORIGIN }: Settings): boolean =>
  !isLoopback(HOST) || (WEB_ORIGIN !== undefined && !isLoopback(new URL(WEB_ORIGIN).hostname));
