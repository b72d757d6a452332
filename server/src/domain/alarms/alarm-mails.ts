import { type AlarmKind, type Language, languageTable, screens } from '@medcloud/contract';
import { serverTranslator } from '@medcloud/text/node';
import type { AppContext } from '../core/context.ts';
import { joinParagraphs, type MailText } from '../messages/mail-texts.ts';
import { type AccountMailKind, alarmRules } from './rules.ts';
import type { MailedAlarm } from './store.ts';

type MailSettings = Pick<AppContext['settings'], 'publicUrl' | 'timeZone' | 'operator'>;

const maxLines = 20;

/** Writes the mail to an administrator about alarms of one kind, newest first: what happened, where, what to do. */
export function writeAdministratorMail(
  settings: MailSettings,
  language: Language,
  kind: AlarmKind,
  alarms: readonly MailedAlarm[],
): MailText {
  const t = serverTranslator('alarms', language);
  const lines = alarms.toReversed().map((alarm) => `- ${describeAlarm(settings, language, alarm)}`);
  const more = lines.length - maxLines;
  const isHeld = alarms.some((alarm) => alarm.isHeld);
  return {
    subject: t('mail.subject', { title: t(`titles.${kind}`) }),
    text: joinParagraphs(
      t('mail.greeting'),
      t(`texts.${kind}`),
      lines.slice(0, maxLines).join('\n'),
      more > 0 ? t('mail.more', { count: more }) : null,
      isHeld ? t('heldText') : null,
      t(`advice.${kind}`),
      t('mail.open', { url: new URL(screens.adminDashboard, settings.publicUrl).href }),
    ),
  };
}

/** Writes the mail to the account that an alarm is about. */
export function writeAccountMail(settings: MailSettings, kind: AccountMailKind, alarm: MailedAlarm): MailText {
  const language = alarm.language ?? 'en';
  const t = serverTranslator('alarms', language);
  const contact = settings.operator.email ?? null;
  // about a center's patients or files, not about what its account did
  const isOfOthers = alarmRules[kind].subject === 'center';
  const subject = isOfOthers ? t('mail.subject', { title: t(`titles.${kind}`) }) : t('mail.accountSubject');
  return {
    subject: alarm.isHeld ? t('mail.heldSubject') : subject,
    text: joinParagraphs(
      greet(language, alarm),
      t(`account.${kind}`),
      describeAlarm(settings, language, { ...alarm, email: null, name: null }),
      alarm.isHeld ? t('mail.held') : null,
      isOfOthers ? null : t('mail.notYou', { url: new URL(screens.forgotPassword, settings.publicUrl).href }),
      contact && t('mail.contact', { contact }),
    ),
  };
}

/** Writes the mail to an account that an administrator released. `doctor` is the last name. */
export function writeReleaseMail(
  language: Language,
  { center, doctor, url }: { center: string | null; doctor: string | null; url: string },
): MailText {
  const t = serverTranslator('alarms', language);
  const role = doctor === null ? 'medical_center' : 'doctor';
  return {
    subject: t('mail.releasedSubject'),
    text: joinParagraphs(greet(language, { role, name: center ?? doctor }), t('mail.released', { url })),
  };
}

function greet(language: Language, { role, name }: Pick<MailedAlarm, 'role' | 'name'>): string {
  const t = serverTranslator('server/messages.mail', language);
  if (name === null) return t('greeting');
  return role === 'doctor' ? t('greetingDoctor', { name }) : t('greetingName', { name });
}

/** One line: time, account, network, browser, what was counted. */
function describeAlarm({ timeZone }: MailSettings, language: Language, alarm: MailedAlarm): string {
  const t = serverTranslator('alarms', language);
  const { raisedAt, name, email, network, browser, system, count } = alarm;
  const time = new Intl.DateTimeFormat(languageTable[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(raisedAt);
  const device = [browser, system].filter((part) => part !== null).join(', ');
  const parts = [
    time,
    name !== null && email !== null ? `${name} (${email})` : (name ?? email),
    network === null ? null : t('network', { network }),
    device === '' ? null : device,
    count === null || count === 1 ? null : t('counted', { count }),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
