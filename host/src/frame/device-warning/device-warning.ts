import { acknowledgeWarning, isAcknowledged } from './acknowledged.ts';
import { isMobileDevice } from './is-mobile-device.ts';

/** Warns users of a mobile device, once for each browser (specification §1). Resolves when the page is free again. */
export async function warnOfDevice(userAgent = navigator.userAgent, storage = () => localStorage): Promise<void> {
  if (!isMobileDevice(userAgent) || isAcknowledged(storage)) return;
  const { showDeviceWarning } = await import('./dialog.ts');
  await showDeviceWarning();
  acknowledgeWarning(storage);
}
