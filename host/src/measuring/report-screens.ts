import { mayReport, reportScreen } from '@parlance/shared/contract/api/releases/release-reports';
import { call } from '@parlance/shared/http';
import { sessionStore } from '@parlance/shared/session';
import { isOpenTo } from '../remotes/known/is-open-to.ts';
import { onOutcome, type Outcome } from '../remotes/load/outcomes.ts';
import { whenLoadedAndIdle } from '../first-paint/when-idle.ts';

/**
 * Reports to the server, once for each remote, that a screen of it is shown, and once that one failed: the release and
 * the screen, and nothing of its content. This shows the operator how a release does. Returns a function that stops it.
 */
export function reportScreens(): () => void {
  const told = new Set<string>();
  return onOutcome((outcome) => {
    const { screen, failure } = outcome;
    const what = `${screen.remote.base} ${failure === null ? 'is there' : 'failed'}`;
    // Without a network no release is to blame.
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
  // A lost report is acceptable: it is a statistic.
  await call(reportScreen, { body: { remote: name, version, screen: screen.id, failure } }).catch(() => undefined);
}
