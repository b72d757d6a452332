import { vatPrefix } from '@medcloud/contract/vat-number';
import * as z from 'zod';
import { GatewayError } from '../gateway-error.ts';
import { failureOf, sendRequest } from '../send-request.ts';

/** A VAT number without its prefix, of a country (ISO 3166) of the EU. */
export interface VatNumber {
  country: string;
  number: string;
}

export interface VatAnswer {
  state: 'valid' | 'invalid';
  /** The consultation number, which proves the check; null if VIES gave none. */
  proof: string | null;
}

/** Asks whether a VAT number is valid today. `asker`: whose number gets the consultation number; null: none is wanted. */
export type CheckVatNumber = (vat: VatNumber, asker: VatNumber | null, signal: AbortSignal) => Promise<VatAnswer>;

const maxAnswerBytes = 16_384;
const answerShape = z.object({ valid: z.boolean(), vatNumber: z.string(), requestIdentifier: z.string().nullish() });
const failureShape = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) });
const askerFailure = 'INVALID_REQUESTER_INFO';

/**
 * Opens the Commission's VIES REST service (`POST check-vat-number`). Sends the two numbers and nothing else; names and
 * addresses in the answer are not read. Throws `GatewayError` if VIES or a member state does not answer: whether the
 * number is valid is then not known. An asker that VIES does not know is left out, and the check has no proof.
 */
export function openVies(address: string): CheckVatNumber {
  const url = new URL(`${address}/check-vat-number`);
  return async function check(vat, asker, signal): Promise<VatAnswer> {
    const body = JSON.stringify({
      countryCode: vatPrefix(vat.country),
      vatNumber: vat.number,
      ...(asker ? { requesterMemberStateCode: vatPrefix(asker.country), requesterNumber: asker.number } : {}),
    });
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const request = { method: 'POST', url, headers, body, maxResponseBytes: maxAnswerBytes } as const;
    const { status, text } = await sendRequest(request, signal);
    const json = parseJson(text);
    const failure = failureShape.safeParse(json).data?.errorWrappers[0]?.error;
    if (failure === askerFailure && asker !== null) return await check(vat, null, signal);
    if (failure === 'INVALID_INPUT') return { state: 'invalid', proof: null };
    if (failure !== undefined) throw new GatewayError('not-sent', codeOf(failure));
    const refused = failureOf(status);
    if (refused !== null) throw refused;
    const answer = answerShape.safeParse(json).data;
    // an answer about another number, such as a cache's, proves nothing
    if (answer === undefined || answer.vatNumber !== vat.number) throw new GatewayError('unknown', 'unreadable_answer');
    return { state: answer.valid ? 'valid' : 'invalid', proof: readProof(answer.requestIdentifier) };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const codeOf = (failure: string) => (/^[A-Z_]{1,60}$/.test(failure) ? failure.toLowerCase() : 'authority_failed');

const readProof = (text: string | null | undefined) => (text && /^[\w-]{1,100}$/.test(text) ? text : null);
