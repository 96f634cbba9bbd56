import { useState } from 'react';
import type { Endpoint, Input, Output } from '@parlance/shared/contract/endpoint';
import { useEndpoint, type Retried } from '@parlance/shared/loading';
import { randomUuid } from '@parlance/shared/random-uuid';

/** How to load what is edited: never begun with what was seen of it before, because what is typed goes on top of what is there now. */
export function useEditing(): { readonly visit: string; readonly isEdited: true } {
  const [visit] = useState(randomUuid);
  return { visit, isEdited: true };
}

/** What an endpoint answers, to be edited. */
export const useFresh = <E extends Endpoint>(endpoint: E, input: Input<E>): Retried<Output<E>> => useEndpoint(endpoint, input, useEditing());
