import type { Language, SupportRole } from '@medcloud/contract';
import { serverTranslator } from '@medcloud/text/node';
import { joinParagraphs, type MailText } from '../messages/mail-texts.ts';

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
  received: writeReceivedMail,
  answered: writeAnsweredMail,
};

function writeReceivedMail({ reference, isUrgent, url, ...message }: ReceivedMessage): MailText {
  const t = serverTranslator('server/messages.mail', 'en');
  const { name, email, role, topic, subject } = message;
  const facts = [
    t('supportReceived.from', { sender: `${name} <${email}>` }),
    ...(role ? [t('supportReceived.role', { role })] : []),
    ...(topic ? [t('supportReceived.topic', { topic })] : []),
    ...(subject ? [t('supportReceived.subjectField', { subject })] : []),
  ];
  return {
    subject: isUrgent ? t('supportReceived.urgentSubject', { reference }) : t('supportReceived.subject', { reference }),
    text: joinParagraphs(facts.join('\n'), message.message, t('supportReceived.link', { url })),
  };
}

function writeAnsweredMail(language: Language, { reference, name, text, operator, url }: ReplyMessage): MailText {
  const t = serverTranslator('server/messages.mail', language);
  const signature = operator ?? t('supportAnswered.signature');
  return {
    subject: t('supportAnswered.subject', { reference }),
    text: joinParagraphs(t('greetingName', { name }), text, t('supportAnswered.footer', { signature, reference, url })),
  };
}
