import { shareOfLimit } from './figures.ts';
import type { Results } from './results.ts';

// SVG by hand: a chart library in the build for one picture of dots would be more than the picture.
const [labelWidth, width, rowHeight, top] = [120, 760, 26, 34];
/** The share of the limit beyond which a dot is drawn at the edge. */
const shownAtMost = 2;
const gridAt = [0, 0.5, 1, 1.5, shownAtMost];
const [dot, textDrop] = [4, 4];

const x = (share: number) =>
  labelWidth + (Math.min(Math.max(share, 0), shownAtMost) / shownAtMost) * (width - labelWidth - rowHeight);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Each figure that has a limit as a dot, by the share of it that it takes: right of the line it is missed. A row for
 * each part.
 */
export function pictureOf(parts: Results): string {
  const rows = Object.entries(parts)
    .map(([name, { figures }]) => ({ name, limited: figures.filter(({ limit }) => limit !== undefined) }))
    .filter(({ limited }) => limited.length > 0);
  const height = top + rows.length * rowHeight;
  const grid = gridAt.map(
    (share) =>
      `<line class="${share === 1 ? 'limit' : 'grid'}" x1="${x(share)}" x2="${x(share)}" y1="${top - textDrop}" y2="${height}"/><text x="${x(share)}" y="${top / 2}" text-anchor="middle">${share === shownAtMost ? `≥ ${share}` : share} ×</text>`,
  );
  const dots = rows.flatMap(({ name, limited }, row) => {
    const y = top + (row + 1 / 2) * rowHeight;
    const shares = limited.map((figure) => ({ what: figure.what, share: shareOfLimit(figure) }));
    return [
      `<text x="0" y="${y + textDrop}">${escaped(name)}</text>`,
      ...shares.map(
        ({ what, share }) =>
          `<circle class="${share > 1 ? 'missed' : 'held'}" cx="${x(share).toFixed(1)}" cy="${y}" r="${dot}"><title>${escaped(what)}: ${share.toFixed(2)} of its limit</title></circle>`,
      ),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="What each measured figure takes of its limit">
<style>text{font:12px system-ui,sans-serif;fill:#57606a}.grid{stroke:#d0d7de}.limit{stroke:#57606a;stroke-width:2}.held{fill:#1a7f37;fill-opacity:.6}.missed{fill:#bc4c00}@media(prefers-color-scheme:dark){text{fill:#9198a1}.grid{stroke:#3d444d}.limit{stroke:#9198a1}.held{fill:#3fb950}.missed{fill:#f0883e}}</style>
${[...grid, ...dots].join('\n')}
</svg>
`;
}
