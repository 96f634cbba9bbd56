/**
 * The colours of tokens.css as values, for code that cannot read CSS variables: antd's palette is computed from them.
 */
export const colours = {
  light: {
    ink: '#16181d',
    ink2: '#4a5060',
    ink3: '#646b7b',
    paper: '#ffffff',
    raised: '#ffffff',
    sunken: '#f6f7f9',
    line: '#e3e6eb',
    accent: '#3b5bdb',
    accentInk: '#ffffff',
    good: '#23762f',
    warn: '#a85600',
    bad: '#c92a2a',
  },
  dark: {
    ink: '#eceef3',
    ink2: '#b4bac8',
    ink3: '#8b93a5',
    paper: '#14161a',
    raised: '#1b1e24',
    sunken: '#0f1114',
    line: '#2a2e37',
    accent: '#7c94f5',
    accentInk: '#0f1114',
    good: '#69db7c',
    warn: '#ffb35c',
    bad: '#ff8787',
  },
} as const;
