import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<number>();

/** Says of all that the work does, and of what it starts, that it is done by an execution that lies so deep. */
export const atDepth = <T>(depth: number, work: () => T): T => storage.run(depth, work);

/** Returns the number of executions that precede what happens here: none if a person acts. */
export const depthHere = (): number => {
  const depth = storage.getStore();
  return depth === undefined ? 0 : depth + 1;
};
