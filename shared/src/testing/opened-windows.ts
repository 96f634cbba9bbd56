type OpenedWindow = {
  readonly opener: unknown;
  readonly document: Document;
  /** The addresses that it was led to. */
  readonly addresses: readonly string[];
  readonly isClosed: boolean;
};

/**
 * Stands in for the windows that a page opens. Call it once at the top of a test file; every test begins with none.
 * `block` blocks every further one until the test ends.
 */
export function openedWindows(): { readonly all: () => readonly OpenedWindow[]; readonly block: () => void } {
  let all: OpenedWindow[] = [];
  let isBlocked = false;
  const open = (): Window | null => {
    if (isBlocked) return null;
    const addresses: string[] = [];
    const made = {
      opener: window,
      document: document.implementation.createHTMLDocument(),
      addresses,
      isClosed: false,
      location: { replace: (address: string) => void addresses.push(address) },
      close: () => void (made.isClosed = true),
    };
    all.push(made);
    return made as unknown as Window; // as much of one as the product uses
  };
  beforeEach(() => {
    all = [];
    isBlocked = false;
    jest.spyOn(window, 'open').mockImplementation(open);
  });
  afterEach(() => void jest.restoreAllMocks());
  return { all: () => all, block: () => void (isBlocked = true) };
}
