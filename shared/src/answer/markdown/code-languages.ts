import type { LanguageFn } from 'highlight.js';

type Language = {
  /** Other names that authors write. */
  readonly aliases?: readonly string[];
  /** Languages embedded in this one: a script within a page. */
  readonly beside?: readonly string[];
  readonly load: () => Promise<{ readonly default: LanguageFn }>;
};

/**
 * The languages that code is coloured in: highlight.js's common ones, and others people often ask assistants about.
 * Each is a chunk of its own: running all grammars together takes longer than a frame.
 */
export const codeLanguages: Readonly<Record<string, Language>> = {
  bash: { aliases: ['sh', 'zsh'], load: () => import('highlight.js/lib/languages/bash') },
  c: { aliases: ['h'], load: () => import('highlight.js/lib/languages/c') },
  cpp: {
    aliases: ['cc', 'c++', 'h++', 'hpp', 'hh', 'hxx', 'cxx'],
    load: () => import('highlight.js/lib/languages/cpp'),
  },
  csharp: { aliases: ['cs', 'c#'], load: () => import('highlight.js/lib/languages/csharp') },
  css: { load: () => import('highlight.js/lib/languages/css') },
  dart: { load: () => import('highlight.js/lib/languages/dart') },
  diff: { aliases: ['patch'], load: () => import('highlight.js/lib/languages/diff') },
  dockerfile: { aliases: ['docker'], beside: ['bash'], load: () => import('highlight.js/lib/languages/dockerfile') },
  elixir: { aliases: ['ex', 'exs'], load: () => import('highlight.js/lib/languages/elixir') },
  go: { aliases: ['golang'], load: () => import('highlight.js/lib/languages/go') },
  graphql: { aliases: ['gql'], load: () => import('highlight.js/lib/languages/graphql') },
  haskell: { aliases: ['hs'], load: () => import('highlight.js/lib/languages/haskell') },
  http: { aliases: ['https'], load: () => import('highlight.js/lib/languages/http') },
  ini: { aliases: ['toml'], load: () => import('highlight.js/lib/languages/ini') },
  java: { aliases: ['jsp'], load: () => import('highlight.js/lib/languages/java') },
  javascript: {
    aliases: ['js', 'jsx', 'mjs', 'cjs'],
    beside: ['xml', 'css', 'graphql'],
    load: () => import('highlight.js/lib/languages/javascript'),
  },
  json: { aliases: ['jsonc', 'json5'], load: () => import('highlight.js/lib/languages/json') },
  kotlin: { aliases: ['kt', 'kts', 'ktm', 'ktx'], load: () => import('highlight.js/lib/languages/kotlin') },
  latex: { aliases: ['tex'], load: () => import('highlight.js/lib/languages/latex') },
  less: { load: () => import('highlight.js/lib/languages/less') },
  lua: { aliases: ['pluto'], load: () => import('highlight.js/lib/languages/lua') },
  makefile: { aliases: ['mk', 'mak', 'make'], load: () => import('highlight.js/lib/languages/makefile') },
  markdown: {
    aliases: ['md', 'mkdown', 'mkd'],
    beside: ['xml'],
    load: () => import('highlight.js/lib/languages/markdown'),
  },
  nginx: { aliases: ['nginxconf'], load: () => import('highlight.js/lib/languages/nginx') },
  objectivec: {
    aliases: ['mm', 'objc', 'obj-c', 'obj-c++', 'objective-c++'],
    load: () => import('highlight.js/lib/languages/objectivec'),
  },
  perl: { aliases: ['pl', 'pm'], load: () => import('highlight.js/lib/languages/perl') },
  php: { load: () => import('highlight.js/lib/languages/php') },
  'php-template': { beside: ['xml', 'php'], load: () => import('highlight.js/lib/languages/php-template') },
  plaintext: { aliases: ['text', 'txt'], load: () => import('highlight.js/lib/languages/plaintext') },
  powershell: { aliases: ['pwsh', 'ps', 'ps1'], load: () => import('highlight.js/lib/languages/powershell') },
  protobuf: { aliases: ['proto'], load: () => import('highlight.js/lib/languages/protobuf') },
  python: { aliases: ['py', 'gyp', 'ipython'], load: () => import('highlight.js/lib/languages/python') },
  'python-repl': {
    aliases: ['pycon'],
    beside: ['python'],
    load: () => import('highlight.js/lib/languages/python-repl'),
  },
  r: { load: () => import('highlight.js/lib/languages/r') },
  ruby: { aliases: ['rb', 'gemspec', 'podspec', 'thor', 'irb'], load: () => import('highlight.js/lib/languages/ruby') },
  rust: { aliases: ['rs'], load: () => import('highlight.js/lib/languages/rust') },
  scala: { load: () => import('highlight.js/lib/languages/scala') },
  scss: { load: () => import('highlight.js/lib/languages/scss') },
  shell: {
    aliases: ['console', 'shellsession'],
    beside: ['bash'],
    load: () => import('highlight.js/lib/languages/shell'),
  },
  sql: { load: () => import('highlight.js/lib/languages/sql') },
  swift: { load: () => import('highlight.js/lib/languages/swift') },
  typescript: {
    aliases: ['ts', 'tsx', 'mts', 'cts'],
    beside: ['xml', 'css', 'graphql'],
    load: () => import('highlight.js/lib/languages/typescript'),
  },
  vbnet: { aliases: ['vb'], load: () => import('highlight.js/lib/languages/vbnet') },
  wasm: { load: () => import('highlight.js/lib/languages/wasm') },
  xml: {
    aliases: ['html', 'xhtml', 'rss', 'atom', 'xjb', 'xsd', 'xsl', 'plist', 'wsf', 'svg'],
    beside: ['css', 'javascript'],
    load: () => import('highlight.js/lib/languages/xml'),
  },
  yaml: { aliases: ['yml'], beside: ['ruby'], load: () => import('highlight.js/lib/languages/yaml') },
};
