import { fileURLToPath } from 'node:url';
import { isLoopbackHost } from './addresses.ts';
import { ConfigError } from './config-error.ts';

/** An address whose secrets must not be repeated: says what it is like instead. Fails with `ConfigError`. */
export function gatewayUrl(variable: string, text: string, example: string): URL {
  if (!URL.canParse(text)) throw new ConfigError(variable, `it is not an address such as ${example}.`);
  return new URL(text);
}

/** The folder of a `file:` address; null for any other. */
export function folderOf(text: string): string | null {
  if (!text.startsWith('file:')) return null;
  return text.startsWith('file://') ? fileURLToPath(text) : text.slice('file:'.length);
}

/**
 * Options written as a query, by name. A plus stays a plus, since phone numbers and addresses have them. Fails with
 * `ConfigError` on a name that is not known: a misspelt option must not be passed over.
 */
export function gatewayOptions(variable: string, query: string, known: readonly string[]): URLSearchParams {
  const options = new URLSearchParams(query.replaceAll('+', '%2B'));
  const unknownName = [...options.keys()].find((name) => !known.includes(name));
  if (unknownName !== undefined)
    throw new ConfigError(variable, `it has no option ${unknownName}. Known: ${known.join(', ') || 'none'}.`);
  return options;
}

/** A part of an address with its percent signs resolved. Fails with `ConfigError` where they are not well formed. */
export function decodePart(variable: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(variable, 'a percent sign in it is not followed by two digits. Write it as %25.');
  }
}

/** Messages carry codes and links: they cross a network encrypted, or stay on this machine. */
export function isSafeUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}
