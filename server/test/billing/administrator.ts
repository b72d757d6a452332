import type { AdminPrincipal, RequestContext } from '../../src/domain/authorization/principal.ts';
import { mint } from '../../src/domain/authorization/scope.ts';
import { creditInvoice } from '../../src/domain/billing/invoices/credit-invoice.ts';
import { reissueInvoice } from '../../src/domain/billing/invoices/reissue-invoice.ts';
import { type ManualPayment, recordPayment } from '../../src/domain/billing/payments/record-payment.ts';
import { undoPayment } from '../../src/domain/billing/payments/undo-payment.ts';
import { useCredit } from '../../src/domain/billing/payments/use-credit.ts';
import { writeOff } from '../../src/domain/billing/payments/write-off.ts';
import type { TestApp } from '../harness/start-test-app.ts';

/** Opens the acts of billing to a test, as the administrator who signed in last. */
export async function openBillingActs({ app, superuser }: Pick<TestApp, 'app' | 'superuser'>) {
  const { rows } = await superuser.query<{ sessionId: string; userId: string }>(
    `SELECT id AS "sessionId", user_id AS "userId" FROM sessions WHERE role = 'admin' AND revoked_at IS NULL ORDER BY created_at DESC LIMIT 1`,
  );
  const [session] = rows;
  if (session === undefined) throw new Error('No administrator is signed in.');
  const principal: AdminPrincipal = {
    ...{ kind: 'admin', ...session, email: '', language: 'el', mustChangePassword: false, factorSetup: null },
    ...{ passwordAgeSeconds: 0, expiresAt: new Date(0) },
  };
  const request: RequestContext<AdminPrincipal> = {
    ...{ principal, requestId: 'test', isBackground: false, addressBlock: '', userAgent: undefined },
    ...{ countedBlock: null, idempotency: null, bindsSession: false },
  };
  const scope = mint.admin(principal);
  return {
    pay: (payment: ManualPayment) => recordPayment(app.context, scope, request, payment),
    undo: (id: string) => undoPayment(app.context, scope, request, id, 'a mistake'),
    credit: (id: string, cents: number) => creditInvoice(app.context, scope, request, id, { cents, reason: 'less' }),
    reissue: (id: string) => reissueInvoice(app.context, scope, request, id, 'wrong buyer'),
    useCredit: (userId: string, dueId: string) => useCredit(app.context, scope, request, userId, dueId),
    writeOff: (invoiceId: string, cents: number) =>
      writeOff(app.context, scope, request, { invoiceId, cents, reason: 'fees' }),
  };
}
