import { asksForPalette } from './shortcut.ts';

const press = (given: Partial<Parameters<typeof asksForPalette>[0]>) =>
  asksForPalette({
    key: 'k',
    code: 'KeyK',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    defaultPrevented: false,
    ...given,
  });
const setAgent = (agent: string) => jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
afterEach(() => jest.restoreAllMocks());

describe('on a PC', () => {
  test.each([
    ['Ctrl+K asks', { ctrlKey: true }, true],
    ['… in capitals', { ctrlKey: true, key: 'K' }, true],
    ['… where the key K stands elsewhere', { ctrlKey: true, code: 'KeyV' }, true],
    ['… where the keyboard writes Thai', { ctrlKey: true, key: 'า' }, true],
    ['K alone does not', {}, false],
    ['the Windows key does not', { metaKey: true }, false],
    ['Ctrl+Shift+K is the browser’s', { ctrlKey: true, shiftKey: true }, false],
    ['Ctrl+Alt+K is a letter of some keyboards', { ctrlKey: true, altKey: true }, false],
    ['another key in the place of K does not', { ctrlKey: true, key: 't' }, false],
    ['nothing does while a character is being composed', { ctrlKey: true, isComposing: true }, false],
    ['what somebody else has taken does not', { ctrlKey: true, defaultPrevented: true }, false],
  ])('%s', (_, given, expected) => {
    expect(press(given)).toBe(expected);
  });
});

describe.each(['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)'])(
  'on %s',
  (agent) => {
    test('⌘K asks, and Ctrl+K is what it is in a text there', () => {
      setAgent(agent);
      expect(press({ metaKey: true })).toBe(true);
      expect(press({ ctrlKey: true })).toBe(false);
    });
  },
);
