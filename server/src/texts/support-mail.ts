import type { SupportRole } from '@medcloud/contract';

interface MailText {
  subject: string;
  text: string;
}

/** A message as the operator reads it in the mail. */
interface Received {
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

/**
 * Mails of the inbox. What a stranger typed stands in the body alone, never in a header (security 36): subjects hold the
 * reference and our own words. The operator's mail is in English.
 */
export const supportMail = {
  received({ reference, isUrgent, url, ...message }: Received): MailText {
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
};
