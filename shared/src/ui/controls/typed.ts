import { createContext, useContext, useState } from 'react';
import type { InputEvent } from 'react';

type TypingState = {
  /** Call it with every input event. */
  readonly note: (event: InputEvent) => void;
  /** Something was entered in a form that is still there. */
  readonly isLost: () => boolean;
  readonly forget: () => void;
};

/**
 * What was entered in forms. A field outside of every form, as one that searches, holds nothing that could be lost, and
 * one of a few choices is made again with a click.
 */
export function useTyped(): TypingState {
  const [forms] = useState(() => new Set<Element>());
  return {
    note({ target }) {
      if (target instanceof HTMLInputElement && target.type === 'radio') return;
      const form = target instanceof Element ? target.closest('form') : null;
      if (form !== null) forms.add(form);
    },
    isLost: () => [...forms].some((form) => form.isConnected),
    forget: () => forms.clear(),
  };
}

export const Saved = createContext(() => {});

/** For a form that stays in its dialog after it was sent: what was typed is kept now, and closing asks no longer. */
export const useSaved = (): (() => void) => useContext(Saved);
