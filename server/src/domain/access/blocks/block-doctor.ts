import { type BlockState, limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../../platform/db/database.ts';
import type { Random } from '../../../platform/ids/random.ts';
import { record } from '../../audit/record/record.ts';
import { linkScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { showDoctor } from '../doctor-columns.ts';
import { showStanding } from '../links/describe-link.ts';
import { lockPhone, supersedeCodes } from '../store.ts';
import { type BlockLink, findBlockLink, insertBlock } from './store.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The secret of a code's link: 12 letters, 68 bits, guessed at the limits of consent links. No digits, so that the code is
 * the message's only number; short, so that the doctor's name has room.
 */
export function newBlockToken(random: Random): string {
  return Array.from({ length: limits.blockTokenLetters }, () => alphabet.charAt(random.int(alphabet.length))).join('');
}

/** Whom a code's link is about, and whether they are blocked. Changes nothing: a scanner of messages may open it. */
export async function describeBlockLink(context: AppContext, token: string): Promise<BlockState> {
  return await context.db.within(linkScope(token), async (tx) => {
    const link = await getBlockLink(tx);
    const { gender } = link;
    return {
      doctor: {
        ...showDoctor(link),
        ...(gender ? { gender } : {}),
        standing: showStanding(link.doctorState),
      },
      requestedAt: link.requestedAt.toISOString(),
      language: link.language,
      days: limits.blockDays,
      blockedUntil: link.endsAt?.toISOString() ?? null,
    };
  });
}

/**
 * Ends the doctor's codes to the number, and lets its next ones come to nothing for 90 days; the doctor is told nothing,
 * and what was granted stays. Repeatable: a block that stands stays as it is. Fails with `link_invalid` for a dead link.
 */
export async function blockDoctor(
  context: AppContext,
  request: RequestContext,
  token: string,
): Promise<{ blockedUntil: string }> {
  return await context.db.within(linkScope(token), async (tx) => {
    const { doctorId, phoneIndex } = await getBlockLink(tx);
    // behind the lock of a request: a code is sent before the block or not at all
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
