import { isLoopbackHost } from './addresses.ts';
import { ConfigError } from './config-error.ts';
import { decodePart, folderOf, gatewayOptions, gatewayUrl, isSafeUrl } from './gateway-options.ts';

/** `twilio://ACCOUNT_SID:AUTH_TOKEN@FROM` */
export interface TwilioSettings {
  driver: 'twilio';
  account: string;
  token: string;
  /** A number in E.164, a sender name, or a messaging service (`MG…`). */
  from: string;
  /** Twilio's API, or a test server on this machine. */
  api: URL;
}

/** `https://…` of any other gateway: its URL, and after `#` the options of its requests. */
export interface WebGatewaySettings {
  driver: 'https';
  method: 'GET' | 'POST';
  /** URL with the placeholders `{to}`, `{text}`, `{id}` and `{seconds}`. */
  address: string;
  headers: Record<string, string>;
  /** Template of JSON or of a form; null if the URL contains all values. */
  body: { type: 'json' | 'form'; template: string } | null;
  /** The gateway does not send twice for the same Idempotency-Key. */
  canDeduplicate: boolean;
}

export type SmsSettings = { driver: 'file'; folder: string } | TwilioSettings | WebGatewaySettings;

const variable = 'SMS_URL';
const twilioForm = 'twilio://ACCOUNT_SID:AUTH_TOKEN@FROM';

/** Parses SMS_URL. If unset, SMS go to files in `defaultFolder`. Throws `ConfigError`. */
export function parseSmsUrl(text: string | undefined, defaultFolder: string): SmsSettings {
  if (text === undefined) return { driver: 'file', folder: defaultFolder };
  const folder = folderOf(text);
  if (folder !== null) return { driver: 'file', folder };
  if (text.startsWith('twilio:')) return parseTwilioUrl(text);
  if (/^https?:/.test(text)) return parseWebGatewayUrl(text);
  throw new ConfigError(variable, `it must begin with file:, twilio:// or https://.`);
}

function parseTwilioUrl(text: string): TwilioSettings {
  const url = gatewayUrl(variable, text, twilioForm);
  const options = gatewayOptions(variable, url.search, ['api']);
  const [account, token, from] = [url.username, url.password, url.hostname].map((part) => decodePart(variable, part));
  if (!account || !/^AC[0-9a-f]{32}$/.test(account))
    throw new ConfigError(variable, `the account before the colon is AC and 32 hexadecimal digits: ${twilioForm}.`);
  if (!token) throw new ConfigError(variable, `the auth token is missing: ${twilioForm}.`);
  if (!from || !isSender(from))
    throw new ConfigError(
      variable,
      `FROM must be a number such as +302105550100, a sender name of at most 11 letters and digits, or a messaging service (MG and 32 hexadecimal digits): ${twilioForm}.`,
    );
  return { driver: 'twilio', account, token, from, api: parseApi(options.get('api')) };
}

function isSender(from: string): boolean {
  return (
    /^\+[1-9]\d{6,14}$/.test(from) || /^MG[0-9a-f]{32}$/.test(from) || /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/.test(from)
  );
}

/** Parses the API's URL. Only this machine is allowed for tests: a typing mistake must not send the token elsewhere. */
function parseApi(text: string | null): URL {
  if (text === null) return new URL('https://api.twilio.com');
  if (!URL.canParse(text) || !isLoopbackHost(new URL(text).hostname))
    throw new ConfigError(variable, 'api is for tests and must be an address on this machine. Leave it out.');
  return new URL(text);
}

const webOptions = ['method', 'bearer', 'header', 'body', 'deduplicates'];
const placeholders = ['{to}', '{text}'];

function parseWebGatewayUrl(text: string): WebGatewaySettings {
  const [template = '', ...fragment] = text.split('#');
  const url = gatewayUrl(variable, template, 'https://sms.example.com/send');
  if (!isSafeUrl(url)) throw new ConfigError(variable, 'a gateway that is not on this machine needs https://.');
  const options = gatewayOptions(variable, fragment.join('#'), webOptions);
  const address = template.replace(/\/\/[^/?]*@/, '//');
  const hasPlaceholders = placeholders.every((placeholder) => address.includes(placeholder));
  const body = parseBody(options.get('body'), hasPlaceholders);
  const missing = placeholders.find((placeholder) => !`${address}${body?.template ?? ''}`.includes(placeholder));
  if (missing) throw new ConfigError(variable, `neither the address nor the body says where ${missing} goes.`);
  return {
    driver: 'https',
    method: parseMethod(options.get('method'), body !== null),
    address,
    headers: parseHeaders(url, options),
    body,
    canDeduplicate: parseFlag(options.get('deduplicates')),
  };
}

const defaultBody = '{"to":"{to}","text":"{text}","id":"{id}"}';

function parseBody(text: string | null, hasPlaceholders: boolean): WebGatewaySettings['body'] {
  if (text === null) return hasPlaceholders ? null : { type: 'json', template: defaultBody };
  if (!text.startsWith('{')) return { type: 'form', template: text };
  try {
    JSON.parse(text);
  } catch {
    throw new ConfigError(variable, `the body after # is not JSON, such as ${defaultBody}.`);
  }
  return { type: 'json', template: text };
}

function parseMethod(text: string | null, hasBody: boolean): 'GET' | 'POST' {
  const method = text?.toUpperCase() ?? (hasBody ? 'POST' : 'GET');
  if (method === 'POST' || (method === 'GET' && !hasBody)) return method;
  throw new ConfigError(variable, hasBody ? 'a request with a body is a POST.' : 'method is get or post.');
}

function parseHeaders(url: URL, options: URLSearchParams): Record<string, string> {
  const headers: Record<string, string> = {};
  if (url.username !== '') {
    const pair = `${decodePart(variable, url.username)}:${decodePart(variable, url.password)}`;
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  const bearer = options.get('bearer');
  if (bearer !== null) headers.authorization = `Bearer ${bearer}`;
  for (const line of options.getAll('header')) {
    const [, name, value] = /^([A-Za-z0-9-]+): ?([\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new ConfigError(variable, 'a header is written as header=Name:value, percent-encoded.');
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function parseFlag(text: string | null): boolean {
  if (text === null || text === 'no') return false;
  if (text === 'yes') return true;
  throw new ConfigError(variable, 'deduplicates is yes or no.');
}
