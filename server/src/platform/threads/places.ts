/** Who waits for a place: `lane` is the kind of work, and `bytes` what is held for it meanwhile. */
export type PlaceRequest<Lane extends string> = {
  readonly lane: Lane;
  readonly organizationId: string;
  readonly signal: AbortSignal;
  readonly bytes?: number;
};

export type PlacesLimits = {
  readonly atOnce: number;
  readonly waitingAtMost: number;
  readonly waitingOfOneAtMost: number;
  readonly waitingBytesAtMost: number;
  /** There is nobody to leave the last place to. */
  readonly hasOneLane?: boolean;
};

/** As many wait already as may. */
export class PlacesFull extends Error {
  override name = 'PlacesFull';
}

type Waiting = { readonly enter: () => void; readonly bytes: number };

/**
 * Places for work of which only so much is done at once. Whoever finds none waits: lanes take turns, and within a lane
 * organisations do, so that nobody waits behind all that another has asked for. A lane leaves the last place to the
 * others.
 */
export class Places<Lane extends string> {
  readonly #limits: PlacesLimits;
  readonly #underWay = new Map<Lane, number>();
  /** Lanes and organisations in the order of their turns. */
  readonly #waiting = new Map<Lane, Map<string, Waiting[]>>();
  #waitingCount = 0;
  #waitingBytes = 0;

  constructor(limits: PlacesLimits) {
    this.#limits = limits;
  }

  /** Does the work as soon as there is a place. Throws PlacesFull, or the signal's reason where that comes first. */
  async within<T>(wanted: PlaceRequest<Lane>, work: () => Promise<T>): Promise<T> {
    await this.#enter(wanted);
    try {
      return await work();
    } finally {
      this.#underWay.set(wanted.lane, this.underWay(wanted.lane) - 1);
      this.#admit();
    }
  }

  underWay(lane: Lane): number {
    return this.#underWay.get(lane) ?? 0;
  }

  waiting(lane: Lane): number {
    return [...(this.#waiting.get(lane)?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
  }

  #enter({ lane, organizationId, signal, bytes = 0 }: PlaceRequest<Lane>): Promise<void> {
    signal.throwIfAborted();
    const ofLane = this.#waiting.get(lane) ?? new Map<string, Waiting[]>();
    const own = ofLane.get(organizationId) ?? [];
    if (
      this.#waitingCount >= this.#limits.waitingAtMost ||
      own.length >= this.#limits.waitingOfOneAtMost ||
      this.#waitingBytes + bytes > this.#limits.waitingBytesAtMost
    ) {
      throw new PlacesFull(`${this.#waitingCount} wait for a place, ${own.length} of them of this organisation.`);
    }
    return new Promise<void>((resolve, reject) => {
      const aborted = () => {
        this.#leave(lane, organizationId, waiting);
        reject(signal.reason as Error); // whoever aborts gives an error, and so does AbortController itself
      };
      const enter = () => {
        signal.removeEventListener('abort', aborted);
        resolve();
      };
      const waiting: Waiting = { enter, bytes };
      signal.addEventListener('abort', aborted, { once: true });
      own.push(waiting);
      ofLane.set(organizationId, own);
      this.#waiting.set(lane, ofLane);
      this.#waitingCount += 1;
      this.#waitingBytes += bytes;
      this.#admit();
    });
  }

  #leave(lane: Lane, organizationId: string, waiting: Waiting): void {
    const ofLane = this.#waiting.get(lane);
    const left = (ofLane?.get(organizationId) ?? []).filter((it) => it !== waiting);
    if (left.length === 0) ofLane?.delete(organizationId);
    else ofLane?.set(organizationId, left);
    if (ofLane?.size === 0) this.#waiting.delete(lane);
    this.#waitingCount -= 1;
    this.#waitingBytes -= waiting.bytes;
  }

  #admit(): void {
    for (let lane = this.#nextLane(); lane !== undefined; lane = this.#nextLane()) {
      const ofLane = this.#waiting.get(lane);
      const [organizationId, [first] = []] = ofLane?.entries().next().value ?? [];
      if (ofLane === undefined || organizationId === undefined || first === undefined) return;
      this.#leave(lane, organizationId, first);
      // Whose turn it was goes to the end of those who wait.
      const more = ofLane.get(organizationId);
      if (more !== undefined) {
        ofLane.delete(organizationId);
        ofLane.set(organizationId, more);
      }
      if (ofLane.size > 0) {
        this.#waiting.delete(lane);
        this.#waiting.set(lane, ofLane);
      }
      this.#underWay.set(lane, this.underWay(lane) + 1);
      first.enter();
    }
  }

  /** The lane whose turn it is, of those that may take what is free. */
  #nextLane(): Lane | undefined {
    const taken = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0);
    const free = this.#limits.atOnce - taken;
    if (free <= 0) return undefined;
    return [...this.#waiting.keys()].find(
      (lane) => this.#limits.hasOneLane === true || free > 1 || taken === 0 || this.underWay(lane) < taken,
    );
  }
}
