// How Node is started for the server. Plain JavaScript, because scripts/run.mjs runs before anything is installed.

/** Young generations that stay small: under load V8 would give each thread three times 16 MB of them, and keep them. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];

/**
 * For glibc, which has to be told before a program starts: it would keep an arena of 64 MB for each thread that ever
 * compiled something, and give nothing of it back to the machine. V8's compilers take memory in pieces of up to
 * 32 KB; as mappings of their own these go back when they are freed, where an arena keeps the holes between what stays.
 */
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};
