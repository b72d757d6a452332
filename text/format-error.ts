import type { MessagesOf } from './catalogue.ts';
import type { Translator } from './translate.ts';

/** Codes in lower case, as Node, the database, the stores and the gateways give them, with the cause they mean. */
const causes = {
  econnreset: 'closed',
  econnaborted: 'closed',
  econnection: 'closed',
  epipe: 'closed',
  esocket: 'closed',
  err_stream_premature_close: 'closed',
  err_stream_destroyed: 'closed',
  err_stream_write_after_end: 'closed',
  und_err_socket: 'closed',
  aborterror: 'canceled',
  abort_err: 'canceled',
  interrupted: 'canceled',
  etimedout: 'timeout',
  timeout: 'timeout',
  timeouterror: 'timeout',
  err_http_request_timeout: 'timeout',
  und_err_connect_timeout: 'timeout',
  und_err_headers_timeout: 'timeout',
  econnrefused: 'refused',
  eai_again: 'unreachable',
  edns: 'unreachable',
  ehostunreach: 'unreachable',
  enetunreach: 'unreachable',
  enotfound: 'unreachable',
  eauth: 'signIn',
  http_401: 'signIn',
  smtp_535: 'signIn',
  twilio_20003: 'signIn',
  '28p01': 'signIn',
  edquot: 'full',
  enospc: 'full',
  no_space: 'full',
  eacces: 'permission',
  eperm: 'permission',
  erofs: 'permission',
  enoent: 'notFound',
  not_found: 'notFound',
  eio: 'storage',
  eisdir: 'storage',
  io: 'storage',
  corrupt: 'damaged',
  enomem: 'memory',
  err_worker_out_of_memory: 'memory',
  'sms-budget-spent': 'limit',
  '?': 'unexpected',
  error: 'unexpected',
  unknown: 'unexpected',
} as const satisfies Record<string, keyof MessagesOf<'health'>['errors']>;

const isKnown = (code: string): code is keyof typeof causes => Object.hasOwn(causes, code);

const databaseCode = /^(?:\d[0-9A-Z]{4}|(?:XX|HV|P0|F0)[0-9A-Z]{3})$/;
const gatewayCode = /^(http|smtp|twilio)_(\d{3,6})$/;
const gateways = { http: 'web', smtp: 'mailServer', twilio: 'smsGateway' } as const;
const isGateway = (name: string | undefined): name is keyof typeof gateways => name !== undefined && name in gateways;

/**
 * Describes an error that is given as its name and code (`Error ERR_STREAM_PREMATURE_CLOSE`), as part of a sentence. An
 * unknown error stays as it is.
 */
export function formatError(t: Translator<'health'>, error: string): string {
  const code = error.split(' ').at(-1) ?? error;
  const lowerCode = code.toLowerCase();
  if (isKnown(lowerCode)) return t(`errors.${causes[lowerCode]}`);
  if (databaseCode.test(code)) return t('errors.database', { code });
  const [, gateway, number = ''] = gatewayCode.exec(lowerCode) ?? [];
  return isGateway(gateway) ? t(`errors.${gateways[gateway]}`, { code: number }) : error;
}
