import { fileURLToPath } from 'node:url';
import { isLoopbackHost } from './addresses.ts';
import { ConfigError } from './config-error.ts';

/** Parses a URL that may hold secrets. Throws `ConfigError` with `example` instead of the text. */
export function gatewayUrl(variable: string, text: string, example: string): URL {
  if (!URL.canParse(text)) throw new ConfigError(variable, `it is not an address such as ${example}.`);
  return new URL(text);
}

/** Returns the folder of a `file:` URL; null for any other URL. */
export function folderOf(text: string): string | null {
  if (!text.startsWith('file:')) return null;
  return text.startsWith('file://') ? fileURLToPath(text) : text.slice('file:'.length);
}

/**
 * Parses options written as a query string. A plus stays a plus, because phone numbers and email addresses contain it.
 * Throws `ConfigError` for an unknown name, so a misspelt option is not ignored.
 */
export function gatewayOptions(variable: string, query: string, known: readonly string[]): URLSearchParams {
  const options = new URLSearchParams(query.replaceAll('+', '%2B'));
  const unknownName = [...options.keys()].find((name) => !known.includes(name));
  if (unknownName !== undefined)
    throw new ConfigError(variable, `it has no option ${unknownName}. Known: ${known.join(', ') || 'none'}.`);
  return options;
}

/** Percent-decodes a part of a URL. Throws `ConfigError` for a malformed escape. */
export function decodePart(variable: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(variable, 'a percent sign in it is not followed by two digits. Write it as %25.');
  }
}

/**
 * Returns whether messages may be sent to `url`. They contain codes and links, so they need https or a host on this
 * machine.
 */
export function isSafeUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}
