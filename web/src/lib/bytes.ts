import { type Language, locales } from './language.ts';

const mebibyte = 1_048_576; // specification, section 9: whole MB are bytes divided by 1,048,576
const steps = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

function decimals(value: number, least: number, most: number, language: Language): string {
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  return new Intl.NumberFormat(locales[language], digits).format(value);
}

/** Whole megabytes of a file in bytes, as the center's pages show them; less than one is said so. */
export function wholeMegabytes(bytes: number, language: Language): string {
  if (bytes > 0 && bytes < mebibyte) return '< 1 MB';
  return `${decimals(Math.round(bytes / mebibyte), 0, 0, language)} MB`;
}

function inUnits(bytes: number, least: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), steps.length - 1);
  return `${decimals(bytes / 1024 ** power, power === 0 ? 0 : least, 2, language)} ${steps[power]}`;
}

/** Bytes in the largest unit of base 1024 that keeps it at one or more, two decimals: what has been measured. */
export function adminSize(bytes: number, language: Language): string {
  return inUnits(bytes, 2, language);
}

/** The same without needless decimals, `500 GB`: what a plan holds. */
export function planSize(bytes: number, language: Language): string {
  return inUnits(bytes, 0, language);
}

/** Storage in terabytes of base 1024, always two decimals, as the center's dashboard shows it. */
export function terabytes(bytes: number, language: Language): string {
  return `${decimals(bytes / 1024 ** 4, 2, 2, language)} TB`;
}

/** `38.2 MB/s`: the rate of a transfer in bytes a second. */
export function transferRate(bytesPerSecond: number, language: Language): string {
  return `${decimals(bytesPerSecond / mebibyte, 1, 1, language)} MB/s`;
}

/** Both ends of a transfer in whole MB, for `309 of 486 MB`. Never says that all has arrived before it has. */
export function transferred(
  doneBytes: number,
  totalBytes: number,
  language: Language,
): { done: string; total: string } {
  const total = Math.max(1, Math.round(totalBytes / mebibyte));
  const done = doneBytes >= totalBytes ? total : Math.min(Math.floor(doneBytes / mebibyte), total);
  return { done: decimals(done, 0, 0, language), total: `${decimals(total, 0, 0, language)} MB` };
}
