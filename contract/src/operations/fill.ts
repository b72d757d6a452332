import type { Language } from '../shapes/common.ts';

/** What a sentence is filled with: codes, counts, sizes. Never a name, number, token or text that a person typed. */
export type Params = Readonly<Record<string, string | number>>;

export type InBoth = Readonly<Record<Language, string>>;

const locales = { en: 'en-IE', el: 'el-GR' } as const;
const sizes = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;
const spans = {
  en: { ms: 'ms', s: 's', min: 'min', h: 'h', d: 'd' },
  el: { ms: 'ms', s: 'δ.', min: 'λεπτά', h: 'ώρες', d: 'ημέρες' },
} as const;

function decimals(value: number, most: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { maximumFractionDigits: most }).format(value);
}

/** Bytes in base 1024 with two decimals at most (specification 9, admin sizes). */
function size(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), sizes.length - 1);
  return `${decimals(bytes / 1024 ** power, 2, language)} ${sizes[power]}`;
}

/** `1.8 ms`, `340 ms`, `2.4 s`, `7 min`, `31 h`, `4 d`: milliseconds in the unit a person would use. */
export function span(ms: number, language: Language): string {
  const words = spans[language];
  if (ms < 1_000) return `${decimals(ms, ms < 10 ? 1 : 0, language)} ${words.ms}`;
  if (ms < 120_000) return `${decimals(ms / 1_000, ms < 10_000 ? 1 : 0, language)} ${words.s}`;
  if (ms < 120 * 60_000) return `${decimals(ms / 60_000, 0, language)} ${words.min}`;
  if (ms < 48 * 3_600_000) return `${decimals(ms / 3_600_000, 0, language)} ${words.h}`;
  return `${decimals(ms / 86_400_000, 0, language)} ${words.d}`;
}

/** A sentence with its `{names}` filled in; those ending in `Bytes` and `Ms` become sizes and spans. A missing one stays as it is. */
export function fill(template: string, params: Params, language: Language): string {
  return template.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = params[name];
    if (value === undefined) return hole;
    if (typeof value === 'string') return value;
    if (name.endsWith('Bytes')) return size(value, language);
    return name.endsWith('Ms') ? span(value, language) : decimals(value, 2, language);
  });
}
