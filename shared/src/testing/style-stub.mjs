/** Replaces a style sheet in tests: every class name is itself. */
export default new Proxy({}, { get: (_, name) => name });
