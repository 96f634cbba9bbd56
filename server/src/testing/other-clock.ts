const RealDate = Date;

/** Sets the clock of this process ahead of the database’s (or behind, if negative) during the work. */
export async function withClock<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  class OtherDate extends RealDate {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(OtherDate.now());
      else super(...given);
    }
    static override now(): number {
      return RealDate.now() + aheadMs;
    }
  }
  globalThis.Date = OtherDate as DateConstructor; // it is only ever called with `new`
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
  }
}
