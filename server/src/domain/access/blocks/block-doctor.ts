import { type BlockState, limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Random } from '../../../platform/ids/random.ts';
import { record } from '../../audit/record/record.ts';
import { linkScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { DbContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { showDoctor } from '../doctor-columns.ts';
import { showDoctorState } from '../links/describe-link.ts';
import { lockPhone, supersedeCodes } from '../store.ts';
import { type BlockLink, findBlockLink, insertBlock } from './store.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Creates the secret of a block link: 12 letters, 68 bits. Guesses fall under the limits of consent links. It has no
 * digits, so the code is the only number in the message. It is short, so the doctor's name has room.
 */
export function newBlockToken(random: Random): string {
  return Array.from({ length: limits.blockTokenLetters }, () => alphabet.charAt(random.int(alphabet.length))).join('');
}

/**
 * Describes the doctor of a block link and whether they are blocked. Changes nothing: a message scanner may open the
 * link. Throws `link_invalid` for an unknown or expired link.
 */
export async function describeBlockLink(context: DbContext, token: string): Promise<BlockState> {
  return await context.db.within(linkScope(token), async (tx) => {
    const link = await getBlockLink(tx);
    const { gender } = link;
    return {
      doctor: {
        ...showDoctor(link),
        ...(gender ? { gender } : {}),
        standing: showDoctorState(link.doctorState),
      },
      requestedAt: link.requestedAt.toISOString(),
      language: link.language,
      days: limits.blockDays,
      blockedUntil: link.endsAt?.toISOString() ?? null,
    };
  });
}

/**
 * Supersedes the doctor's open codes for the number and ignores the doctor's next ones for 90 days. The doctor gets no
 * notice, and existing grants stay. Repeatable: an active block stays unchanged. Throws `link_invalid` for an unknown
 * or expired link.
 */
export async function blockDoctor(
  context: DbContext,
  request: RequestContext,
  token: string,
): Promise<{ blockedUntil: string }> {
  return await context.db.within(linkScope(token), async (tx) => {
    const { doctorId, phoneIndex } = await getBlockLink(tx);
    // Requests take the same lock, so a code is sent before the block or not at all.
    await lockPhone(tx, phoneIndex, doctorId);
    const link = await getBlockLink(tx);
    if (link.endsAt !== null) return { blockedUntil: link.endsAt.toISOString() };
    await supersedeCodes(tx, doctorId, phoneIndex);
    const endsAt = await insertBlock(tx, link, limits.blockDays);
    await record(tx, {
      event: 'doctor_blocked',
      actor: { kind: 'patient' },
      requestId: request.requestId,
      addressBlock: request.addressBlock,
      object: { kind: 'doctor', id: doctorId },
      details: { days: limits.blockDays },
    });
    return { blockedUntil: endsAt.toISOString() };
  });
}

async function getBlockLink(tx: Reader): Promise<BlockLink> {
  const link = await findBlockLink(tx);
  if (link === null) throw new Fault('link_invalid');
  return link;
}
