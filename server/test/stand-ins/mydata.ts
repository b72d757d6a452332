import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findElements, parseXml, textOf } from '../../src/platform/outbound/fiscal/parse-xml.ts';

/**
 * A stand-in for the ERP interface of the Greek tax authority, after the published shapes of schema 2.0.1. It is **not**
 * the authority: it proves that the portal's calls fit those shapes, and shows nothing of what the authority accepts.
 *
 * `faults` are taken by the next calls, one each: `refuse` answers a validation error, `fail` a 503, `break` a technical
 * error, `hang-up` closes the connection before, `lose` after the document was stored.
 */
export interface MyDataServer {
  origin: string;
  faults: ('refuse' | 'fail' | 'break' | 'hang-up' | 'lose')[];
  /** Documents with a mark, in their order. */
  documents: readonly StoredDocument[];
  /** Marks of cancelled documents. */
  cancelled: ReadonlySet<string>;
  /** The calls' names. */
  calls: readonly string[];
  close(): Promise<void>;
}

interface StoredDocument {
  uid: string;
  mark: string;
  series: string;
  number: string;
  type: string;
  day: string;
  xml: string;
}

export const myDataLogin = { user: 'medcloud', key: 'stand-in' };
const firstMark = 400_000_000_000_001;

export async function startMyDataServer(): Promise<MyDataServer> {
  const documents: StoredDocument[] = [];
  const cancelled = new Map<string, string>();
  const faults: MyDataServer['faults'] = [];
  const calls: string[] = [];
  let marks = 0;
  const nextMark = () => String(firstMark + marks++);

  const send = (text: string) => {
    const [invoice] = findElements(parseXml(text), 'invoice');
    const uid = invoice && textOf(invoice, 'uid');
    if (invoice === undefined || uid === null || uid === undefined) return rejection('101');
    if (documents.some((document) => document.uid === uid)) return rejection('228');
    const of = (name: string) => textOf(invoice, name) ?? '';
    const mark = nextMark();
    const named = { series: of('series'), number: of('aa'), type: of('invoiceType'), day: of('issueDate') };
    documents.push({ uid, mark, ...named, xml: text });
    return response(
      `<invoiceUid>${uid}</invoiceUid><invoiceMark>${mark}</invoiceMark>${qr('qrUrl', mark)}<statusCode>Success</statusCode>`,
    );
  };
  const cancel = (mark: string) => {
    if (!documents.some((document) => document.mark === mark)) return rejection('248');
    if (cancelled.has(mark)) return rejection('251');
    const own = nextMark();
    cancelled.set(mark, own);
    return response(`<cancellationMark>${own}</cancellationMark><statusCode>Success</statusCode>`);
  };
  const list = (days: URLSearchParams) => {
    const [from, to] = ['dateFrom', 'dateTo'].map((name) => days.get(name)?.split('/').reverse().join('-') ?? '');
    const isAsked = ({ day }: { day: string }) => (from ?? '') <= day && day <= (to ?? '');
    const invoices = documents
      .filter(isAsked)
      .map(({ xml, mark }) => withMark(xml, mark))
      .join('');
    const ends = [...cancelled].map(
      ([mark, own]) =>
        `<cancelledInvoice><invoiceMark>${mark}</invoiceMark><cancellationMark>${own}</cancellationMark><cancellationDate>2026-11-28</cancellationDate></cancelledInvoice>`,
    );
    return `<RequestedDoc xmlns="http://www.aade.gr/myDATA/invoice/v1.0" xmlns:icls="https://www.aade.gr/myDATA/incomeClassificaton/v1.0"><invoicesDoc>${invoices}</invoicesDoc><cancelledInvoicesDoc>${ends.join('')}</cancelledInvoicesDoc></RequestedDoc>`;
  };
  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const text = Buffer.concat(await request.toArray()).toString('utf8');
    if (
      request.headers['aade-user-id'] !== myDataLogin.user ||
      request.headers['ocp-apim-subscription-key'] !== myDataLogin.key
    )
      return void reply.writeHead(401).end();
    const name = url.pathname.slice(1);
    calls.push(name);
    const fault = name === 'RequestTransmittedDocs' ? undefined : faults.shift();
    if (fault === 'hang-up') return void request.socket.destroy();
    if (fault === 'fail') return void reply.writeHead(503).end();
    if (fault === 'refuse') return void reply.writeHead(200).end(rejection('203'));
    if (fault === 'break') return void reply.writeHead(200).end(response('<statusCode>TechnicalError</statusCode>'));
    const end =
      name === 'SendInvoices'
        ? send(text)
        : name === 'CancelInvoice'
          ? cancel(url.searchParams.get('mark') ?? '')
          : list(url.searchParams);
    if (fault === 'lose') return void request.socket.destroy();
    reply.writeHead(200, { 'content-type': 'application/xml' }).end(end);
  };
  const server = createServer((request, reply) => void answer(request, reply));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ faults, documents, calls },
    get cancelled() {
      return new Set(cancelled.keys());
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const qr = (name: string, mark: string) =>
  `<${name}>https://mydataapidev.aade.gr/TimologioQR/QRInfo?q=${mark}</${name}>`;

/** Wraps as the authority does: the answer is the text of one element. */
function response(content: string): string {
  const text = `<?xml version="1.0" encoding="utf-8"?><ResponseDoc><response><index>1</index>${content}</response></ResponseDoc>`;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<string xmlns="http://schemas.microsoft.com/2003/10/Serialization/">${escaped}</string>`;
}

const rejection = (code: string) =>
  response(
    `<errors><error><message>refused</message><code>${code}</code></error></errors><statusCode>ValidationError</statusCode>`,
  );

function withMark(xml: string, mark: string): string {
  const invoice = /<invoice>.*<\/invoice>/s.exec(xml)?.[0] ?? '';
  return invoice
    .replace('</uid>', `</uid><mark>${mark}</mark>`)
    .replace('</invoice>', `${qr('qrCodeUrl', mark)}</invoice>`);
}
