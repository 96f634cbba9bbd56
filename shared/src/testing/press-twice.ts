import { act } from '@testing-library/react';

/** Presses a button twice before React renders again. */
export const pressTwice = (button: HTMLElement): void =>
  act(() => {
    button.click();
    button.click();
  });
