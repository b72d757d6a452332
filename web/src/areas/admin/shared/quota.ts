const gigabyte = 1024 ** 3;
const maxGigabytes = Math.floor(Number.MAX_SAFE_INTEGER / gigabyte);

/** What is typed as whole gigabytes (base 1024), in bytes; undefined for nothing. Other characters than digits do not count. */
export function quotaFromGigabytes(typed: string): number | undefined {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return undefined;
  return Math.min(Number(digits), maxGigabytes) * gigabyte;
}

/** Bytes as the whole gigabytes that were typed. */
export function quotaInGigabytes(bytes: number | undefined): string {
  return bytes === undefined ? '' : String(Math.round(bytes / gigabyte));
}
