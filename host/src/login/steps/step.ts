import type { Answer } from '../ask.ts';
import type { Texts } from '../page-texts.ts';

/** What the page is about now: a state of /auth/login by its query, so that Back and reload work. */
export type StepName = 'password' | 'code' | 'forgotten' | 'sent' | 'reset' | 'address';

/** What an entry of the browser's history remembers of its step. Nothing secret: the browser keeps it on disk. */
export type StepMemory = {
  readonly email?: string;
  /** When another code can be sent, in milliseconds since 1970. */
  readonly resendAt?: number;
};

/** What led to a step: something to say there, or the secret of a link, which stands nowhere else. */
export type Occasion = {
  /** The key of a text. */
  readonly note?: string;
  readonly answer?: Answer;
  readonly code?: string;
  readonly token?: string;
};

export type Step = {
  readonly element: HTMLElement;
  /** It has just been shown. Takes the focus. */
  readonly enter: (remembered: StepMemory, occasion: Occasion) => void;
  /** Says again what it says, in the language of the page. */
  readonly say: () => void;
  readonly leave?: () => void;
};

/** What a step asks of the page it stands in. */
export type LoginPage = {
  readonly apiBase: string;
  readonly texts: () => Texts;
  /** Another page has taken the place of this one, in the same document. */
  readonly gone: AbortSignal;
  /** Shows a step as a further entry of the history; the one before remembers the e-mail too. */
  readonly go: (name: StepName, remembered?: StepMemory) => void;
  /** Shows a step in place of this one. */
  readonly replace: (name: StepName, remembered?: StepMemory, occasion?: Occasion) => void;
  /** As the browser's Back, where there is a step before; else the first one. */
  readonly back: () => void;
  /** Changes what the entry of this step remembers. */
  readonly remember: (remembered: StepMemory) => void;
  /** Somebody is signed in: goes on to where they wanted to go. */
  readonly goOn: () => void;
};
