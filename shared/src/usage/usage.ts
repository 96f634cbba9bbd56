/** The activities on a screen that the usage tracker counts separately (specification §4). */
export type UsageSignal = 'typing' | 'reading' | 'interacting';

/** Every program has its own copy of this file, so the signals travel as events of the window. */
const eventName = 'parlance:usage';

const send = (signal: UsageSignal) => {
  window.dispatchEvent(new CustomEvent<UsageSignal>(eventName, { detail: signal }));
};

/** Signals a person's activity; whether anybody counts it is not the screen's business. Cheap enough for every key. */
export const usageSignals = {
  /** An input of a dialogue got the focus or a key press. */
  typing: () => send('typing'),
  /** A prompt was sent: the person reads until the next signal. */
  reading: () => send('reading'),
  /** Any other activity: navigation, menus, tables. */
  interacting: () => send('interacting'),
} as const satisfies Record<UsageSignal, () => void>;

/** Listens to the signals of every program on the page; the returned function unsubscribes. */
export function onUsageSignal(listener: (signal: UsageSignal) => void): () => void {
  // The cast holds: only `send` makes events of this name.
  const receive = (event: Event) => listener((event as CustomEvent<UsageSignal>).detail);
  window.addEventListener(eventName, receive);
  return () => window.removeEventListener(eventName, receive);
}
