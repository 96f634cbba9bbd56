import { Link } from '@parlance/shared/router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { renderRoutes } from './render-screen.tsx';
import type { SignedInAs } from './sign-in.ts';

/** What a stand-in server has of the one thing that is edited, and what was sent to it. */
export class StoredThing {
  text: string;
  revision = 1;
  /** Each save, with the revision that it was sent for; null where the thing has none. */
  readonly saves: { readonly text: string; readonly over: number | null }[] = [];
  #gate: Promise<unknown> = Promise.resolve();
  #readGate: Promise<unknown> = Promise.resolve();
  /** How often it was asked for. */
  reads = 0;
  readonly overtaken: number[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Takes in a save; it answers once it is let go. Saves over another revision than the newest are counted by
   * `overtaken`.
   */
  async take(text: string, over: number | null): Promise<void> {
    this.saves.push({ text, over });
    if (over !== null && over !== this.revision) this.overtaken.push(over);
    this.text = text;
    this.revision += 1;
    await this.#gate;
  }

  /** Answers how it is, once that is let go. */
  async read<Answer>(answer: () => Answer): Promise<Answer> {
    this.reads += 1;
    await this.#readGate;
    return answer();
  }

  /** Answers how it is to nobody until the function that it gives is called. */
  holdReads(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#readGate = promise;
    return () => resolve(undefined);
  }

  /** Answers no further save until the function that it gives is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#gate = promise;
    return () => resolve(undefined);
  }
}

/** A form in which something loaded is edited, and how a person gets to it. */
export type WalkedEditor = {
  readonly name: string;
  readonly element: ReactNode;
  readonly route: string;
  readonly path: string;
  readonly session?: SignedInAs;
  /** Three texts that the field takes. */
  readonly texts?: readonly [string, string, string];
  /** Answers for it, from what is stored and with what is saved. */
  readonly serve: (stored: StoredThing) => void;
  /** On the way from the address to the form. */
  readonly open?: (user: UserEvent) => Promise<void>;
  readonly field: () => HTMLElement | null;
  /** Presses what saves; resolves once it is pressed. */
  readonly save: (user: UserEvent) => Promise<void>;
  /** Whether a save is under way or was never asked for. */
  readonly isSaving: () => boolean;
};

const texts = ['First words', 'Second words', 'Third words'] as const;

async function begin(editor: WalkedEditor) {
  const [first, second, third] = editor.texts ?? texts;
  const stored = new StoredThing(first);
  editor.serve(stored);
  const away = '/somewhere-else';
  const shown = renderRoutes(
    [
      {
        path: editor.route,
        element: (
          <>
            <Link to={away}>Leave</Link>
            {editor.element}
          </>
        ),
      },
      { path: '*', element: <Link to={editor.path}>Come back</Link> },
    ],
    { path: editor.path, session: editor.session ?? {} },
  );
  await editor.open?.(shown.user);
  return { stored, second, third, ...shown };
}

async function found({ field }: WalkedEditor): Promise<HTMLElement> {
  return waitFor(() => {
    const at = field();
    if (at === null) throw new Error('The field is not there.');
    return at;
  });
}
const write = async (editor: WalkedEditor, text: string) =>
  fireEvent.change(await found(editor), { target: { value: text } });

/** Presses what saves, for the first time or the second; what is saved by itself comes by itself. */
async function save(editor: WalkedEditor, { saves }: StoredThing, user: UserEvent, time: 1 | 2): Promise<void> {
  await editor.save(user);
  await waitFor(() => expect(saves).toHaveLength(time));
}

/**
 * Saved, left and opened again at once: what was saved stands there from the beginning, and saving again is no
 * conflict.
 */
export async function whatIsSavedIsThere(editor: WalkedEditor): Promise<void> {
  const { stored, second, third, user } = await begin(editor);
  await write(editor, second);
  await save(editor, stored, user, 1);
  await waitFor(() => expect(editor.isSaving()).toBe(false));
  await user.click(screen.getByRole('link', { name: 'Leave', hidden: true }));
  const before = stored.reads;
  const letGo = stored.holdReads();
  await user.click(await screen.findByRole('link', { name: 'Come back' }));
  await editor.open?.(user);
  await waitFor(() => expect(stored.reads).toBeGreaterThan(before));
  // Nothing is edited before it is known how it is.
  expect(editor.field()).toBeNull();
  letGo();
  expect(await found(editor)).toHaveValue(second);
  await write(editor, third);
  await save(editor, stored, user, 2);
  expect(stored.saves.map(({ text }) => text)).toEqual([second, third]);
  expect(stored.overtaken).toEqual([]);
}

/** Typed while it is being made: it is in the form that the made thing is edited in, and is saved into that. */
export async function whatIsTypedWhileMadeStays(maker: WalkedEditor): Promise<void> {
  const { stored, second, third, user, location } = await begin(maker);
  const letGo = stored.hold();
  await write(maker, second);
  await save(maker, stored, user, 1);
  await write(maker, third);
  letGo();
  await waitFor(() => expect(location()).not.toBe(maker.path));
  await waitFor(() => expect(maker.field()).toHaveValue(third));
  await waitFor(() => expect(maker.isSaving()).toBe(false));
  await maker.save(user);
  await waitFor(() =>
    expect(stored.saves).toEqual([
      { text: second, over: null },
      { text: third, over: stored.revision - 1 },
    ]),
  );
}

/** Typed while it is being saved: the answer leaves it there, and it is saved next, on what the answer said. */
export async function whatIsTypedStays(editor: WalkedEditor): Promise<void> {
  const { stored, second, third, user } = await begin(editor);
  const letGo = stored.hold();
  await write(editor, second);
  await save(editor, stored, user, 1);
  await write(editor, third);
  letGo();
  await waitFor(() => expect(editor.isSaving()).toBe(false));
  expect(editor.field()).toHaveValue(third);
  await save(editor, stored, user, 2);
  expect(stored.saves.map(({ text }) => text)).toEqual([second, third]);
  expect(stored.overtaken).toEqual([]);
}
