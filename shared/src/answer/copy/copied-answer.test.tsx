import { screen } from '@testing-library/react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { Markdown } from '../markdown/markdown.tsx';
import { policyCitation } from '../markdown/examples.ts';
import { copiedAnswer } from './copied-answer.ts';
import { copiedTable } from './copied-table.ts';

fakeServer();
beforeAll(() => Promise.all([import('./drawn-answer.tsx'), import('../markdown/set-formula.tsx')]));

const htmlOf = (text: string, citations = [policyCitation]) => copiedAnswer({ text, citations }, 'Sources').html();
const bare = (text: string) => htmlOf(text, []);
/** HTML without what the direction of texts and blank lines need. */
const short = (html: string) => html.replace(/\n/g, '');

describe('what is copied of an answer', () => {
  test.each([
    [
      'words',
      'A **bold** and *fine* ~~old~~ `x < 1`',
      '<p>A <strong>bold</strong> and <em>fine</em> <del>old</del> <code>x &lt; 1</code></p>',
    ],
    ['a heading', '# One\n\n#### Two', '<h3>One</h3><h4>Two</h4>'],
    ['lists', '3. a\n4. b\n\n- [x] c', '<ol start="3"><li>a</li><li>b</li></ol><ul><li>☑ c</li></ul>'],
    ['a quote and a rule', '> said\n\n---', '<blockquote><p>said</p></blockquote><hr>'],
    ['a link', '[a](https://example.com/b)', '<p><a href="https://example.com/b">a</a></p>'],
    ['code', '```ts\nlet a = "<b>";\n```', '<pre><code>let a = "&lt;b&gt;";</code></pre>'],
    ['a formula in a line', 'So $x^2$.', '<p>So $x^2$.</p>'],
    ['a formula by itself', '$$\nx^2\n$$', '<p>$$x^2$$</p>'],
    ['a footnote', 'So[^1].\n\n[^1]: Because.', '<p>So[1].</p><ol><li><p>Because.</p></li></ol>'],
  ])('is %s', async (_, text, html) => expect(short(await bare(text))).toBe(html));

  it('is a table with its alignment', async () => {
    expect(short(await bare('| a | b |\n|---|--:|\n| 1 | **2** |'))).toBe(
      '<table><thead><tr><th>a</th><th style="text-align: right">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td style="text-align: right"><strong>2</strong></td></tr></tbody></table>',
    );
  });

  it('is nothing that runs', async () => {
    const html = await bare('<img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) ![p](https://example.com/p.png)');
    expect(html).not.toMatch(/<(img|script)|javascript:/);
    expect(html).toContain('&lt;img');
  });

  it('has the marks of sources as numbers, and the sources at its end', async () => {
    const { text } = copiedAnswer({ text: 'Thirty days [1].\n', citations: [policyCitation] }, 'Sources');
    expect(text).toBe('Thirty days [1].\n\nSources\n[1] leave-policy.md, Days of leave');
    const html = await htmlOf('Thirty days [1] and [7].');
    expect(short(html)).toBe('<p>Thirty days [1] and [7].</p><p>Sources</p><p>[1] leave-policy.md, Days of leave</p>');
    expect(await htmlOf('Thirty days [1].', [{ ...policyCitation, file_name: '<b>.md', heading: '' }])).toContain(
      '<p>[1] &lt;b&gt;.md</p>',
    );
  });

  it('is all of a long answer, also what is not in sight', async () => {
    const text = Array.from({ length: 200 }, (_, at) => `**${at}**`).join('\n\n');
    expect((await bare(text)).match(/<strong>/g)).toHaveLength(200);
  });
});

describe('what is copied of a table', () => {
  async function copied(markdown: string) {
    renderScreen(<Markdown text={markdown} />);
    return copiedTable((await screen.findByRole('table')).parentElement);
  }

  it('is cells for a spreadsheet, and HTML', async () => {
    const { text, html } = await copied('| Name | Days |\n|---|---|\n| Ada | $x$ |\n| | 2<br>3 |');
    expect(text).toBe('Name\tDays\nAda\t$x$\n\t2 3');
    expect(await html()).toContain('<td>Ada</td>');
  });

  it('is no formula that runs, and a number stays one', async () => {
    const { text, html } = await copied(
      '| a |\n|---|\n| =1+1 |\n| @SUM(A1) |\n| -1 |\n| +49 30 |\n| -1.5 % |\n| - € 3 |\n| -2+3 |',
    );
    expect(text).toBe("a\n'=1+1\n'@SUM(A1)\n-1\n+49 30\n-1.5 %\n- € 3\n'-2+3");
    expect((await html()).match(/mso-number-format:"\\@"|mso-number-format:&quot;\\@&quot;/g)).toHaveLength(3);
  });
});
