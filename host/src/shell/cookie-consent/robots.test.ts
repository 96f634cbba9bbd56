import { isRobot } from './robots.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Baiduspider/2.0',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0)',
  'facebookexternalhit/1.1',
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)',
  `${chrome} Chrome-Lighthouse`,
  'ia_archiver',
  'SOME-CRAWLER/1.0',
])('%s is a robot', (userAgent) => {
  expect(isRobot({ userAgent, webdriver: false })).toBe(true);
});

test.each([
  chrome,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
])('%s is a person', (userAgent) => {
  expect(isRobot({ userAgent, webdriver: false })).toBe(false);
});

test('a browser that is driven by a program is a robot, whatever it calls itself', () => {
  expect(isRobot({ userAgent: chrome, webdriver: true })).toBe(true);
});
