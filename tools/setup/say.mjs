// Setup speaks on standard error, so that a script's own output stays clean.
export function say(sentence) {
  console.error(`setup: ${sentence}`);
}

export function seconds(startedMs) {
  return `${Math.max(1, Math.round((Date.now() - startedMs) / 1000))} s`;
}
