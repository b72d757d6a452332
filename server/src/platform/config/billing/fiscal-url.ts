import { join } from 'node:path';
import { ConfigError } from '../config-error.ts';
import { decodePart, folderOf, gatewayOptions, gatewayUrl, isSafeUrl } from '../gateway-options.ts';

/** The ERP interface of the Greek tax authority. `origin` ends without a slash; its calls' names follow. */
export interface MyDataSettings {
  driver: 'mydata';
  environment: 'dev' | 'prod';
  origin: string;
  user: string;
  key: string;
}

export type FiscalSettings = { driver: 'file'; folder: string } | MyDataSettings;

const variable = 'FISCAL_URL';
const form = 'mydata://USER:KEY@prod';
/** As the authority's manual of the interface gives them. */
const origins = { dev: 'https://mydataapidev.aade.gr', prod: 'https://mydatapi.aade.gr/myDATA' } as const;

/**
 * Parses FISCAL_URL. Unset: documents are written to `outbox`/fiscal. Documents of a portal on loopback are no invoices
 * and never reach the authority's books. Throws `ConfigError`, also for a certified provider, which is not built.
 */
export function parseFiscalUrl(
  text: string | undefined,
  outbox: string,
  posture: 'evaluation' | 'production',
): FiscalSettings {
  if (text === undefined) return { driver: 'file', folder: join(outbox, 'fiscal') };
  const folder = folderOf(text);
  if (folder !== null) return { driver: 'file', folder };
  if (text.startsWith('fiscal+https://'))
    throw new ConfigError(
      variable,
      `this version cannot send documents through a certified provider. Use ${form}, or unset it and send them yourself.`,
    );
  if (!text.startsWith('mydata://')) throw new ConfigError(variable, `it must begin with file: or mydata://.`);
  return parseMyData(text, posture);
}

function parseMyData(text: string, posture: 'evaluation' | 'production'): MyDataSettings {
  const url = gatewayUrl(variable, text, form);
  const options = gatewayOptions(variable, url.search, ['api']);
  const environment = url.host;
  if (environment !== 'dev' && environment !== 'prod')
    throw new ConfigError(variable, `it names the authority's dev or prod: ${form}.`);
  if (url.username === '' || url.password === '')
    throw new ConfigError(variable, `the authority gives a user name and a key: ${form}.`);
  if (environment === 'prod' && posture === 'evaluation')
    throw new ConfigError(
      variable,
      'a portal on http://localhost issues no invoices. Use dev, or an https PUBLIC_URL.',
    );
  return {
    ...{ driver: 'mydata', environment, origin: readOrigin(options.get('api')) ?? origins[environment] },
    ...{ user: decodePart(variable, url.username), key: decodePart(variable, url.password) },
  };
}

/** Another address than the authority's, such as a stand-in on this machine. */
function readOrigin(api: string | null): string | null {
  if (api === null) return null;
  if (!URL.canParse(api) || !isSafeUrl(new URL(api)))
    throw new ConfigError(variable, 'api is an https address, or one of this machine.');
  return api.replace(/\/+$/, '');
}
