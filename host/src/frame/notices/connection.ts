import { i18n } from '@parlance/shared/i18n';
import { toast } from '@parlance/shared/ui/toasts';

/** Milliseconds before a lost network counts: a phone that changes its network is not offline. */
const settles = 1000;

/** Notifies the person when the browser has lost its network and when it is back. Returns a function that stops it. */
export function tellOfConnection(): () => void {
  let told = navigator.onLine;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    if (navigator.onLine === told) return;
    told = navigator.onLine;
    if (told) toast(i18n.t('host:connection.back'), { tone: 'good' });
    else toast(i18n.t('host:connection.lost'), { tone: 'warn' });
  };
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, settles);
  };
  window.addEventListener('online', settle);
  window.addEventListener('offline', settle);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', settle);
    window.removeEventListener('offline', settle);
  };
}
