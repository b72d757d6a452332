import { type Language, languageTable } from '@medcloud/contract/languages';
import type { MessageParams } from '@medcloud/contract/operations/message-params';
import type { Translator } from './translate.ts';

const sizeUnits = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * Every argument of a finding or log entry. An entry of an earlier version may have no value for an argument that its
 * text has now; its text then shows the argument's name.
 */
const placeholders = {
  ageMs: '{ageMs}',
  attempts: '{attempts}',
  availableBytes: '{availableBytes}',
  backup: '{backup}',
  bad: '{bad}',
  bits: '{bits}',
  budget: '{budget}',
  copied: '{copied}',
  copiedBytes: '{copiedBytes}',
  count: '{count}',
  day: '{day}',
  dead: '{dead}',
  doctors: '{doctors}',
  domain: '{domain}',
  ended: '{ended}',
  error: '{error}',
  failed: '{failed}',
  failures: '{failures}',
  files: '{files}',
  finding: '{finding}',
  good: '{good}',
  goodBytes: '{goodBytes}',
  job: '{job}',
  keys: '{keys}',
  kind: '{kind}',
  lagMs: '{lagMs}',
  last: '{last}',
  limitMs: '{limitMs}',
  messages: '{messages}',
  missing: '{missing}',
  number: '{number}',
  other: '{other}',
  overdueMs: '{overdueMs}',
  p95Ms: '{p95Ms}',
  percent: '{percent}',
  photometric: '{photometric}',
  postgres: '{postgres}',
  probe: '{probe}',
  program: '{program}',
  protected: '{protected}',
  records: '{records}',
  requests: '{requests}',
  route: '{route}',
  rows: '{rows}',
  sent: '{sent}',
  source: '{source}',
  steps: '{steps}',
  syntax: '{syntax}',
  totalBytes: '{totalBytes}',
  unsignedMs: '{unsignedMs}',
  waiting: '{waiting}',
  where: '{where}',
} as const satisfies Record<string, string>;

type ParamName = keyof typeof placeholders;

function formatNumber(value: number, maxDecimals: number, language: Language): string {
  return new Intl.NumberFormat(languageTable[language].locale, { maximumFractionDigits: maxDecimals }).format(value);
}

/** Formats bytes in base 1024 with at most two decimals (specification 9, admin sizes). */
function formatBytes(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), sizeUnits.length - 1);
  return `${formatNumber(bytes / 1024 ** power, 2, language)} ${sizeUnits[power]}`;
}

/** Formats milliseconds in a suitable unit: `1.8 ms`, `340 ms`, `2.4 s`, `7 min`, `31 h`, `4 d`. */
export function formatDuration(t: Translator<'health'>, ms: number, language: Language): string {
  const value = (count: number, maxDecimals = 0) => ({ value: formatNumber(count, maxDecimals, language) });
  if (ms < 1_000) return t('durations.ms', value(ms, ms < 10 ? 1 : 0));
  if (ms < 120_000) return t('durations.s', value(ms / 1_000, ms < 10_000 ? 1 : 0));
  if (ms < 120 * 60_000) return t('durations.min', value(ms / 60_000));
  if (ms < 48 * 3_600_000) return t('durations.h', value(ms / 3_600_000));
  return t('durations.d', value(ms / 86_400_000));
}

/** Formats a date such as `2026-11-25`. */
function formatDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(languageTable[language].locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(day));
}

function formatParam(t: Translator<'health'>, name: string, value: string | number, language: Language): string {
  if (typeof value === 'string') return name === 'day' ? formatDay(value, language) : value;
  if (name.endsWith('Bytes')) return formatBytes(value, language);
  return name.endsWith('Ms') ? formatDuration(t, value, language) : formatNumber(value, 2, language);
}

/**
 * Formats parameters as arguments of a text. Numbers whose names end in `Bytes` and `Ms` become sizes and durations,
 * others get at most two decimals, a `day` becomes a date. Arguments without a parameter get their own name: `{error}`.
 */
export function formatParams(
  t: Translator<'health'>,
  params: MessageParams,
  language: Language,
): Readonly<Record<ParamName, string>> {
  const given = Object.entries(params).map(([name, value]): [string, string] => [
    name,
    formatParam(t, name, value, language),
  ]);
  return { ...placeholders, ...Object.fromEntries(given) };
}
