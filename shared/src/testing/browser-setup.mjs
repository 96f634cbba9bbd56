// A test that asks for `@jest-environment node` has no browser to complete, and nothing to find in one.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/dom');
  await import('@testing-library/jest-dom');
  // Milliseconds. Only what never comes waits this long; on two busy cores a pause and an answer may well take over one
  // second.
  configure({ asyncUtilTimeout: 8000 });
  completeBrowser();
}

function completeBrowser() {
  // antd and the theme ask for it when they mount; nobody prefers anything in a test unless the test says so.
  globalThis.matchMedia ??= (media) => ({
    media,
    matches: false,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  });

  // jsdom has no layout, so nothing is ever resized.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

  // jsdom knows dialogs and opens none. That they hold the focus is for the journeys.
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.show ??= function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };

  // jsdom has no popovers: what one holds is always there.
  HTMLElement.prototype.showPopover ??= () => {};
  HTMLElement.prototype.hidePopover ??= () => {};

  // jsdom says “not implemented” aloud.
  globalThis.scrollTo = () => {};
  Element.prototype.scrollIntoView ??= () => {};
  Element.prototype.scrollTo ??= () => {};

  // antd measures the scroll bar by a pseudo-element, which jsdom cannot style and says so aloud.
  const { getComputedStyle } = globalThis;
  globalThis.getComputedStyle = (element) => getComputedStyle(element);
}
