/** Milliseconds to wait for a frame at most, because a hidden page has no frames. */
const longestWaitMs = 250;

/**
 * Calls once, when the browser has drawn its next frame, with how many milliseconds it took to lay it out and paint it.
 */
export function afterFrame(then: (tookMs: number) => void): void {
  let isOver = false;
  const end = (tookMs: number) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(withoutFrame);
    then(tookMs);
  };
  const withoutFrame = setTimeout(end, longestWaitMs, 0);
  requestAnimationFrame(() => {
    const begun = performance.now();
    // The next task comes when the frame is laid out and painted.
    setTimeout(() => end(performance.now() - begun));
  });
}
