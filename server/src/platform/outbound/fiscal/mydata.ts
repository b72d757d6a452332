import type { MyDataSettings } from '../../config/billing/fiscal-url.ts';
import { GatewayError } from '../gateway-error.ts';
import { failureOf, sendRequest } from '../send-request.ts';
import type { FiscalAnswer, FiscalGateway, FiscalMark, KnownDocument, ReportedDocument } from './fiscal-gateway.ts';
import { findElements, parseXml, textOf, type XmlElement } from './parse-xml.ts';

/** A page of documents of a day: some 3 KB each. */
const maxAnswerBytes = 8 * 1024 * 1024;
/** Pages that are read of one day. */
const maxPages = 100;
/** The authority has a document with this UID already. */
const duplicate = '228';

/**
 * Opens the ERP interface of the Greek tax authority (myDATA REST API, schema 2.0.1): `SendInvoices`, `CancelInvoice`
 * and `RequestTransmittedDocs`, with user and key in each request's headers.
 */
export function openMyData(settings: MyDataSettings): FiscalGateway {
  const call = createCall(settings);
  const find: FiscalGateway['find'] = async (document, signal) => {
    const { issuedOn } = document;
    for await (const page of readDays(call, { from: issuedOn, to: issuedOn }, signal)) {
      const known = findElements(page, 'invoice').find((invoice) => isSame(invoice, document));
      if (known !== undefined) return readMark(known);
    }
    return null;
  };
  return {
    driver: 'mydata',
    find,
    send: async (document, xml, signal) => {
      const answer = readAnswer(await call('POST', 'SendInvoices', {}, xml, signal), readMark);
      if (answer.state !== 'refused' || answer.code !== duplicate) return answer;
      const known = await find(document, signal);
      if (known === null) throw new GatewayError('unknown', 'duplicate');
      return { state: 'accepted', value: known };
    },
    cancel: async (mark, signal) =>
      readAnswer(await call('POST', 'CancelInvoice', { mark }, null, signal), (response) =>
        readText(response, 'cancellationMark'),
      ),
    findCancellation: async (mark, issuedOn, signal) => {
      for await (const page of readDays(call, { from: issuedOn, to: issuedOn }, signal)) {
        const known = findElements(page, 'cancelledInvoice').find((each) => textOf(each, 'invoiceMark') === mark);
        if (known !== undefined) return readText(known, 'cancellationMark');
      }
      return null;
    },
    list: async function* (days, signal) {
      for await (const page of readDays(call, days, signal)) yield findElements(page, 'invoice').map(readKnown);
    },
    probe: async (signal) => {
      // a mark above all others: the answer is empty
      await call('GET', 'RequestTransmittedDocs', { mark: '999999999999999' }, null, signal);
      return { where: new URL(settings.origin).host };
    },
  };
}

type Call = ReturnType<typeof createCall>;

function createCall({ origin, user, key }: MyDataSettings) {
  return async (
    method: 'GET' | 'POST',
    name: string,
    query: Record<string, string>,
    body: string | null,
    signal: AbortSignal,
  ): Promise<XmlElement> => {
    const url = new URL(`${origin}/${name}`);
    url.search = new URLSearchParams(query).toString();
    const headers = {
      ...{ 'aade-user-id': user, 'ocp-apim-subscription-key': key },
      ...(body === null ? {} : { 'content-type': 'application/xml; charset=utf-8' }),
    };
    const { status, text } = await sendRequest(
      { method, url, headers, body, maxResponseBytes: maxAnswerBytes },
      signal,
    );
    const failure = failureOf(status);
    // a 4xx here is about the call and not about the document
    if (failure !== null) throw failure.verdict === 'refused' ? new GatewayError('not-sent', failure.code) : failure;
    return parseXml(text);
  };
}

/** Reads what the authority knows of days, page after page. Throws if there are more pages than it reads. */
async function* readDays(
  call: Call,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): AsyncGenerator<XmlElement> {
  const days = { dateFrom: formatDate(from), dateTo: formatDate(to) };
  let token: Record<string, string> = {};
  for (let page = 0; page < maxPages; page += 1) {
    const query = { mark: '0', ...days, ...token };
    const answer = await call('GET', 'RequestTransmittedDocs', query, null, signal);
    yield answer;
    const [nextPartitionKey, nextRowKey] = [textOf(answer, 'nextPartitionKey'), textOf(answer, 'nextRowKey')];
    if (nextPartitionKey === null || nextRowKey === null) return;
    token = { nextPartitionKey, nextRowKey };
  }
  throw new GatewayError('unknown', 'too_many_pages');
}

const formatDate = (day: string) => day.split('-').reverse().join('/');

function readKnown(invoice: XmlElement): KnownDocument {
  return {
    mark: readText(invoice, 'mark'),
    uid: textOf(invoice, 'uid'),
    series: textOf(invoice, 'series') ?? '',
    number: textOf(invoice, 'aa') ?? '',
    type: textOf(invoice, 'invoiceType') ?? '',
    issuedOn: readText(invoice, 'issueDate').slice(0, 10),
    grossCents: Math.round(Number(textOf(invoice, 'totalGrossValue') ?? 0) * 100),
  };
}

function isSame(invoice: XmlElement, { uid, series, number, type, issuedOn }: ReportedDocument): boolean {
  if (textOf(invoice, 'uid') === uid) return true;
  return (
    textOf(invoice, 'series') === series &&
    textOf(invoice, 'aa') === String(number) &&
    textOf(invoice, 'invoiceType') === type &&
    textOf(invoice, 'issueDate')?.slice(0, 10) === issuedOn
  );
}

/** Reads a mark from an answer (`invoiceMark`, `qrUrl`) or from a known document (`mark`, `qrCodeUrl`). */
function readMark(element: XmlElement): FiscalMark {
  const mark = textOf(element, 'invoiceMark') ?? readText(element, 'mark');
  const qrUrl = textOf(element, 'qrUrl') ?? textOf(element, 'qrCodeUrl');
  return { mark, authCode: textOf(element, 'authenticationCode'), qrUrl: isWebAddress(qrUrl) ? qrUrl : null };
}

function isWebAddress(text: string | null): boolean {
  return text !== null && URL.canParse(text) && new URL(text).protocol === 'https:';
}

function readText(element: XmlElement, name: string): string {
  const text = textOf(element, name);
  if (text === null) throw new GatewayError('unknown', 'unreadable_answer');
  return text;
}

/** Reads the answer to a call about one document. Errors inside the authority are `unknown`. */
function readAnswer<Value>(answer: XmlElement, readValue: (response: XmlElement) => Value): FiscalAnswer<Value> {
  const [response] = findElements(answer, 'response');
  if (response === undefined) throw new GatewayError('unknown', 'unreadable_answer');
  const status = textOf(response, 'statusCode');
  if (status === 'Success') return { state: 'accepted', value: readValue(response) };
  const code = findElements(response, 'code')[0]?.text.trim() ?? '';
  if (status === 'ValidationError' || status === 'XMLSyntaxError')
    return { state: 'refused', code: /^\w{1,20}$/.test(code) ? code : 'without_code' };
  throw new GatewayError('unknown', 'authority_failed');
}
