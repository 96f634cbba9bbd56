import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Paint, PaintedPage } from '@parlance/shared/remote/painted';
import type { BuildFiles } from '../../operations/releases/build-files.ts';

/**
 * The frame and the outline of a page, by the host's build that serves it: its module is named by its content, so that
 * another build is another module. What cannot be painted is left to the shell, and told once for each build.
 */
export function openPainter(
  files: BuildFiles,
  complain: (sentence: string, error: unknown) => void,
): (painted: PaintedPage) => Promise<string> {
  let failed: string | null = null;
  return async (painted) => {
    let file = 'painted.json';
    try {
      const [module = ''] = (await files.program('painted')).entries['painted'] ?? [];
      file = path.join(files.hostFolder, module);
      const { paint } = (await import(pathToFileURL(file).href)) as { paint: Paint }; // the build wrote it
      return paint(painted);
    } catch (error) {
      if (failed !== file) complain(`${file} paints no page; pages are sent without their frame until it does.`, error);
      failed = file;
      return '';
    }
  };
}
