// An ES module has no global `jest`, though @types/jest says so. Mocking a module needs `import.meta.jest` of the test
// itself; we fake the network and never our own modules.
globalThis.jest = import.meta.jest;
