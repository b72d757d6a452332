import { screens } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { FactorResetRequest, Recognition } from '@medcloud/contract/shapes/account/factor-resets';
import { serverTranslator } from '@medcloud/text/node';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { isUuid, newId } from '../../../platform/ids/ids.ts';
import { randomToken } from '../../../platform/ids/random.ts';
import { formatWrittenTime } from '../../../platform/time/format-local-time.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { newResetScope } from '../../authorization/authorize.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { enqueueMail } from '../../messages/enqueue-message.ts';
import { joinParagraphs } from '../../messages/mail-texts.ts';
import type { SecurityMailContext } from '../send-security-mail.ts';
import {
  cancelOpenReset,
  confirmOpenReset,
  findResettableAccount,
  insertReset,
  type ResettableAccount,
} from './store.ts';

type ResetContext = SecurityMailContext & Pick<AppContext, 'db'>;
type AdminRequest = RequestContext<AdminPrincipal>;

/**
 * Asks for the removal of an account's lost second factor in 24 hours. Its owner is mailed a link that stops it. Of an
 * administrator's account another administrator confirms. A repeated call has no effect. Throws `own_account`, `not_found`, and
 * `invalid_state` for an account without a second factor.
 */
export async function askForReset(
  context: ResetContext,
  scope: AdminScope,
  request: AdminRequest,
  userId: string,
  { recognizedBy, reason }: FactorResetRequest,
): Promise<void> {
  const askedBy = request.principal.userId;
  if (userId === askedBy) throw new Fault('own_account');
  if (!isUuid(userId)) throw new Fault('not_found');
  const token = randomToken(context.random);
  const cancelHash = hashSecret(token);
  await context.db.within(newResetScope(scope, userId, cancelHash), async (tx) => {
    const account = await getAccount(tx, userId);
    if (account.openReset !== null) return;
    if (!account.hasFactor) throw new Fault('invalid_state');
    const needsConfirmation = account.role === 'admin';
    const effectiveAt = await insertReset(tx, {
      id: newId(context.clock, context.random),
      ...{ cancelHash, userId, askedBy, recognizedBy, reason, needsConfirmation },
    });
    if (effectiveAt === null) return; // asked for at the same moment
    await recordReset(tx, request, 'factor_reset_asked', userId, { recognizedBy });
    await mailOwner(context, tx, account, { recognizedBy, effectiveAt, token });
  });
}

/**
 * Confirms the request about an administrator's account, as another administrator. Throws `own_account` for who asked or whose
 * account it is, `not_found`, and `invalid_state` if nothing is to be confirmed.
 */
export async function confirmReset(
  context: ResetContext,
  scope: AdminScope,
  request: AdminRequest,
  userId: string,
): Promise<void> {
  const confirmedBy = request.principal.userId;
  await context.db.within(scope, async (tx) => {
    const { openReset } = await getAccount(tx, userId);
    if (openReset === null || !openReset.needsConfirmation) throw new Fault('invalid_state');
    if (openReset.askedBy === confirmedBy || userId === confirmedBy) throw new Fault('own_account');
    if (openReset.isConfirmed) return;
    if (!(await confirmOpenReset(tx, openReset.id, confirmedBy))) throw new Fault('invalid_state');
    await recordReset(tx, request, 'factor_reset_confirmed', userId, {});
  });
}

/** Cancels the request about an account. Throws `not_found`, and `invalid_state` without an open one. */
export async function cancelReset(
  context: ResetContext,
  scope: AdminScope,
  request: AdminRequest,
  userId: string,
): Promise<void> {
  await context.db.within(scope, async (tx) => {
    const { openReset } = await getAccount(tx, userId);
    if (openReset === null || !(await cancelOpenReset(tx, openReset.id))) throw new Fault('invalid_state');
    await recordReset(tx, request, 'factor_reset_cancelled', userId, {});
  });
}

async function getAccount(tx: Tx, userId: string): Promise<ResettableAccount> {
  const account = isUuid(userId) ? await findResettableAccount(tx, userId) : null;
  if (account === null) throw new Fault('not_found');
  return account;
}

async function recordReset(
  tx: Tx,
  request: AdminRequest,
  event: 'factor_reset_asked' | 'factor_reset_confirmed' | 'factor_reset_cancelled',
  id: string,
  details: { recognizedBy?: Recognition },
): Promise<void> {
  await record(tx, { event, ...toAuditFields(request), object: { kind: 'user', id }, details });
  await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
}

async function mailOwner(
  context: ResetContext,
  tx: Tx,
  { email, language, role }: ResettableAccount,
  { recognizedBy, effectiveAt, token }: { recognizedBy: Recognition; effectiveAt: Date; token: string },
): Promise<void> {
  const t = serverTranslator('server/recovery', language);
  const url = new URL(screens.resetFactors, context.settings.publicUrl);
  url.hash = token;
  const { operator, timeZone } = context.settings;
  const at = formatWrittenTime(effectiveAt.toISOString(), timeZone).slice(0, -3);
  const mail = {
    subject: t('asked.subject'),
    text: joinParagraphs(
      t(role === 'admin' ? 'asked.textAdmin' : 'asked.text', { at, how: recognizedBy }),
      t('asked.keep', { url: url.href }),
      t('asked.yours'),
      ...(operator.email === undefined ? [] : [t('contact', { contact: operator.email })]),
    ),
  };
  await enqueueMail(context, tx, { to: email, ...mail }, { kind: 'factor-reset', validMs: null });
}
