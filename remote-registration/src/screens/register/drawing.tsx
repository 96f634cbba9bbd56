import styles from './register.module.css';

/** A drawing of a question, an answer, and the page it was quoted from. */
export function Drawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 360 232" fill="none" aria-hidden="true">
      <g className={styles.said}>
        <rect x="168" y="12" width="176" height="52" rx="14" />
        <path d="M188 32h132M188 46h84" />
      </g>
      <g className={styles.answer}>
        <path d="M16 96h172M16 114h196M16 132h112" />
        <path className={styles.mark} d="M136 132h28" />
      </g>
      <path className={styles.thread} d="M150 140v22a14 14 0 0 0 14 14h52" />
      <g className={styles.source}>
        <path className={styles.sheet} d="M224 108h82l22 22v94h-104z" />
        <path className={styles.sheet} d="M306 108v22h22" />
        <path d="M242 148h62M242 162h68M242 190h54M242 204h66" />
        <path className={styles.mark} d="M242 176h68" />
      </g>
    </svg>
  );
}
