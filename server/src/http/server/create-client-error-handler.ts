import type { Socket } from 'node:net';
import { Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
import type { Random } from '../../platform/ids/random.ts';
import { describeProblem } from './problem.ts';

/** Maps errors of Node's HTTP parser to faults. All others, including an unknown method, are malformed HTTP. */
function faultOf(code: string | undefined): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') return new Fault('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Fault('too_slow', { reason: issueCode('request_too_slow') });
  return new Fault('malformed');
}

/**
 * Responds to input that Node's parser rejects, in the format of every other failure, and closes the connection. There
 * is no request object yet, so the response is written directly to the socket (RFC 9112 2.2).
 */
export function createClientErrorHandler(
  securityHeaders: Record<string, string>,
  random: Random,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const fault = faultOf(error.code);
    const { status, headers, problem } = describeProblem(fault, random.bytes(9).toString('base64url'));
    const body = JSON.stringify(problem);
    const lines = Object.entries({
      ...securityHeaders,
      ...headers,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${String(problem.title)}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
  };
}
