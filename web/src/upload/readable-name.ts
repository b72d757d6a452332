/** Formats a PN value for display: `ΞΕΝΑΚΗ ΔΑΝΑΗ`. */
export function readableName(name: string): string {
  return (name.split('=')[0] ?? '').replaceAll('^', ' ').replace(/\s+/g, ' ').trim();
}
