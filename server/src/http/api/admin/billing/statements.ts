import { limits, routes } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
import { importStatement as importLines } from '../../../../domain/billing/bank/import-statement.ts';
import { readStatement } from '../../../../domain/billing/bank/read/read-statement.ts';
import { openColumnFinder } from '../../../../domain/billing/bank/save-columns.ts';
import type { AppContext } from '../../../../domain/core/context.ts';
import { streamHandler } from '../../../server/handler.ts';
import { drainRequest } from '../../../streams/drain-request.ts';
import { enforceMinRate } from '../../../streams/enforce-min-rate.ts';
import { readForm } from '../../../streams/read-form.ts';

/** A form's bytes besides the file: boundaries and headers. */
const formOverheadBytes = 65_536;

/** POST /api/admin/billing/statements. The file is parsed as it arrives; only its lines are kept. */
export const importStatement = streamHandler(
  routes.billingBank.importStatement,
  async ({ context, scope, request, httpRequest, reply }) => {
    const slow = new AbortController();
    const stopWatching = enforceMinRate(httpRequest.raw, () => slow.abort(new Fault('too_slow')));
    try {
      const declaredBytes = Number(httpRequest.headers['content-length'] ?? 0);
      if (declaredBytes > limits.statementBytes + formOverheadBytes)
        throw new Fault('too_large', { reason: issueCode('statement_too_large') });
      const iban = getIban(context);
      const find = await openColumnFinder(context, scope);
      const { file } = await readForm(httpRequest, ({ bytes }) => readStatement(bytes, iban, find), slow.signal);
      if (file === null) throw createFieldFault('file', issueCode('file_required'));
      const result = await importLines(context, scope, request, iban, file);
      return reply.status(201).send(routes.billingBank.importStatement.reply.parse(result));
    } catch (error) {
      drainRequest(httpRequest.raw);
      throw error;
    } finally {
      stopWatching();
    }
  },
);

/** The operator's account. Without BANK_IBAN every file is of another one. */
function getIban({ settings }: Pick<AppContext, 'settings'>): string {
  const { bank } = settings.billing;
  if (bank === null) throw new Fault('statement_other_account', { reason: issueCode('bank_account_missing') });
  return bank.iban;
}
