import { toolResultMaxLength } from '@parlance/shared/contract/api/tools';
import type { Material } from '../governance/material.ts';
import type { CallResult } from '../tools/calls.ts';
import { cleanName } from '../tools/contents/collect.ts';
import { type KeepingContents, keepContents } from '../tools/contents/keep.ts';
import type { ResultContent } from '../tools/kinds/tool-source.ts';

/** How a call has ended, with what came beside text. */
export type CallOutcome = Omit<CallResult, 'kept'> & { readonly contents?: readonly ResultContent[] };

type Settling = { readonly organizationId: string; readonly material: Material | null };

/** Passes a result through the rules and keeps its contents; those that are not kept are named in it. */
export async function settledResult(
  dependencies: KeepingContents,
  { organizationId, material }: Settling,
  { contents = [], ...outcome }: CallOutcome,
): Promise<CallResult> {
  const seen = (text: string) => (material === null ? text : material.inText(text));
  const { kept, notice } = await keepContents(
    dependencies,
    organizationId,
    contents.map((content) => checkedContent(content, seen)),
  );
  const ended = (text: string) => {
    const checked = seen(text);
    if (notice === '') return within(checked, toolResultMaxLength);
    return `${within(checked, toolResultMaxLength - notice.length - 1)}\n${notice}`;
  };
  return {
    ...outcome,
    result: ended(outcome.result),
    ...(outcome.told === undefined ? {} : { told: ended(outcome.told) }),
    ...(kept.length === 0 ? {} : { kept }),
  };
}

/** A link that a rule has found something in leads nowhere. */
function checkedContent(content: ResultContent, seen: (text: string) => string): ResultContent {
  const name = cleanName(seen(content.name));
  if (content.type !== 'link') return { ...content, name };
  return { ...content, name, address: seen(content.address) === content.address ? content.address : '' };
}

const within = (text: string, most: number) => (text.length <= most ? text : text.slice(0, most).toWellFormed());
