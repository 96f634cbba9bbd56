/** The headings above the place that is being read. */
export class HeadingTrail {
  readonly #levels: string[] = [];

  /** Enters a heading of a level from 1, and returns it with those above it from the second level on. */
  enter(level: number, title: string): string {
    this.#levels.length = Math.min(this.#levels.length, level - 1);
    while (this.#levels.length < level - 1) this.#levels.push('');
    this.#levels.push(title);
    const below = this.#levels.slice(1).filter((part) => part !== '');
    return below.length > 0 ? below.join(' › ') : title;
  }
}
