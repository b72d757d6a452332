import type { Language, SupportRole } from '@medcloud/contract';

interface MailText {
  subject: string;
  text: string;
}

/** A message in the mail to the operator. */
interface ReceivedMessage {
  reference: string;
  name: string;
  email: string;
  role: SupportRole | null;
  subject?: string;
  topic?: string;
  message: string;
  isUrgent: boolean;
  url: string;
}

/** A reply in the mail to the sender. */
interface ReplyMessage {
  reference: string;
  name: string;
  text: string;
  operator: string | null;
  url: string;
}

/**
 * Mails of the inbox. A sender's text is only in the body, never in a header (security 2, row 36): subjects contain the
 * reference and our own words. The operator's mail is in English, the reply in the language of the sender's page.
 */
export const supportMail = {
  received({ reference, isUrgent, url, ...message }: ReceivedMessage): MailText {
    const facts = [
      ['From', `${message.name} <${message.email}>`],
      ['Role', message.role],
      ['Topic', message.topic],
      ['Subject', message.subject],
    ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
    return {
      subject: `${isUrgent ? 'URGENT: ' : ''}MedCloud support message ${reference}`,
      text: `${facts.join('\n')}\n\n${message.message}\n\n--\nAnswer in the portal's inbox, so that the answer is kept with the message:\n${url}\n`,
    };
  },
  answered: {
    en: ({ reference, name, text, operator, url }: ReplyMessage): MailText => ({
      subject: `Our answer to your message ${reference}`,
      text: `Dear ${name},\n\n${text}\n\n--\n${operator ?? 'MedCloud support'}\nThis answers your message ${reference}. If something is still open, write to us again and name it:\n${url}\n`,
    }),
    el: ({ reference, name, text, operator, url }: ReplyMessage): MailText => ({
      subject: `Η απάντησή μας στο μήνυμά σας ${reference}`,
      text: `Γεια σας ${name},\n\n${text}\n\n--\n${operator ?? 'Υποστήριξη MedCloud'}\nΑυτή είναι η απάντηση στο μήνυμά σας ${reference}. Αν κάτι μένει ανοιχτό, γράψτε μας ξανά και αναφέρετέ το:\n${url}\n`,
    }),
  } satisfies Record<Language, (answer: ReplyMessage) => MailText>,
};
