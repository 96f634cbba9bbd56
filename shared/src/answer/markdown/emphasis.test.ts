import { fakeServer } from '@parlance/shared/testing';
import { drawnAnswer, loadRenderer, streamedAnswer } from '../../testing/drawn-answer.tsx';

fakeServer();
beforeAll(loadRenderer);

/** Texts, and what is drawn of them. */
const read: readonly (readonly [string, string])[] = [
  ['**本季成長10%，**主因', '<strong>本季成長10%，</strong>主因'],
  ['請看**「重點」**說明', '請看<strong>「重點」</strong>說明'],
  ['*（附註）*內容', '<em>（附註）</em>內容'],
  ['~~舊價。~~新價', '<del>舊價。</del>新價'],
  ['說***「重點」***明', '說<em><strong>「重點」</strong></em>明'],
  ['これは**「強調」**です。', 'これは<strong>「強調」</strong>です。'],
  ['**중요:**내용', '<strong>중요:</strong>내용'],
  ['文**`code`**字', '文<strong><code>code</code></strong>字'],
  ['**𠮷野家。**𠮷', '<strong>𠮷野家。</strong>𠮷'],
  ['**[（連結）](https://example.com)**說明', '<strong><a https://example.com/>（連結）</a></strong>說明'],
  ['**$x$：**說明', '<strong>{x}：</strong>說明'],
  ['**重點[1]。**說明', '<strong>重點(1)。</strong>說明'],
  ['**หัวข้อ:**ข้อความ', '<strong>หัวข้อ:</strong>ข้อความ'],
  ['ดู**"คำ"**ต่อ และ*(หมายเหตุ)*ต่อ', 'ดู<strong>"คำ"</strong>ต่อ และ<em>(หมายเหตุ)</em>ต่อ'],
  ['**Note:**next', '<strong>Note:</strong>next'],
  ['**Hinweis:**weiter und **zwei!**drei', '<strong>Hinweis:</strong>weiter und <strong>zwei!</strong>drei'],
  ['das**„Wort“**teil', 'das<strong>„Wort“</strong>teil'],
  ['~~old.~~new', '<del>old.</del>new'],
  ['a:**b** c', 'a:<strong>b</strong> c'],
];
/** Texts that hold no emphasis. */
const plain = ['a * b * c', '(a)**b + (c)**d', 'a.*b.*c', 'snake_case_name and a_b_c', '2 ** 3', '呼叫__init__方法'];

describe('emphasis beside marks of every script', () => {
  it.each(read)('%s', async (text, html) => {
    expect(await drawnAnswer(text)).toBe(`<p>${html}</p>`);
    expect(await streamedAnswer(text)).toBe(`<p>${html}</p>`);
  });

  it.each(plain)('is not made of %s', async (text) => {
    expect(await drawnAnswer(text)).toBe(`<p>${text}</p>`);
  });

  it('is closed for now while it is being written', async () => {
    expect(await drawnAnswer('請看**「重點」', true)).toBe('<p>請看<strong>「重點」</strong></p>');
    expect(await drawnAnswer('**本季成長10%，', true)).toBe('<p><strong>本季成長10%，</strong></p>');
    expect(await drawnAnswer('**本季成長10%，**主', true)).toBe('<p><strong>本季成長10%，</strong>主</p>');
    expect(await drawnAnswer('~~舊價。', true)).toBe('<p><del>舊價。</del></p>');
  });

  it('is found in lists, quotes and tables', async () => {
    expect(await drawnAnswer('- **重點：**說明\n\n> **重點：**說明\n')).toBe(
      '<ul><li><strong>重點：</strong>說明</li></ul><blockquote><p><strong>重點：</strong>說明</p></blockquote>',
    );
    expect(await drawnAnswer('| a | b |\n|---|---|\n| **重點：**說明 | ~~舊。~~新 |\n')).toContain(
      '<td><strong>重點：</strong>說明</td><td><del>舊。</del>新</td>',
    );
  });
});
