import { foldedUnit } from './fold.ts';
import type { Node } from './nodes.ts';
import type { Search } from './search.ts';

/** The maximal number of cached states; beyond it they are dropped, and computed anew on demand. */
const statesAtMost = 5_000;

const [space, lineEnd] = [0x20, 0x0a];
/** The unit that represents a line end within a paragraph. */
const lineEndWithin = -1;

type Step =
  | { readonly kind: 'unit'; readonly matches: (unit: number) => boolean; readonly next: number }
  /** A fork to several steps without a unit. Filled in later if it leads back. */
  | { readonly kind: 'fork'; readonly next: number[] }
  /** The end of a search. It stays for one unit more: only then is it known that the piece ends here. */
  | { readonly kind: 'end'; readonly search: number };

/** The state of all searches together. `ended` are those that may have a match ending here. */
export type State = {
  readonly steps: readonly number[];
  readonly ended: readonly number[];
  readonly isQuiet: boolean;
  readonly next: Map<number, State>;
};

/**
 * A scanner that reads a text once, unit by unit, for any number of searches, and knows two things: where no possible
 * match is open (a quiet position), and which searches must look closely between two quiet positions. False positives
 * are possible, false negatives are not. A lazily built automaton: its time grows with the text alone.
 */
export class Scanner {
  readonly start: State = { steps: [], ended: [], isQuiet: true, next: new Map() };
  readonly #steps: Step[] = [];
  /** True, by step, if its search reads a line end within a paragraph as a space. */
  readonly #flows: boolean[] = [];
  #isFlowing = false;
  readonly #starts: readonly number[];
  readonly #begun = new Map<number, readonly number[]>();
  readonly #states = new Map<string, State>();

  constructor(searches: readonly Pick<Search, 'node' | 'lineEnds'>[]) {
    this.#starts = searches.flatMap(({ node, lineEnds }, search) => {
      this.#isFlowing = lineEnds === 'spaces';
      return [...this.#reach([this.#write(node, this.#add({ kind: 'end', search }))])];
    });
  }

  /** Returns the state after a further unit of the text. */
  step(state: State, rawUnit: number): State {
    const unit = foldedUnit(rawUnit);
    const known = state.next.get(unit);
    if (known !== undefined) return known;
    const next = this.#stateOf(
      [...new Set([...this.#begunBy(unit), ...this.#after(state.steps, unit)])].sort((a, b) => a - b),
    );
    state.next.set(unit, next);
    return next;
  }

  /** Returns the state after a line end within a paragraph, for a text taken as read. */
  stepOverLineEnd(state: State): State {
    const known = state.next.get(lineEndWithin);
    if (known !== undefined) return known;
    const next = this.#stateOf(
      [...new Set([...this.#afterLineEnd(this.#starts), ...this.#afterLineEnd(state.steps)])].sort((a, b) => a - b),
    );
    state.next.set(lineEndWithin, next);
    return next;
  }

  #afterLineEnd(ids: readonly number[]): readonly number[] {
    return [
      ...this.#after(
        ids.filter((id) => this.#flows[id] === true),
        space,
      ),
      ...this.#after(
        ids.filter((id) => this.#flows[id] !== true),
        lineEnd,
      ),
    ];
  }

  /**
   * Returns the steps that begin with this unit: most steps are first ones, so that each unit is tested against them
   * once for all states.
   */
  #begunBy(unit: number): readonly number[] {
    const known = this.#begun.get(unit);
    if (known !== undefined) return known;
    const begun = this.#after(this.#starts, unit);
    this.#begun.set(unit, begun);
    return begun;
  }

  #after(ids: readonly number[], unit: number): readonly number[] {
    const next: number[] = [];
    for (const id of ids) {
      const step = this.#steps[id];
      if (step?.kind === 'unit' && step.matches(unit)) next.push(step.next);
    }
    return [...this.#reach(next)];
  }

  /** Returns the steps, with a unit or an end, that these reach without one. */
  #reach(ids: readonly number[]): Set<number> {
    const seen = new Set<number>();
    const reached = new Set<number>();
    const open = [...ids];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const step = this.#steps[id];
      if (step?.kind === 'fork') open.push(...step.next);
      else reached.add(id);
    }
    return reached;
  }

  #stateOf(steps: readonly number[]): State {
    if (steps.length === 0) return this.start;
    const key = steps.join();
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#states.size >= statesAtMost) this.#forget();
    const ended = steps.flatMap((id) => {
      const step = this.#steps[id];
      return step?.kind === 'end' ? [step.search] : [];
    });
    const state: State = { steps, ended, isQuiet: false, next: new Map() };
    this.#states.set(key, state);
    return state;
  }

  #forget(): void {
    this.#states.clear();
    this.start.next.clear();
  }

  #add(step: Step): number {
    this.#flows.push(this.#isFlowing);
    return this.#steps.push(step) - 1;
  }

  /** Writes the steps of a node that is followed by `next`, and returns the first. */
  #write(node: Node, next: number): number {
    switch (node.kind) {
      case 'empty':
        return next;
      case 'unit':
        return this.#add({ kind: 'unit', matches: node.matches, next });
      case 'sequence':
        return node.of.reduceRight((after, it) => this.#write(it, after), next);
      case 'choice':
        return this.#add({ kind: 'fork', next: node.of.map((it) => this.#write(it, next)) });
      case 'repeat':
        return this.#writeRepeat(node, next);
    }
  }

  #writeRepeat({ of, least, most }: Extract<Node, { kind: 'repeat' }>, next: number): number {
    let first = next;
    if (Number.isFinite(most)) {
      for (let times = most; times > least; times--)
        first = this.#add({ kind: 'fork', next: [this.#write(of, first), next] });
    } else {
      const again: number[] = [next];
      first = this.#add({ kind: 'fork', next: again });
      again.push(this.#write(of, first));
    }
    for (let times = 0; times < least; times++) first = this.#write(of, first);
    return first;
  }
}
