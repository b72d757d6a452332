/** What helps a user recognize a session. Values come from short lists; nothing else of the User-Agent is stored. */
export interface Device {
  browser: string | null;
  system: string | null;
}

// The order matters: each browser's User-Agent also names later entries of this list.
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** Names the browser and system of a User-Agent for a mail: `Firefox, Windows`; `unknown` for what is on neither list. */
export function nameDevice(userAgent: string | undefined): string {
  const { browser, system } = parseDevice(userAgent);
  return [browser, system].filter((part) => part !== null).join(', ') || 'unknown';
}

/** Parses the browser and system of a User-Agent; null for what is on neither list. */
export function parseDevice(userAgent: string | undefined): Device {
  const text = userAgent ?? '';
  const findName = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, sign]) => sign.test(text))?.[0] ?? null;
  return { browser: findName(browsers), system: findName(systems) };
}
