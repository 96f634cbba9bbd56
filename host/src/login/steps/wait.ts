import { lengthOf } from '../../length-of-time.ts';
import { part } from '../elements.ts';
import { textOf, type Texts } from '../page-texts.ts';
import { fillIn } from '../sentence.ts';

const tickMs = 1000;

export type Wait = {
  /** Milliseconds since 1970; Infinity while it is not known. */
  readonly until: (moment: number) => void;
  readonly isWaiting: () => boolean;
  readonly say: () => void;
  readonly stop: () => void;
};

/** How long until another code can be sent, counted down to be read and not announced; then the button in its place. */
export function startWait(form: HTMLElement, texts: () => Texts): Wait {
  let due = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const isWaiting = () => due > Date.now();
  const say = () => {
    const seconds = Math.ceil((due - Date.now()) / 1000);
    part(form, 'resend').hidden = seconds > 0;
    part(form, 'wait').textContent =
      seconds > 0 && Number.isFinite(seconds)
        ? fillIn(textOf(texts(), 'host.login.code.wait'), { time: lengthOf(seconds) })
        : '';
    if (seconds <= 0) stop();
  };
  const stop = () => clearInterval(timer);
  const until = (moment: number) => {
    due = moment;
    stop();
    timer = setInterval(say, tickMs);
    say();
  };
  return { until, isWaiting, say, stop };
}
