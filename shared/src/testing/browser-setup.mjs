// A test that asks for `@jest-environment node` has no browser to complete, and nothing to find in one.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/dom');
  await import('@testing-library/jest-dom');
  // Milliseconds. Only something that never appears waits this long; on two busy cores a pause and a response may well
  // take over one second.
  configure({ asyncUtilTimeout: 8000 });
  completeBrowser();
}

function completeBrowser() {
  // antd and the theme call it when they mount; no test has a preference unless it sets one.
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

  // jsdom has dialogs but does not open them. The journeys check that they hold the focus.
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

  // jsdom has no popovers: their content is always visible.
  HTMLElement.prototype.showPopover ??= () => {};
  HTMLElement.prototype.hidePopover ??= () => {};

  // jsdom logs “not implemented”.
  globalThis.scrollTo = () => {};
  Element.prototype.scrollIntoView ??= () => {};
  Element.prototype.scrollTo ??= () => {};

  // antd measures the scroll bar by a pseudo-element, which jsdom cannot style and logs.
  const { getComputedStyle } = globalThis;
  globalThis.getComputedStyle = (element) => getComputedStyle(element);
}
