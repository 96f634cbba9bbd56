import hljs from 'highlight.js/lib/core';
import { codeLanguages } from './code-languages.ts';
import { colour, loadLanguage } from './colours.ts';

const samples: Readonly<Record<string, string>> = {
  ts: 'export const a: number = 1; // one\nclass B<T> extends C { f(x = `t ${y}`) { return /r/; } }\n',
  html: '<!doctype html>\n<p class="a">x</p>\n<script>let a = 1;</script>\n<style>p { color: red; }</style>\n',
  python: '@cached\ndef f(x: int) -> str:\n    """Doc."""\n    return f"{x}" if x else None\n',
  diff: '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n',
  markdown: '# Title\n\n- *item* [link](https://example.com)\n\n```js\nlet a;\n```\n',
  dockerfile: 'FROM node:24\nRUN npm ci && npm test\n',
};

describe('the colours of code', () => {
  it.each(Object.entries(samples))('lose no character of %s and colour some', async (language, code) => {
    await loadLanguage(language);
    const runs = colour(code, language);
    expect(runs.map(({ text }) => text).join('')).toBe(code);
    expect(runs.some(({ kind }) => kind !== null)).toBe(true);
  });

  it('name what is what', async () => {
    await loadLanguage('js');
    expect(colour('const a = "b"; // c', 'js').filter(({ kind }) => kind !== null)).toEqual([
      { text: 'const', kind: 'keyword' },
      { text: '"b"', kind: 'string' },
      { text: '// c', kind: 'comment' },
    ]);
  });

  it('are known for aliases, in any case, and for nothing else', async () => {
    const known = (names: readonly string[]) => Promise.all(names.map(loadLanguage));
    expect(await known(['ts', 'TypeScript', 'py', 'sh', 'C++', 'yml', 'Dockerfile'])).not.toContain(false);
    expect(await known(['', 'nonsense', '__proto__', 'constructor'])).not.toContain(true);
  });

  it('come for a script within a page, which is another language', async () => {
    await loadLanguage('html');
    expect(colour('<script>let a;</script>', 'html')).toContainEqual({ text: 'let', kind: 'keyword' });
  });

  it.each(Object.entries(codeLanguages))(
    'of %s go by every name that highlight.js gives it',
    async (name, { aliases = [], beside = [] }) => {
      await loadLanguage(name);
      expect([...aliases].sort()).toEqual([...(hljs.getLanguage(name)?.aliases ?? [])].sort());
      expect(beside.filter((it) => codeLanguages[it] === undefined)).toEqual([]);
    },
  );
});
