// The flags of Node for the server. Plain JavaScript, because scripts/run.mjs runs before anything is installed.

/** Young generations that stay small: under load V8 would give each thread three times 16 MB of them, and keep them. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];

/**
 * Settings of glibc, which must be set before a program starts: by default it keeps an arena of 64 MB for each thread
 * that ever compiled something, and returns none of it to the machine. V8's compilers allocate in pieces of up to 32
 * KB; as mappings of their own these are returned when freed, whereas an arena keeps the holes between live ones.
 */
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};
