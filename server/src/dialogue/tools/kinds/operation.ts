import type { DescribedFunction } from './tool-source.ts';

/** The request of an operation; stored with its function, so that a call reads no document. */
type Route = {
  readonly method: string;
  readonly address: string;
  readonly query: readonly string[];
  readonly hasBody: boolean;
};
export type Operation = DescribedFunction & { readonly route: Route };
export const isOperation = (described: DescribedFunction): described is Operation => 'route' in described;
