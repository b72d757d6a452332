const gigabyte = 1024 ** 3;
const maxGigabytes = Math.floor(Number.MAX_SAFE_INTEGER / gigabyte);

/**
 * Parses whole gigabytes (base 1024) to bytes. Ignores all characters except digits. Returns undefined without digits.
 */
export function quotaFromGigabytes(typed: string): number | undefined {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return undefined;
  return Math.min(Number(digits), maxGigabytes) * gigabyte;
}

/** Formats bytes as whole gigabytes for the input. */
export function quotaInGigabytes(bytes: number | undefined): string {
  return bytes === undefined ? '' : String(Math.round(bytes / gigabyte));
}
