import { escapeHtml } from './html.ts';

test('text closes no tag, opens none and ends no value of an attribute', () => {
  expect(escapeHtml(`</p><img alt="a" title='b'> & &amp;`)).toBe(
    '&lt;/p&gt;&lt;img alt=&quot;a&quot; title=&#39;b&#39;&gt; &amp; &amp;amp;',
  );
});
