/** What a group holds that is collected for itself. */
export type Place = 'fonts' | 'styles' | 'header' | 'footer' | 'note' | 'comment' | 'box' | 'author' | 'mark';

/** Destinations whose text is collected for itself (Rich Text Format 1.9.1). */
export const collected: ReadonlyMap<string, Place> = new Map([
  ['fonttbl', 'fonts'],
  ['stylesheet', 'styles'],
  ...['header', 'headerl', 'headerr', 'headerf'].map((word) => [word, 'header'] as const),
  ...['footer', 'footerl', 'footerr', 'footerf'].map((word) => [word, 'footer'] as const),
  ['footnote', 'note'],
  ['annotation', 'comment'],
  ['shptxt', 'box'],
  ['dptxbxtext', 'box'],
  ['atnid', 'author'],
  ['atnauthor', 'author'],
  ['listtext', 'mark'],
  ['pntext', 'mark'],
]);
/** Groups of which nothing is read; those behind `\*` that are not known are silent, too. */
export const silent: ReadonlySet<string> = new Set(
  (
    'info colortbl filetbl pict nonshppict sp shprslt fldinst xe tc rxe txe upr nonesttables pnseclvl ' +
    'ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn'
  ).split(' '),
);
/** Destinations behind `\*` whose text is read. */
export const knownBehindStar: ReadonlySet<string> = new Set(['shpinst', 'do', 'ud', 'shppict']);

/** Words that stand for a sign. */
export const signs: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['line', '\n'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['emdash', '—'],
  ['endash', '–'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
  ['~', ' '],
  ['_', '-'],
  ['\t', '\t'],
]);
/** The code pages of systems before Windows. */
export const pageOfSystem: ReadonlyMap<string, number> = new Map([
  ['mac', 10_000],
  ['pc', 437],
  ['pca', 850],
]);

/** Words that end a line where lines are collected. */
export const breaks: ReadonlySet<string> = new Set([
  'par',
  '\n',
  '\r',
  'sect',
  'page',
  'column',
  'cell',
  'nestcell',
  'row',
]);
