import { memo, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { AtOnceContext } from '@parlance/shared/ui/answer';
import styles from './message-list.module.css';

type ListItem = { readonly id: string };

type List<Item extends ListItem> = {
  /** The name of the list. */
  readonly label: string;
  /** The items, oldest first. An unchanged item is the same object. */
  readonly items: readonly Item[];
  /** Renders one message, an `article`. A new function re-renders all. */
  readonly draw: (item: Item) => ReactNode;
  /** The message that the person was led to. */
  readonly soughtId?: string | null;
  /** True while older ones are loading. */
  readonly isLoading?: boolean;
  /** Renders all messages now, even those out of sight, for printing. */
  readonly isWhole?: boolean;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
};

/**
 * The number of messages in a group: a growing message costs a comparison for each group member, and not for each
 * message.
 */
const groupSize = 20;
/** Messages at the end that are rendered before the first frame; the others when they come near. */
const drawnAtOnce = 6;

/**
 * The messages of a dialogue. All loaded ones are in the document, so that the browser's search, screen readers and
 * print include them; those out of sight are not laid out, and their text is rendered when it comes near. Alt with the
 * arrow keys moves from message to message.
 */
export function MessageList<Item extends ListItem>({
  label,
  items,
  draw,
  soughtId = null,
  isLoading = false,
  isWhole = false,
  before,
  after,
}: List<Item>) {
  const groups = useGroups(items);
  const lastId = items.at(-1)?.id;
  const [opened] = useState(() => new Set(items.slice(-drawnAtOnce).map(({ id }) => id)));
  return (
    <section className={styles.list} aria-label={label} aria-busy={isLoading} onKeyDown={goAlong}>
      {before}
      {groups.map(({ key, items: ofGroup }) => (
        <Group
          key={key}
          items={ofGroup}
          draw={draw as Draw}
          opened={isWhole ? null : opened}
          soughtId={ofGroup.some(({ id }) => id === soughtId) ? soughtId : null}
          lastId={ofGroup.at(-1)?.id === lastId ? lastId : undefined}
        />
      ))}
      {after}
    </section>
  );
}

/** Renders an item whose type a group does not know. The caller passes both the items and their component. */
type Draw = (item: ListItem) => ReactNode;
type Props = {
  readonly items: readonly ListItem[];
  readonly draw: Draw;
  readonly opened: ReadonlySet<string> | null;
  readonly soughtId: string | null;
  readonly lastId: string | undefined;
};

const Group = memo(function Group({ items, draw, opened, soughtId, lastId }: Props) {
  return items.map((item) => (
    <Slot
      key={item.id}
      item={item}
      draw={draw}
      isAtOnce={opened === null || opened.has(item.id) || item.id === soughtId}
      isSought={item.id === soughtId}
      isLast={item.id === lastId}
    />
  ));
}, isSameGroup);

function isSameGroup(before: Props, now: Props): boolean {
  const hasSameState =
    before.draw === now.draw &&
    before.opened === now.opened &&
    before.soughtId === now.soughtId &&
    before.lastId === now.lastId;
  return (
    hasSameState && before.items.length === now.items.length && before.items.every((item, at) => item === now.items[at])
  );
}

type SlotProps = {
  readonly item: ListItem;
  readonly draw: Draw;
  readonly isAtOnce: boolean;
  readonly isSought: boolean;
  readonly isLast: boolean;
};

const Slot = memo(function Slot({ item, draw, isAtOnce, isSought, isLast }: SlotProps) {
  return (
    <div
      className={`message-slot ${styles.slot} ${isSought ? styles.sought : ''}`}
      data-anchor={item.id}
      data-last={isLast ? '' : undefined}
    >
      <AtOnceContext value={isAtOnce}>{draw(item)}</AtOnceContext>
    </div>
  );
});

/**
 * Groups the items stably, though older ones are prepended and newer ones appended: groups are counted from one of the
 * first items.
 */
function useGroups<Item extends ListItem>(
  items: readonly Item[],
): { readonly key: number; readonly items: readonly Item[] }[] {
  const [origin, setOrigin] = useState(items[0]?.id);
  const found = items.findIndex(({ id }) => id === origin);
  const start = Math.max(0, found);
  // After a change of branch it may be gone.
  if (found === -1 && items[0] !== undefined) setOrigin(items[0].id);
  const groups = new Map<number, Item[]>();
  for (const [at, item] of items.entries()) {
    const key = Math.floor((at - start) / groupSize);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups].map(([key, ofGroup]) => ({ key, items: ofGroup }));
}

/** Moves the focus from message to message, for keyboard users. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const articles = [...event.currentTarget.querySelectorAll<HTMLElement>('article')];
  const current = articles.findIndex((article) => article.contains(document.activeElement));
  const next = articles[current === -1 ? articles.length - 1 : current + step];
  if (next === undefined) return;
  event.preventDefault();
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'start' });
}
