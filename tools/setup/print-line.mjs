/** Prints a line on standard error, so a script's own output on standard output stays clean. */
export function printLine(text) {
  console.error(`setup: ${text}`);
}

export function seconds(startedMs) {
  return `${Math.max(1, Math.round((Date.now() - startedMs) / 1000))} s`;
}
