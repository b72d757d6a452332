import type { FiscalAnswer, FiscalGateway, FiscalMark } from '../../../platform/outbound/fiscal/fiscal-gateway.ts';
import { GatewayError } from '../../../platform/outbound/gateway-error.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { Tx } from '../../database.ts';
import { buildDocumentXml, type DocumentReport } from './build-document-xml.ts';
import { cancelDocument } from './cancel-document.ts';
import type { ReportContext } from './context.ts';
import { enqueueReport } from './create-fiscal-document.ts';
import { describeReport } from './describe-report.ts';
import type { FiscalRow } from './reads.ts';
import { recordAccepted, recordRefused } from './record-answer.ts';
import { lockFiscal, moveFiscal } from './store.ts';

const timeoutMs = 60_000;
const minuteMs = 60_000;
const maxWaitMs = 6 * 3_600_000;

/** Milliseconds before the next attempt: from a minute, doubled each time, to six hours. */
export const waitAfter = (tries: number) => Math.min(minuteMs * 2 ** Math.max(tries - 1, 0), maxWaitMs);

/**
 * Reports a document, or cancels one that is being voided. The attempt is stored before the call, so after a crash or a
 * lost answer the authority is asked for the document first: it gets each once. Never throws for what the authority
 * answers; the next attempt is enqueued with the result.
 */
export async function reportDocument(
  ports: { context: ReportContext; gateway: FiscalGateway },
  invoiceId: string,
  signal: AbortSignal,
): Promise<void> {
  const { context, gateway } = ports;
  const started = await context.db.within(systemScope('billing'), (tx) => startReport(tx, invoiceId));
  if (started === null) return;
  if (started.fiscal.state === 'cancelling') return await cancelDocument(ports, started.fiscal, signal);
  context.reachFaultPoint('fiscal-begun');
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const end = await callGateway(gateway, started, limited);
  context.reachFaultPoint('fiscal-answered');
  await context.db.within(systemScope('billing'), (tx) => recordEnd(context, tx, started, end));
}

interface StartedReport {
  fiscal: FiscalRow;
  report: DocumentReport;
  /** The authority may have it already. */
  isRepeated: boolean;
  tries: number;
}

async function startReport(tx: Tx, invoiceId: string): Promise<StartedReport | null> {
  const fiscal = await lockFiscal(tx, invoiceId);
  if (fiscal === null) return null;
  const report = await describeReport(tx, fiscal);
  const started = { fiscal, report, isRepeated: fiscal.state !== 'waiting', tries: fiscal.tries + 1 };
  if (fiscal.state === 'cancelling') return started;
  return (await moveFiscal(tx, invoiceId, 'send', { tries: started.tries })) ? started : null;
}

async function callGateway(
  gateway: FiscalGateway,
  { report, isRepeated }: StartedReport,
  signal: AbortSignal,
): Promise<FiscalAnswer<FiscalMark> | GatewayError> {
  try {
    const known = isRepeated ? await gateway.find(report, signal) : null;
    if (known !== null) return { state: 'accepted', value: known };
    return await gateway.send(report, buildDocumentXml(report), signal);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

async function recordEnd(
  context: ReportContext,
  tx: Tx,
  { fiscal, tries, isRepeated }: StartedReport,
  end: FiscalAnswer<FiscalMark> | GatewayError,
): Promise<void> {
  if (!(end instanceof GatewayError)) {
    if (end.state === 'accepted') await recordAccepted(context, tx, fiscal, end.value);
    else await recordRefused(context, tx, fiscal, end.code);
    return;
  }
  const nextTryMs = waitAfter(tries);
  // a call that certainly did not arrive leaves an earlier one's end as unknown as it was
  const act = end.verdict === 'not-sent' && !isRepeated ? 'postpone' : 'lose';
  if (!(await moveFiscal(tx, fiscal.invoiceId, act, { errorCode: end.code, nextTryMs }))) return;
  await enqueueReport(context, tx, fiscal.invoiceId, new Date(context.clock.now().getTime() + nextTryMs));
}
