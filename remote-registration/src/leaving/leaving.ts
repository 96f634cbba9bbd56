type Leave = (path: string) => void;

let leave: Leave = (path) => window.location.assign(path);
let isLeaving = false;

/** Loads another page of this site, so that nothing of this one stays in memory. Only the first wish counts. */
export function leaveFor(path: string): void {
  if (isLeaving) return;
  isLeaving = true;
  leave(path);
}

/** A test hears where the page would go: its browser cannot load another one. */
export function onLeaving(listener: Leave): void {
  leave = listener;
  isLeaving = false;
}
