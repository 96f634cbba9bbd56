import { type ToolKind, type ToolSettings, builtInToolIds } from '@parlance/shared/contract/api/tools';
import { calculator } from './calculator.ts';
import { dateTime } from './date-time.ts';
import { httpAction } from './http-action.ts';
import { openApi } from './openapi.ts';
import type { DescribedFunction, Reach, ToolSource } from './tool-source.ts';
import { webPage } from './web-page.ts';

export type BuiltInKind = keyof typeof builtInToolIds;
export const builtInKinds: readonly BuiltInKind[] = ['web-page', 'calculator', 'date-time'];
export const isBuiltIn = (kind: ToolKind): kind is BuiltInKind => Object.hasOwn(builtInToolIds, kind);

const builtIn: Record<BuiltInKind, (reach: Reach) => ToolSource> = {
  'web-page': (reach) => webPage(reach),
  calculator: () => calculator,
  'date-time': () => dateTime,
};
export const builtInSource = (kind: BuiltInKind, reach: Reach): ToolSource => builtIn[kind](reach);

type ToolParts = {
  readonly settings: ToolSettings;
  readonly description: string;
  readonly functions: readonly DescribedFunction[];
};

/** Returns the source of a tool that somebody has made. */
export function sourceOf({ settings, description, functions }: ToolParts, reach: Reach): ToolSource {
  if (settings.kind === 'http') return httpAction(settings, description, reach);
  if (settings.kind === 'openapi') return openApi(settings, functions, reach);
  return loaded(async () => (await import('./mcp.ts')).mcp(settings, reach));
}

/** Wraps a source with a large module, which is loaded on use. */
const loaded = (load: () => Promise<ToolSource>): ToolSource => ({
  functions: async (signal) => (await load()).functions(signal),
  call: async (...call) => (await load()).call(...call),
});
