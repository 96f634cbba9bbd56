import type { Config } from '../platform/config/config.ts';
import { isLoopback } from '../platform/config/loopback.ts';

type Settings = Pick<Config, 'DATABASE_URL' | 'DEMO' | 'HOST' | 'NODE_ENV' | 'WEB_ORIGIN'>;

/** Whether an empty database gets the demonstration accounts. */
export const hasDemo = (config: Settings): boolean =>
  config.DATABASE_URL === undefined && config.NODE_ENV !== 'production' && (config.DEMO ?? !isForOthers(config));

/** Whether demonstration accounts that are there must not be reached: what is for others has them only where told. */
export const isToBeClosed = (config: Settings): boolean => config.DEMO !== true && isForOthers(config);

/** Whether others than people at this machine reach the program: at its ports, or through a proxy. */
const isForOthers = ({ HOST, WEB_ORIGIN }: Settings): boolean =>
  !isLoopback(HOST) || (WEB_ORIGIN !== undefined && !isLoopback(new URL(WEB_ORIGIN).hostname));
