import { mayReport, reportScreen } from '@parlance/shared/contract/api/releases/release-reports';
import { call } from '@parlance/shared/http';
import { sessionStore } from '@parlance/shared/session';
import { isOpenTo } from '../remotes/known/is-open-to.ts';
import { onOutcome, type Outcome } from '../remotes/load/outcomes.ts';
import { whenLoadedAndIdle } from '../first-paint/when-idle.ts';

/**
 * Tells the server of each remote once that a screen of it is there, and once that one failed: which release and which
 * screen, and nothing of what stands on it. So the operator sees how a release does. Gives what stops it.
 */
export function reportScreens(): () => void {
  const told = new Set<string>();
  return onOutcome((outcome) => {
    const { screen, failure } = outcome;
    const what = `${screen.remote.base} ${failure === null ? 'is there' : 'failed'}`;
    // Where the network is gone, no release is to blame.
    if (told.has(what) || !navigator.onLine) return;
    told.add(what);
    // A person may leave or reload a failed screen at once, so a failure is sent immediately. A success can wait.
    if (failure === null) whenLoadedAndIdle(() => void report(outcome));
    else void report(outcome);
  });
}

/** Only signed-in people count, because anybody could send an anonymous report. */
async function report({ screen, failure }: Outcome): Promise<void> {
  if (!isOpenTo(mayReport, sessionStore.getState().subject)) return;
  const { name, version } = screen.remote.remote;
  // it is a figure; nobody waits for it
  await call(reportScreen, { body: { remote: name, version, screen: screen.id, failure } }).catch(() => undefined);
}
