/** Browser names, first match wins: most browsers name others as well. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPX)\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\b(iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (table: typeof browsers, text: string) => table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Returns the product names of browser and operating system, the same in every language; null if unknown. */
export const nameDevice = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: firstMatch(browsers, userAgent),
  system: firstMatch(systems, userAgent),
});

/** Describes a device in a mail: “Firefox, Windows”; empty if nothing is known. */
export function describeDevice(userAgent: string): string {
  const { browser, system } = nameDevice(userAgent);
  return [browser, system].filter((name) => name !== null).join(', ');
}
