/** The end of the brace that opens at `start`. */
function closing(message: string, start: number): number {
  let depth = 0;
  for (let place = start; place < message.length; place += 1) {
    if (message[place] === '{') depth += 1;
    if (message[place] === '}') depth -= 1;
    if (depth === 0) return place;
  }
  throw new SyntaxError(`A brace stays open in “${message}”.`);
}

/** The bodies of `one {…} other {…}`. */
function choices(body: string): string[] {
  const start = body.indexOf('{');
  if (start === -1) return [];
  const end = closing(body, start);
  return [body.slice(start + 1, end), ...choices(body.slice(end + 1))];
}

function source(message: string): string {
  const start = message.indexOf('{');
  if (start === -1) return message.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('#', '[\\d.,]+');
  const end = closing(message, start);
  const bodies = choices(message.slice(start + 1, end));
  const argument = bodies.length === 0 ? '.+' : `(?:${bodies.map(source).join('|')})`;
  return source(message.slice(0, start)) + argument + source(message.slice(end + 1));
}

/** What a reader sees of an ICU message, whatever its arguments: each placeholder is any text, each plural and choice one of its forms. */
export function patternOf(message: string): RegExp {
  const plain = message.replace(/<\/?\w+>/g, '').replace(/\s+/g, ' ');
  return new RegExp(`^${source(plain)}$`);
}
