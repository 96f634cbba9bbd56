import type { BuiltOutline } from '@parlance/shared/remote/registry';
import { LoadingState } from '@parlance/shared/ui/page';
import styles from './outline.module.css';

type Props = { readonly title: string; readonly outline: BuiltOutline };

/** How many bones stand below or beside one another. */
const bones: Readonly<Record<string, number>> = {
  bar: 1,
  line: 1,
  field: 1,
  tabs: 3,
  cards: 6,
  rows: 5,
  table: 8,
  form: 4,
  talk: 3,
};

/**
 * What the first screen of a page looks like from afar, until it is there: its title, and the shape that its remote
 * declares. The centred spinner of a screen that loads (specification §2) stands above it when that takes long.
 */
export function ScreenOutline({ title, outline: { parts, width } }: Props) {
  return (
    <div className={styles.place}>
      <div
        className={width === undefined ? styles.outline : `${styles.outline} ${styles.column}`}
        style={{ maxWidth: width }}
        aria-hidden="true"
      >
        {parts.map((part, index) => (
          <Part key={index} part={part} title={title} />
        ))}
      </div>
      <div className={styles.spinner}>
        <LoadingState />
      </div>
    </div>
  );
}

function Part({ part, title }: { readonly part: string; readonly title: string }) {
  if (part === 'title') return <div className={styles.title}>{title}</div>;
  const number = bones[part];
  if (number === undefined) return null;
  return (
    <div className={styles[part]}>
      {Array.from({ length: number }, (_, index) => (
        <span key={index} className={styles.bone} />
      ))}
    </div>
  );
}
