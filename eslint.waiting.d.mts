/**
 * A rule of `no-restricted-syntax` for tests in a browser, with a source that it refuses and one that it lets through.
 */
export declare const waitingTable: readonly { selector: string; message: string; refuses: string; allows: string }[];
