import { fakeServer } from '@parlance/shared/testing';
import { drawnAnswer, loadRenderer, streamedAnswer } from '../../testing/drawn-answer.tsx';
import { addressLength } from './bare-addresses.ts';

fakeServer();
beforeAll(loadRenderer);

/** Texts with the address between two bars. */
const bounded = [
  '請看|https://example.com/a|，然後說',
  '（|https://example.com|）好',
  '見|https://example.com/路徑|。',
  '見「|https://example.com/a|」頁',
  '見《|https://example.com/a|》、|https://example.com/b|；完',
  '請看|https://example.com/a|然後',
  '|https://example.com|看',
  '|https://example.com/a?q=台灣#節|。',
  '|https://zh.wikipedia.org/wiki/台灣_(島)|。',
  '|https://例え.jp/a|。',
  '|https://例え.jp/a|吧',
  '|https://example.com/a|を参照',
  '|https://example.com/a|를 보세요',
  'siehe „|https://example.com/a|“ hier',
  'siehe »|https://example.com/a|« hier',
  'voir « |https://example.com/a| »',
  'see “|https://example.com/a|”—and ‘|https://example.com/b|’.',
  'انظر |https://example.com/a|، ثم |https://example.com/b|؛ أو |https://example.com/c|؟',
  'ดู|https://example.com/a|ต่อ',
  'देखें |https://example.com/a|।',
  '|https://example.com/a|🎉',
  '|https://example.com/straße/ελ/й|, und',
  '|https://en.wikipedia.org/wiki/Michelson–Morley_experiment| is',
  'a (|https://example.com/a_(b)|), "|https://example.com/c|", |https://example.com/d|!',
  '（|www.example.com/a|）',
  '[見 |https://example.com/a|，然後',
];

const addressOf = (written: string) => new URL(written.startsWith('www') ? `http://${written}` : written).href;
const linked = (text: string) =>
  text
    .split('|')
    .map((part, at) => (at % 2 === 1 ? `<a ${addressOf(part)}>${part}</a>` : part))
    .join('');

describe('an address in a text', () => {
  it.each(bounded)('ends where a reader ends it: %s', async (text) => {
    const written = text.replaceAll('|', '');
    expect(await drawnAnswer(written)).toBe(`<p>${linked(text)}</p>`);
    expect(await streamedAnswer(written)).toBe(`<p>${linked(text)}</p>`);
  });

  it('leaves the marks behind it their meaning', async () => {
    expect(await drawnAnswer('請看https://example.com/a，**重點**在[1]')).toBe(
      '<p>請看<a https://example.com/a>https://example.com/a</a>，<strong>重點</strong>在(1)</p>',
    );
    expect(await drawnAnswer('**https://example.com**，然後')).toBe(
      '<p><strong><a https://example.com/>https://example.com</a></strong>，然後</p>',
    );
  });

  it.each([
    ['[連結](https://example.com/a，b)', '連結'],
    ['<https://example.com/a，b>', 'https://example.com/a，b'],
    ['[https://example.com/a，b](https://example.com/a，b)', 'https://example.com/a，b'],
    ['[連結][1]\n\n[1]: https://example.com/a，b', '連結'],
  ])('is whole where its writer bounds it: %s', async (text, words) => {
    expect(await drawnAnswer(text)).toBe(`<p><a https://example.com/a%EF%BC%8Cb>${words}</a></p>`);
  });

  it('of a mail ends too', async () => {
    expect(await drawnAnswer('請寄a@b.example，謝謝')).toBe('<p>請寄<a mailto:a@b.example>a@b.example</a>，謝謝</p>');
  });

  it('is found in a text of any length in linear time', () => {
    expect(addressLength(`https://example.com/${'a'.repeat(100_000)}，b`)).toBe(100_020);
    expect(addressLength(`https://example.com/${'/台'.repeat(50_000)}`)).toBe(100_020);
  });
});
