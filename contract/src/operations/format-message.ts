import type { Language } from '../shapes/common.ts';

/** Parameters of a message: codes, counts, sizes. Never a name, number, token or text typed by a user. */
export type MessageParams = Readonly<Record<string, string | number>>;

export type LocalizedText = Readonly<Record<Language, string>>;

const locales = { en: 'en-IE', el: 'el-GR' } as const;
const sizeUnits = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;
const durationUnits = {
  en: { ms: 'ms', s: 's', min: 'min', h: 'h', d: 'd' },
  el: { ms: 'ms', s: 'δ.', min: 'λεπτά', h: 'ώρες', d: 'ημέρες' },
} as const;

function formatNumber(value: number, maxDecimals: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { maximumFractionDigits: maxDecimals }).format(value);
}

/** Formats bytes in base 1024 with at most two decimals (specification 9, admin sizes). */
function formatBytes(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), sizeUnits.length - 1);
  return `${formatNumber(bytes / 1024 ** power, 2, language)} ${sizeUnits[power]}`;
}

/** Formats milliseconds in a suitable unit: `1.8 ms`, `340 ms`, `2.4 s`, `7 min`, `31 h`, `4 d`. */
export function formatDuration(ms: number, language: Language): string {
  const units = durationUnits[language];
  if (ms < 1_000) return `${formatNumber(ms, ms < 10 ? 1 : 0, language)} ${units.ms}`;
  if (ms < 120_000) return `${formatNumber(ms / 1_000, ms < 10_000 ? 1 : 0, language)} ${units.s}`;
  if (ms < 120 * 60_000) return `${formatNumber(ms / 60_000, 0, language)} ${units.min}`;
  if (ms < 48 * 3_600_000) return `${formatNumber(ms / 3_600_000, 0, language)} ${units.h}`;
  return `${formatNumber(ms / 86_400_000, 0, language)} ${units.d}`;
}

/**
 * Replaces the `{names}` of a template. Names ending in `Bytes` and `Ms` are formatted as sizes and durations. A name
 * without a parameter stays unchanged.
 */
export function formatMessage(template: string, params: MessageParams, language: Language): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name];
    if (value === undefined) return placeholder;
    if (typeof value === 'string') return value;
    if (name.endsWith('Bytes')) return formatBytes(value, language);
    return name.endsWith('Ms') ? formatDuration(value, language) : formatNumber(value, 2, language);
  });
}
