/** By what a person knows a session again: from short lists, so that nothing else of the agent is kept. */
export interface Device {
  browser: string | null;
  system: string | null;
}

// In this order: each calls itself by its forebears too.
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

/** The browser and the system that a User-Agent names; null for what is on neither list. */
export function parseDevice(userAgent: string | undefined): Device {
  const text = userAgent ?? '';
  const findName = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, sign]) => sign.test(text))?.[0] ?? null;
  return { browser: findName(browsers), system: findName(systems) };
}
