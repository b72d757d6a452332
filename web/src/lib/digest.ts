/** Shortens a hexadecimal SHA-256 to its ends, in groups of four digits: `9f2c 41d8 … 07be`. */
export function shortenDigest(sha256: string): string {
  return `${sha256.slice(0, 4)} ${sha256.slice(4, 8)} … ${sha256.slice(-4)}`;
}
