/*
 * Development only, before everything else on the page. Each program brings its own copy of react-refresh, and a copy
 * that comes after React has started asks this hook which renderers there are; the one react-refresh makes itself does
 * not say.
 */
globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(),
  supportsFiber: true,
  inject(renderer) {
    const id = this.renderers.size + 1;
    this.renderers.set(id, renderer);
    return id;
  },
  onScheduleFiberRoot() {},
  onCommitFiberRoot() {},
  onCommitFiberUnmount() {},
};
