import { ConfigError } from '../config-error.ts';
import { gatewayUrl, isSafeUrl } from '../gateway-options.ts';

const variable = 'VIES_URL';
/** The REST service of the European Commission, as its published description names it. */
const published = 'https://ec.europa.eu/taxation_customs/vies/rest-api';

/**
 * Parses VIES_URL: the address of a VIES REST service without a slash at its end, or `off`, which gives null. Unset, it is
 * the Commission's; a portal on loopback issues no invoices and asks no service. Throws `ConfigError`.
 */
export function parseViesUrl(text: string | undefined, posture: 'evaluation' | 'production'): string | null {
  if (text === undefined) return posture === 'production' ? published : null;
  if (text === 'off') return null;
  const url = gatewayUrl(variable, text, published);
  if (!isSafeUrl(url) || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new ConfigError(variable, `it is off, or an https address without a query, such as ${published}.`);
  return url.href.replace(/\/+$/, '');
}
