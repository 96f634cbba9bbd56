/** A rule of `no-restricted-syntax` about comparing, with a source that it refuses and one that it lets through. */
export declare const comparingTable: readonly { selector: string; message: string; refuses: string; allows: string }[];
