import { type Doctor, languages, type PendingDoctor } from '@medcloud/contract';
import type { AdminScope } from '../authorization/scope.ts';
import { type AppContext, today } from '../core/context.ts';
import { smsTexts } from '../messages/sms-texts.ts';
import { showDoctor } from './show.ts';
import { listPending } from './store.ts';

/** Lists doctors waiting for verification, oldest first, each with the SMS that will name the doctor to patients. */
export async function listPendingDoctors(
  context: Pick<AppContext, 'db' | 'clock' | 'settings'>,
  scope: AdminScope,
): Promise<PendingDoctor[]> {
  const rows = await context.db.within(scope, listPending);
  const url = `${new URL(context.settings.publicUrl).origin}/consent#…`;
  return rows.map((row) => {
    const doctor = showDoctor(row, today(context));
    const trialDays = row.firstApprovedAt === null ? context.settings.billing.trialDays : 0;
    return { ...doctor, sms: previewSms(doctor, url), trialDays };
  });
}

function previewSms({ firstName, lastName }: Doctor, url: string): PendingDoctor['sms'] {
  return languages.map((language) => ({
    language,
    text: smsTexts(language).consent({ doctor: `${firstName} ${lastName}`, url }),
  }));
}
