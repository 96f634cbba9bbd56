import { Link } from '@parlance/shared/router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { renderRoutes } from './render-screen.tsx';
import type { SignedInAs } from './sign-in.ts';

/** The edited thing on a stand-in server, and the requests it got. */
export class StoredThing {
  text: string;
  revision = 1;
  /** Each save, with the revision that it was sent for; null if the thing has none. */
  readonly saves: { readonly text: string; readonly over: number | null }[] = [];
  #gate: Promise<unknown> = Promise.resolve();
  #readGate: Promise<unknown> = Promise.resolve();
  /** The number of reads. */
  reads = 0;
  readonly overtaken: number[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Accepts a save; it answers once released. Saves over another revision than the newest are counted by `overtaken`.
   */
  async take(text: string, over: number | null): Promise<void> {
    this.saves.push({ text, over });
    if (over !== null && over !== this.revision) this.overtaken.push(over);
    this.text = text;
    this.revision += 1;
    await this.#gate;
  }

  /** Answers with the present state, once released. */
  async read<Answer>(answer: () => Answer): Promise<Answer> {
    this.reads += 1;
    await this.#readGate;
    return answer();
  }

  /** Holds all reads until the returned function is called. */
  holdReads(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#readGate = promise;
    return () => resolve(undefined);
  }

  /** Holds all further saves until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#gate = promise;
    return () => resolve(undefined);
  }
}

/** A form in which something loaded is edited, and the way to it. */
export type WalkedEditor = {
  readonly name: string;
  readonly element: ReactNode;
  readonly route: string;
  readonly path: string;
  readonly session?: SignedInAs;
  /** Three texts that the field accepts. */
  readonly texts?: readonly [string, string, string];
  /** Answers its endpoints, from the stored state and with the saves. */
  readonly serve: (stored: StoredThing) => void;
  /** Walks from the address to the form. */
  readonly open?: (user: UserEvent) => Promise<void>;
  readonly field: () => HTMLElement | null;
  /** Presses the save button; resolves once it is pressed. */
  readonly save: (user: UserEvent) => Promise<void>;
  /** Says whether a save is under way or was never requested. */
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

/** Saves for the first time or the second, by pressing; an editor that saves automatically needs no press. */
async function save(editor: WalkedEditor, { saves }: StoredThing, user: UserEvent, time: 1 | 2): Promise<void> {
  await editor.save(user);
  await waitFor(() => expect(saves).toHaveLength(time));
}

/** Saves, leaves and reopens at once: the saved text is there from the beginning, and saving again is no conflict. */
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
  // Nothing can be edited before the state is known.
  expect(editor.field()).toBeNull();
  letGo();
  expect(await found(editor)).toHaveValue(second);
  await write(editor, third);
  await save(editor, stored, user, 2);
  expect(stored.saves.map(({ text }) => text)).toEqual([second, third]);
  expect(stored.overtaken).toEqual([]);
}

/**
 * Types while the thing is being created: the text is in the form that edits the created thing, and is saved into that.
 */
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

/** Types while it is being saved: the response leaves the text in place, and it is saved next, on the new revision. */
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
