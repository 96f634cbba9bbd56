type Shared = { readonly name: string; readonly version: string };
export declare const singletons: readonly (Shared & { readonly why: string; readonly developmentOnly?: boolean })[];
export declare const byVersion: readonly (Shared & { readonly eager: boolean })[];
export declare const lent: readonly (Shared & { readonly eager: boolean })[];
