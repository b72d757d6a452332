import { type Language, languageTable } from '@medcloud/contract/languages';

const mebibyte = 1_048_576; // specification, section 9: whole MB are bytes divided by 1,048,576
const tebibyte = 1024 ** 4;
const steps = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

function formatDecimals(value: number, minDigits: number, maxDigits: number, language: Language): string {
  const digits = { minimumFractionDigits: minDigits, maximumFractionDigits: maxDigits };
  return new Intl.NumberFormat(languageTable[language].locale, digits).format(value);
}

/** Formats bytes as whole megabytes for the center's pages. Less than one gives `< 1 MB`. */
export function formatMegabytes(bytes: number, language: Language): string {
  if (bytes > 0 && bytes < mebibyte) return '< 1 MB';
  return `${formatDecimals(Math.round(bytes / mebibyte), 0, 0, language)} MB`;
}

function formatInUnits(bytes: number, minDigits: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), steps.length - 1);
  return `${formatDecimals(bytes / 1024 ** power, power === 0 ? 0 : minDigits, 2, language)} ${steps[power]}`;
}

/** Formats measured bytes with two decimals in the largest unit of base 1024 that gives at least one. */
export function formatSize(bytes: number, language: Language): string {
  return formatInUnits(bytes, 2, language);
}

/** Formats a plan's size like `formatSize`, but without trailing zeros: `500 GB`. */
export function formatPlanSize(bytes: number, language: Language): string {
  return formatInUnits(bytes, 0, language);
}

/**
 * Formats storage in terabytes of base 1024 with two decimals, for the center's dashboard. Less than 0.01 TB is given in
 * GB or MB.
 */
export function formatTerabytes(bytes: number, language: Language): string {
  if (bytes === 0) return '0 GB';
  if (bytes < mebibyte) return formatMegabytes(bytes, language);
  if (bytes < tebibyte / 100) return formatSize(bytes, language);
  return `${formatDecimals(bytes / tebibyte, 2, 2, language)} TB`;
}

/** Formats a transfer rate in bytes per second as `38.2 MB/s`. */
export function formatTransferRate(bytesPerSecond: number, language: Language): string {
  return `${formatDecimals(bytesPerSecond / mebibyte, 1, 1, language)} MB/s`;
}

/**
 * Formats both numbers of `309 of 486 MB` in whole MB. `done` never shows the total before the transfer is complete.
 */
export function formatTransferred(
  doneBytes: number,
  totalBytes: number,
  language: Language,
): { done: string; total: string } {
  const total = Math.max(1, Math.round(totalBytes / mebibyte));
  const done = doneBytes >= totalBytes ? total : Math.min(Math.floor(doneBytes / mebibyte), total);
  return { done: formatDecimals(done, 0, 0, language), total: `${formatDecimals(total, 0, 0, language)} MB` };
}
