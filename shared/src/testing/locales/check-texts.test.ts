import { languages } from '../../contract/values/language.ts';
import { checkTexts, checkUse, type Texts } from './check-texts.ts';
import { keysInCode, keysInHtml, membersRead } from './keys-in-code.ts';

const good = (): Record<string, Texts> =>
  Object.fromEntries(
    languages.map((tag) => {
      const files = Object.fromEntries(
        new Intl.PluralRules(tag)
          .resolvedOptions()
          .pluralCategories.map((form) => [`files_${form}`, `{{count}} ${tag} ${form}`]),
      );
      return [tag, { greeting: { hello: `Hello {{name}}, in ${tag}` }, ...files }];
    }),
  );
const changed = (tag: string, change: Texts) => ({ ...good(), [tag]: { ...good()[tag], ...change } });

describe('the locale check goes red', () => {
  it('for nothing when all is well', () => {
    expect(checkTexts(good())).toEqual([]);
  });

  it.each<[string, Record<string, Texts>, string]>([
    [
      'a language without a file',
      Object.fromEntries(Object.entries(good()).filter(([tag]) => tag !== 'th-TH')),
      'th-TH: there is no file',
    ],
    ['a file that is no language', { ...good(), 'xx-XX': {} }, 'xx-XX: is no language'],
    ['a missing key', { ...good(), 'de-DE': {} }, 'de-DE: “greeting.hello” is missing'],
    ['a key that English does not have', changed('de-DE', { more: 'mehr' }), 'de-DE: “more” is not in en'],
    ['an empty text', changed('de-DE', { greeting: { hello: ' ' } }), 'de-DE: “greeting.hello” is empty'],
    [
      'an untranslated text',
      changed('de-DE', { greeting: { hello: 'Hello {{name}}, in en' } }),
      'de-DE: “greeting.hello” is the English text',
    ],
    [
      'another placeholder',
      changed('de-DE', { greeting: { hello: 'Hallo {{nahme}}' } }),
      'de-DE: “greeting.hello” has the placeholders [nahme]',
    ],
    [
      'a plural form too few',
      {
        ...good(),
        'fr-FR': { greeting: { hello: 'Bonjour {{name}}' }, files_one: '{{count}} f', files_other: '{{count}} f.' },
      },
      'fr-FR: “files_many” is missing',
    ],
    ['a plural form too many', changed('zh-TW', { files_one: '{{count}} 檔' }), 'zh-TW: “files_one” is never used'],
  ])('for %s', (_, texts, fault) => {
    expect(checkTexts(texts)).toEqual(expect.arrayContaining([expect.stringContaining(fault)]));
  });

  it('not for a word that both languages have, nor for a text of placeholders', () => {
    const same = Object.fromEntries(
      languages.map((tag) => [
        tag,
        { status: tag === 'de-DE' || tag === 'en' ? 'Status' : `status ${tag}`, both: '{{a}} – {{b}}' },
      ]),
    );
    expect(checkTexts(same)).toEqual([]);
  });
});

describe('the keys in the code', () => {
  const read = (source: string, file = 'screen.tsx') => keysInCode(file, source, 'chat');

  it('are found in every way they are written', () => {
    const { used, prefixes } = read(`
      const { t } = useTranslation('chat');
      t('a.b'); t('shared:ui.retry', { x: 1 }); i18n.t(late ? 'c' : 'd'); t(\`errors.\${code}\`);
      const key = \`shared:errors.\${code}\`;
      <Trans i18nKey="e" />; <Trans i18nKey={'f'} />;
    `);
    expect(used.map((it) => `${it.namespace}:${it.key}`)).toEqual([
      'chat:a.b',
      'shared:ui.retry',
      'chat:c',
      'chat:d',
      'chat:e',
      'chat:f',
    ]);
    expect(prefixes).toEqual([
      { namespace: 'chat', prefix: 'errors.' },
      { namespace: 'shared', prefix: 'errors.' },
    ]);
    expect(read(`defineRemote({ screens: [{ title: 'bots.title' }] })`, 'remote-chat/remote.ts').used).toEqual([
      { namespace: 'chat', key: 'bots.title' },
    ]);
  });

  it('are found in the HTML of a page and in what reads it before i18next is there', () => {
    expect(
      keysInHtml('<h1 data-text="login.heading">{{text.login.heading}}</h1><nav data-label="login.nav">', 'host').map(
        (it) => it.key,
      ),
    ).toEqual(['login.heading', 'login.heading', 'login.nav']);
    expect(read(`textOf(texts, busy ? 'host.login.busy' : 'host.login.submit')`).used).toEqual([
      { namespace: 'host', key: 'login.busy' },
      { namespace: 'host', key: 'login.submit' },
    ]);
    expect(membersRead('return texts.nothing;')).toEqual(['nothing']);
  });

  const use = (source: string, texts: Texts) => {
    const { used, prefixes, literals } = read(source);
    return checkUse('chat', texts, { used, prefixes, literals: new Set(literals) });
  };

  it('that no file has, and texts that no code looks up, are named', () => {
    expect(use(`t('gone')`, { left: 'x' })).toEqual([
      expect.stringContaining('“chat:gone”, which no locale file has'),
      expect.stringContaining('No code looks up “chat:left”'),
    ]);
  });

  it('cover plural forms, made keys and keys in tables', () => {
    expect(
      use(`t('files', { count }); t(\`tone.\${it}\`); const table = { a: 'in.table' };`, {
        files_one: 'x',
        files_other: 'y',
        tone: { calm: 'z' },
        in: { table: 'w' },
      }),
    ).toEqual([]);
  });
});
