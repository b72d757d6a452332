const nextPattern = /<(?:>|(?:const\s+)?([\p{ID_Start}$_][\p{ID_Continue}$.:-]*)\s*([,>=(/{}]|extends\b)?)/uy;

/**
 * Whether a `<` where a value is expected begins an element, not the type parameters of an arrow function:
 * `<T,>(…)`, `<T extends X>(…)`, `<const T>(…)` and `<T>(…)` are functions, and only an element is closed by name.
 */
export function isElementStart(source: string, at: number): boolean {
  nextPattern.lastIndex = at;
  const found = nextPattern.exec(source);
  if (found === null) return false;
  const [whole, name, follower] = found;
  if (name === undefined) return true;
  if (/^<const\s/.test(whole) || follower === ',' || follower === 'extends' || follower === '=') return false;
  return follower !== '>' || source.includes(`</${name}`, at);
}
