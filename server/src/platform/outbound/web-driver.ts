import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import type { WebGatewaySettings } from '../config/config.ts';
import { causeCode, GatewayError } from './gateway-error.ts';
import type { Dispatch, Driver, Sms } from './gateways.ts';
import { failureOf, sendRequest } from './send-request.ts';

/** Sends SMS by one HTTP request per message to the gateway that SMS_URL describes. */
export function webSms(settings: WebGatewaySettings): Driver<Sms> {
  return {
    send: async (sms, dispatch) => {
      const values = valuesOf(sms, dispatch);
      const { status } = await sendRequest(
        {
          method: settings.method,
          url: new URL(fillTemplate(settings.address, values, encodeURIComponent)),
          headers: { ...typeOf(settings.body), ...settings.headers, 'idempotency-key': dispatch.id },
          body: fillBody(settings.body, values),
        },
        dispatch.signal,
      );
      const failure = failureOf(status);
      if (failure) throw failure;
    },
    // Every request would send a message, so the probe only connects.
    probe: async (signal) => {
      const { host } = await probeConnection(new URL(fillTemplate(settings.address, {}, encodeURIComponent)), signal);
      return { driver: 'https', where: host, canDeliver: true };
    },
    canDeduplicate: settings.canDeduplicate,
  };
}

function valuesOf({ to, text }: Sms, { id, validSeconds }: Dispatch): Record<string, string> {
  return { to, text, id, seconds: String(validSeconds) };
}

function fillTemplate(template: string, values: Record<string, string>, encode: (value: string) => string): string {
  return template.replace(/\{(to|text|id|seconds)\}/g, (_, name: string) => encode(values[name] ?? ''));
}

function typeOf(body: WebGatewaySettings['body']): Record<string, string> {
  if (body === null) return {};
  return {
    'content-type': body.type === 'json' ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded',
  };
}

function fillBody(body: WebGatewaySettings['body'], values: Record<string, string>): string | null {
  if (body === null) return null;
  // The placeholder is inside a JSON string, so remove the quotes that JSON.stringify adds.
  return fillTemplate(
    body.template,
    values,
    body.type === 'json' ? (value) => JSON.stringify(value).slice(1, -1) : encodeURIComponent,
  );
}

function probeConnection(url: URL, signal: AbortSignal): Promise<{ host: string }> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const port = Number(url.port) || (isSecure ? 443 : 80);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket: Socket = isSecure ? connectSecure({ host, port, servername: host }) : connectPlain({ host, port });
    const abort = () => socket.destroy(new Error('The probe timed out.'));
    signal.addEventListener('abort', abort, { once: true });
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      socket.destroy();
      resolve({ host: url.host });
    });
    socket.once('error', (error) => {
      reject(new GatewayError('not-sent', signal.aborted ? 'timeout' : causeCode(error), { cause: error }));
    });
    socket.once('close', () => signal.removeEventListener('abort', abort));
  });
}
