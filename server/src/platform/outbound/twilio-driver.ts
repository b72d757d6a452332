import * as z from 'zod';
import type { TwilioSettings } from '../config/config.ts';
import { GatewayError } from './gateway-error.ts';
import type { Dispatch, Driver, Sms } from './gateways.ts';
import { failureOf, type OutboundRequest, type OutboundResponse, sendRequest } from './send-request.ts';

const maxValidSeconds = 36_000; // Twilio, error 90007: 1 to 36,000

/**
 * Sends SMS by Twilio's Messages resource, one POST per message. According to Twilio, creating one is not idempotent
 * (error 20500): the token in the request only helps its support. ValidityPeriod prevents late delivery from its queue.
 */
export function twilioSms(settings: TwilioSettings): Driver<Sms> {
  const account = new URL(`/2010-04-01/Accounts/${settings.account}`, settings.api).href;
  const authorization = `Basic ${Buffer.from(`${settings.account}:${settings.token}`).toString('base64')}`;
  return {
    send: async (sms, dispatch) => {
      const url = new URL(`${account}/Messages.json`);
      checkAccepted(
        await sendRequest(createMessageRequest(url, authorization, settings.from, sms, dispatch), dispatch.signal),
      );
    },
    probe: async (signal) => {
      const url = new URL(`${account}.json`);
      checkAccepted(await sendRequest({ method: 'GET', url, headers: { authorization }, body: null }, signal));
      return { driver: 'twilio', where: settings.api.host, canDeliver: true };
    },
    canDeduplicate: false,
  };
}

function createMessageRequest(
  url: URL,
  authorization: string,
  from: string,
  sms: Sms,
  dispatch: Dispatch,
): OutboundRequest {
  const form = new URLSearchParams({
    To: sms.to,
    [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
    Body: sms.text,
    ValidityPeriod: String(Math.min(maxValidSeconds, dispatch.validSeconds)),
  });
  return {
    method: 'POST',
    url,
    headers: {
      authorization,
      'content-type': 'application/x-www-form-urlencoded',
      'i-twilio-idempotency-token': dispatch.id,
    },
    body: form.toString(),
  };
}

const problem = z.object({ code: z.number().int() });

/**
 * Throws `GatewayError` unless accepted. 404: the account is wrong, which an operator corrects. Other 4xx: the message.
 */
function checkAccepted({ status, text }: OutboundResponse): void {
  const failure = failureOf(status);
  if (failure === null) return;
  const code = twilioCode(text) ?? failure.code;
  throw new GatewayError(status === 404 ? 'not-sent' : failure.verdict, code);
}

function twilioCode(text: string): string | null {
  try {
    return `twilio_${problem.parse(JSON.parse(text)).code}`;
  } catch {
    return null; // such as a proxy's page: the status is enough
  }
}
