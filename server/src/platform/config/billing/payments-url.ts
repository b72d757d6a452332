import { isLoopbackHost } from '../addresses.ts';
import { ConfigError } from '../config-error.ts';
import { decodePart, gatewayOptions, gatewayUrl } from '../gateway-options.ts';

/** `stripe://SECRET_KEY:WEBHOOK_SECRET@stripe` */
export interface StripeSettings {
  driver: 'stripe';
  secretKey: string;
  webhookSecret: string;
  /** Whether the key moves real money. Events of the other kind are ignored. */
  isLive: boolean;
  /** Another address of the API, on this machine, for tests. */
  api: URL | null;
  /** Configuration of the page on which customers change their card (`bpc_…`); null: the account's default. */
  portal: string | null;
}

export type PaymentSettings = StripeSettings;

const variable = 'PAYMENTS_URL';
const form = 'stripe://SECRET_KEY:WEBHOOK_SECRET@stripe';

/** Parses PAYMENTS_URL. Unset: the portal takes bank transfers only. Throws `ConfigError`. */
export function parsePaymentsUrl(
  text: string | undefined,
  posture: 'evaluation' | 'production',
): PaymentSettings | null {
  if (text === undefined) return null;
  if (text.startsWith('viva:'))
    throw new ConfigError(variable, `Viva is not built in this version. Unset it, or use ${form}.`);
  if (!text.startsWith('stripe:')) throw new ConfigError(variable, `it must begin with stripe://, as in ${form}.`);
  const url = gatewayUrl(variable, text, form);
  const options = gatewayOptions(variable, url.search, ['api', 'portal']);
  const [secretKey = '', webhookSecret = ''] = [url.username, url.password].map((part) => decodePart(variable, part));
  const isLive = readMode(secretKey) === 'live';
  if (!/^whsec_\S+$/.test(webhookSecret))
    throw new ConfigError(variable, `the webhook's signing key, whsec_…, is missing after the colon: ${form}.`);
  if (url.hostname !== 'stripe') throw new ConfigError(variable, `the host is the word stripe: ${form}.`);
  if (isLive && posture !== 'production')
    throw new ConfigError(
      variable,
      'a live key moves real money, and PUBLIC_URL is not https. Use a test key (sk_test_…), or set PUBLIC_URL.',
    );
  const portal = options.get('portal');
  if (portal !== null && !/^bpc_\w+$/.test(portal))
    throw new ConfigError(variable, 'portal is the id of a configuration of the customer portal, bpc_….');
  return { driver: 'stripe', secretKey, webhookSecret, isLive, api: parseApi(options.get('api')), portal };
}

function readMode(key: string): string {
  const mode = /^[sr]k_(test|live)_\w+$/.exec(key)?.[1];
  if (mode === undefined)
    throw new ConfigError(variable, `the API key before the colon begins with sk_test_ or sk_live_: ${form}.`);
  return mode;
}

/** Parses the API's address. Only this machine is allowed: a typing mistake must not send the key elsewhere. */
function parseApi(text: string | null): URL | null {
  if (text === null) return null;
  if (!URL.canParse(text) || !isLoopbackHost(new URL(text).hostname))
    throw new ConfigError(variable, 'api is for tests and must be an address on this machine. Leave it out.');
  return new URL(text);
}
