import { screens } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import type { CenterRole } from '@medcloud/contract/permissions';
import { serverTranslator } from '@medcloud/text/node';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { enqueueMail } from '../../messages/enqueue-message.ts';
import { joinParagraphs, type MailText } from '../../messages/mail-texts.ts';
import { invitationDays } from './store.ts';

export type MailContext = Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>;

/** A member as the mails name it. */
export interface MailedMember {
  email: string;
  language: Language;
  displayName: string;
}

const dayMs = 86_400_000;

/** Mails an invitation. Its link is the only place where the token is. */
export async function mailInvitation(
  context: MailContext,
  tx: Tx,
  member: MailedMember & { roles: readonly CenterRole[] },
  { center, token }: { center: string; token: string },
): Promise<void> {
  const t = serverTranslator('server/team', member.language);
  const url = new URL(screens.invitation, context.settings.publicUrl);
  url.hash = token;
  const roles = member.roles.map((role) => t(`roles.${role}`)).join(', ');
  const mail = {
    subject: t('invitation.subject', { center }),
    text: joinParagraphs(
      t('greeting', { name: member.displayName }),
      t('invitation.text', { center, roles }),
      t('invitation.link', { days: invitationDays, url: url.href }),
      t('invitation.ignore'),
    ),
  };
  await enqueueMail(
    context,
    tx,
    { to: member.email, ...mail },
    { kind: 'invitation', validMs: invitationDays * dayMs },
  );
}

/** What happened to a membership. */
export type MemberChangeMail =
  | { kind: 'changed'; roles: readonly CenterRole[] }
  | { kind: 'suspended' | 'reinstated' | 'ended' };

/** Tells a member what somebody changed of the membership. */
export async function mailMember(
  context: MailContext,
  tx: Tx,
  member: MailedMember,
  center: string,
  change: MemberChangeMail,
): Promise<void> {
  await enqueueMail(
    context,
    tx,
    { to: member.email, ...writeChange(member, center, change) },
    { kind: 'membership', validMs: null },
  );
}

function writeChange({ language, displayName }: MailedMember, center: string, change: MemberChangeMail): MailText {
  const t = serverTranslator('server/team', language);
  const roles = change.kind === 'changed' ? change.roles.map((role) => t(`roles.${role}`)).join(', ') : '';
  return {
    subject: t(`${change.kind}.subject`, { center }),
    text: joinParagraphs(t('greeting', { name: displayName }), t(`${change.kind}.text`, { center, roles }), t('ask')),
  };
}

/** Tells a center, at its own address, who joined it. */
export async function mailCenter(
  context: MailContext,
  tx: Tx,
  { email, language }: { email: string; language: Language },
  joined: { center: string; name: string; address: string; browser: string },
): Promise<void> {
  const t = serverTranslator('server/team', language);
  const url = new URL(screens.centerTeam, context.settings.publicUrl).href;
  const mail = {
    subject: t('joined.subject', joined),
    text: joinParagraphs(t('greeting', { name: joined.center }), t('joined.text', joined), t('joined.team', { url })),
  };
  await enqueueMail(context, tx, { to: email, ...mail }, { kind: 'membership', validMs: null });
}
