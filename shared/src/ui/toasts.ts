/** The tones. `bad` is announced to screen readers at once, the others politely. */
export const tones = ['info', 'good', 'warn', 'bad'] as const;
export type Tone = (typeof tones)[number];
/** The button of a notice; it closes the notice. */
export type NoticeAction = { readonly label: string; readonly run: () => void };
export type NoticeOptions = { readonly tone?: Tone; readonly action?: NoticeAction };

/** A notice. A snackbar responds to the person's own action; a toast reports an event. */
export type Notice = {
  readonly kind: 'snackbar' | 'toast';
  readonly message: string;
  readonly tone: Tone;
  readonly action?: NoticeAction;
};

/**
 * Every program has its own copy of this file, and there is one viewport, so notices travel as events of the window: a
 * remote needs no share of it, and its notice is shown by whichever host it runs in.
 */
const eventName = 'parlance:notice';

/**
 * Shows a snackbar, the response to the person's own action, bottom right, at most three at once (specification §9).
 */
export function snackbar(message: string, options: NoticeOptions = {}): void {
  send('snackbar', message, options);
}

/** Shows a toast about an event, bottom left, at most three at once, for five seconds (specification §9). */
export function toast(message: string, options: NoticeOptions = {}): void {
  send('toast', message, options);
}

function send(kind: Notice['kind'], message: string, { tone = 'info', action }: NoticeOptions): void {
  window.dispatchEvent(
    new CustomEvent<Notice>(eventName, {
      detail: { kind, message, tone, ...(action === undefined ? {} : { action }) },
    }),
  );
}

/**
 * Listens for the notices of every program on the page; the returned function unsubscribes. A remote may be of a newer
 * release than the host: an unknown tone is `info`, and a malformed notice is ignored.
 */
export function onNotice(listener: (notice: Notice) => void): () => void {
  const receive = (event: Event) => {
    // The cast holds: events of this name carry an object.
    const { kind, message, tone, action } = (event as CustomEvent<Partial<Record<keyof Notice, unknown>>>).detail;
    if (typeof message !== 'string' || message === '') return;
    listener({
      kind: kind === 'toast' ? 'toast' : 'snackbar',
      message,
      tone: tones.find((it) => it === tone) ?? 'info',
      ...(isAction(action) ? { action } : {}),
    });
  };
  window.addEventListener(eventName, receive);
  return () => window.removeEventListener(eventName, receive);
}

const isAction = (action: unknown): action is NoticeAction =>
  typeof action === 'object' &&
  action !== null &&
  'label' in action &&
  typeof action.label === 'string' &&
  'run' in action &&
  typeof action.run === 'function';
