import type { NotificationKind } from '@medcloud/contract/choices';
import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';
import { joinParagraphs, type MailText } from './mail-texts.ts';

/** What a mail says of one kind: how many, and the screen that shows them. No patient is named. */
interface NotifiedItem {
  kind: NotificationKind;
  subjects: number;
  url: string;
}

interface NotifiedDoctor {
  firstName: string;
  lastName: string;
}

/** Writes what just happened. `choicesUrl`: where the doctor chooses which mails come. */
export function notificationMail(
  language: Language,
  doctor: NotifiedDoctor,
  item: NotifiedItem,
  choicesUrl: string,
): MailText {
  const t = serverTranslator('server/messages.mail', language);
  return writeMail(language, doctor, t(`notification.subject.${item.kind}`), [item], choicesUrl);
}

/** Writes what happened since the last digest. */
export function digestMail(
  language: Language,
  doctor: NotifiedDoctor,
  items: readonly NotifiedItem[],
  choicesUrl: string,
): MailText {
  const t = serverTranslator('server/messages.mail', language);
  return writeMail(language, doctor, t('notification.subject.digest'), items, choicesUrl);
}

function writeMail(
  language: Language,
  { firstName, lastName }: NotifiedDoctor,
  subject: string,
  items: readonly NotifiedItem[],
  choicesUrl: string,
): MailText {
  const t = serverTranslator('server/messages.mail', language);
  return {
    subject,
    text: joinParagraphs(
      t('greetingDoctor', { name: `${firstName} ${lastName}` }),
      ...items.map(({ kind, subjects, url }) => `${t(`notification.text.${kind}`, { count: subjects })}\n${url}`),
      t('notification.choose', { url: choicesUrl }),
    ),
  };
}
