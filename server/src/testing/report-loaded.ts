/**
 * A value of NODE_OPTIONS that has a program say on standard error what it loads of the files whose address has this in
 * it.
 */
export function reportLoaded(part: string): string {
  const hook = `import { registerHooks } from 'node:module'; registerHooks({ load(url, context, next) { if (url.includes(${JSON.stringify(part)})) process.stderr.write('loaded ' + url + '\\n'); return next(url, context); } });`;
  return `--import=data:text/javascript,${encodeURIComponent(hook)}`;
}

/** The packages of which a program has said that it loads something of them. */
export function packagesLoaded(stderr: string): Set<string> {
  return new Set(
    Array.from(stderr.matchAll(/^loaded .*\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm), ([, name = '']) => name),
  );
}
