/** Finds the index of the brace that closes the one at `start`. Throws `SyntaxError` if there is none. */
function findClosingBrace(message: string, start: number): number {
  let depth = 0;
  for (let index = start; index < message.length; index += 1) {
    if (message[index] === '{') depth += 1;
    if (message[index] === '}') depth -= 1;
    if (depth === 0) return index;
  }
  throw new SyntaxError(`Unclosed brace in “${message}”.`);
}

/** Returns the bodies of `one {…} other {…}`. */
function parseBranches(body: string): string[] {
  const start = body.indexOf('{');
  if (start === -1) return [];
  const end = findClosingBrace(body, start);
  return [body.slice(start + 1, end), ...parseBranches(body.slice(end + 1))];
}

function regexSource(message: string): string {
  const start = message.indexOf('{');
  if (start === -1) return message.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('#', '[\\d.,]+');
  const end = findClosingBrace(message, start);
  const bodies = parseBranches(message.slice(start + 1, end));
  const argument = bodies.length === 0 ? '.+' : `(?:${bodies.map(regexSource).join('|')})`;
  return regexSource(message.slice(0, start)) + argument + regexSource(message.slice(end + 1));
}

/**
 * Returns a pattern for the output of an ICU message: a placeholder matches any text, a plural or select any of its
 * forms.
 */
export function patternOf(message: string): RegExp {
  const plain = message.replace(/<\/?\w+>/g, '').replace(/\s+/g, ' ');
  return new RegExp(`^${regexSource(plain)}$`);
}
