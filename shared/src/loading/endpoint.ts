/**
 * How a screen asks an endpoint. What is kept of an answer is found by the endpoint and its input, so that no two screens,
 * of whichever programs, take one another's answers for their own.
 */
import { call, type AnyInput } from '@parlance/shared/http';
import { everyRow, useLoaded, usePages, type Loaded, type LoadPage, type Page, type Pages } from '@parlance/shared/loading';
import type { Endpoint, Input, Output } from '../contract/endpoint.ts';

/** `visit`: what was kept of another one is not shown, and what this one finds is kept for itself. */
type Visit = { readonly visit?: string | number };
type LoadedOptions<T> = NonNullable<Parameters<typeof useLoaded<T>>[2]> & Visit;
type Row = { readonly id: string };
type PagesOptions<T extends Row> = NonNullable<Parameters<typeof usePages<T>>[2]> & Visit;
export type Retried<T> = Loaded<T> & { readonly retry: () => void };

/** A row of what an endpoint lists. */
type RowOf<E extends Endpoint> = Output<E> extends Page<infer T extends Row> ? T : never;
/** `admin/subscription`: the program and what it loads there. A test holds that each stands in one place. */
type ComposedName = `${string}/${string}`;

const keyOf = (how: 'one' | 'every row' | 'pages', { service, method, path }: Endpoint, input: unknown, { visit }: Visit): string => JSON.stringify([how, service, method, path, input, visit]);
const composedKey = (how: 'composed' | 'composed pages', name: ComposedName, inputs: readonly unknown[], { visit }: Visit): string => JSON.stringify([how, name, inputs, visit]);

/** The page of a list that begins at a cursor. */
function pageAt<E extends Endpoint>(endpoint: E, input: Input<E>): LoadPage<RowOf<E>> {
  const { query, ...others } = input as AnyInput; // Input<E> is made of exactly these parts
  return async (cursor, signal) => {
    const page: unknown = await call(endpoint, { ...others, query: { ...query, cursor } } as Input<E>, { signal }); // every list takes a cursor (`pageQuery`)
    return page as Page<RowOf<E>>; // an endpoint without pages has no rows either
  };
}

/** Loads what an endpoint answers to an input, as `useLoaded` says. */
export function useEndpoint<E extends Endpoint>(endpoint: E, input: Input<E>, options: LoadedOptions<Output<E>> = {}): Retried<Output<E>> {
  return useLoaded(keyOf('one', endpoint, input, options), (signal) => call(endpoint, input, { signal }), options);
}

/** Loads a list page by page, as `usePages` says. */
export function useEndpointPages<E extends Endpoint>(endpoint: E, input: Input<E>, options: PagesOptions<RowOf<E>> = {}): Pages<RowOf<E>> {
  return usePages(keyOf('pages', endpoint, input, options), pageAt(endpoint, input), options);
}

/** Loads every row of a list that is known to be short. */
export function useEveryRow<E extends Endpoint>(endpoint: E, input: Input<E>, options: LoadedOptions<readonly RowOf<E>[]> = {}): Retried<readonly RowOf<E>[]> {
  return useLoaded(keyOf('every row', endpoint, input, options), (signal) => everyRow((cursor) => pageAt(endpoint, input)(cursor, signal)), options);
}

/** Loads what is made of several answers, or of none. It is kept under a name and all that the load goes by. */
export function useComposed<T>(name: ComposedName, inputs: readonly unknown[], load: (signal: AbortSignal) => Promise<T>, options: LoadedOptions<T> = {}): Retried<T> {
  return useLoaded(composedKey('composed', name, inputs, options), load, options);
}

/** Loads a list page by page whose rows are made of what an endpoint lists. */
export function useComposedPages<T extends Row>(name: ComposedName, inputs: readonly unknown[], load: LoadPage<T>, options: PagesOptions<T> = {}): Pages<T> {
  return usePages(composedKey('composed pages', name, inputs, options), load, options);
}

/** What is shown of what was loaded. Picking a part keeps its identity from one drawing to the next. */
export const pick = <T, Part>({ retry, ...loaded }: Retried<T>, part: (data: T) => Part): Retried<Part> =>
  loaded.status === 'ready' ? { status: 'ready', data: part(loaded.data), retry } : { ...loaded, retry };
