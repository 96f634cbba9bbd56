import type { BuiltOutline } from '@parlance/shared/remote/registry';
import { LoadingState } from '@parlance/shared/ui/page';
import styles from './outline.module.css';

type Props = { readonly title: string; readonly outline: BuiltOutline };

/** The number of skeleton bones of each part. */
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
 * The skeleton of the page's first screen: its title, and the outline that its remote declares. The centred spinner of
 * a loading screen (specification §2) appears above it if that takes long.
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
