import { createContext, useContext, useState } from 'react';
import type { InputEvent } from 'react';

type TypingState = {
  /** Notes an input event; call it with every one. */
  readonly note: (event: InputEvent) => void;
  /** Says whether something was entered in a form that is still mounted. */
  readonly isLost: () => boolean;
  readonly forget: () => void;
};

/**
 * Tracks input in forms. A field outside of every form, as a search field, holds nothing that could be lost, and a
 * choice among a few is repeated with a click.
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

/**
 * Returns a function for a form that stays in its dialog after it was sent: its input is saved now, and closing no
 * longer asks.
 */
export const useSaved = (): (() => void) => useContext(Saved);
