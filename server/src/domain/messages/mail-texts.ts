import { type Language, languageTable } from '@medcloud/contract';
import { serverTranslator } from '@medcloud/text/node';
import type { Translator } from '@medcloud/text/translate';

export interface MailText {
  subject: string;
  text: string;
}

interface DecisionTexts {
  /** `until` is the last day of the subscription that starts now. */
  approved(values: { doctor: string; until: string | null; url: string }): MailText;
  rejected(values: { doctor: string; reason: string | null }): MailText;
  suspended(values: { doctor: string; reason: string | null; contact: string | null }): MailText;
  reinstated(values: { doctor: string; url: string }): MailText;
  disabled(values: { name: string; reason: string | null; contact: string | null }): MailText;
  enabled(values: { name: string; url: string }): MailText;
}

interface SignInTexts {
  passwordReset(values: { url: string; minutes: number; centerId: string | null }): MailText;
  passwordChanged(values: { url: string; contact: string | null }): MailText;
  confirmEmail(values: { doctor: string; url: string }): MailText;
  emailKnown(values: { login: string; forgot: string }): MailText;
  emailChanged(values: { doctor: string; from: string; to: string; contact: string | null }): MailText;
  centerEmailChanged(values: { center: string; from: string; to: string; contact: string | null }): MailText;
}

/** Joins the paragraphs of a mail. Leaves out those that are null or empty. */
export function joinParagraphs(...paragraphs: (string | null)[]): string {
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

/** Writes the mails to account holders in a language. A null value leaves its paragraph out. */
export function mailTexts(language: Language): DecisionTexts & SignInTexts {
  const t = serverTranslator('server/messages.mail', language);
  return { ...createDecisionTexts(t, language), ...createSignInTexts(t) };
}

/** Writes the mails about an administrator's decisions. */
function createDecisionTexts(t: Translator<'server/messages.mail'>, language: Language): DecisionTexts {
  const toDoctor = (name: string) => t('greetingDoctor', { name });
  const toName = (name: string) => t('greetingName', { name });
  const because = (reason: string | null) => reason && t('reason', { reason });
  const questionsTo = (contact: string | null) => contact && t('questions', { contact });
  return {
    approved: ({ doctor, until, url }) => ({
      subject: t('approved.subject'),
      text: joinParagraphs(
        toDoctor(doctor),
        t('approved.text'),
        until && t('approved.until', { date: formatDay(until, language) }),
        t('approved.signIn', { url }),
      ),
    }),
    rejected: ({ doctor, reason }) => ({
      subject: t('rejected.subject'),
      text: joinParagraphs(toDoctor(doctor), t('rejected.text'), because(reason), t('rejected.again')),
    }),
    suspended: ({ doctor, reason, contact }) => ({
      subject: t('suspended.subject'),
      text: joinParagraphs(
        toDoctor(doctor),
        t('suspended.text'),
        t('suspended.access'),
        because(reason),
        questionsTo(contact),
      ),
    }),
    reinstated: ({ doctor, url }) => ({
      subject: t('reinstated.subject'),
      text: joinParagraphs(toDoctor(doctor), t('reinstated.text'), t('signIn', { url })),
    }),
    disabled: ({ name, reason, contact }) => ({
      subject: t('disabled.subject'),
      text: joinParagraphs(toName(name), t('disabled.text'), because(reason), questionsTo(contact)),
    }),
    enabled: ({ name, url }) => ({
      subject: t('enabled.subject'),
      text: joinParagraphs(toName(name), t('enabled.text'), t('signIn', { url })),
    }),
  };
}

/** Writes the mails about passwords and email addresses. */
function createSignInTexts(t: Translator<'server/messages.mail'>): SignInTexts {
  const toDoctor = (name: string) => t('greetingDoctor', { name });
  const contactAt = (contact: string | null) => contact && t('contact', { contact });
  return {
    passwordReset: ({ url, minutes, centerId }) => ({
      subject: t('passwordReset.subject'),
      text: joinParagraphs(
        t('greeting'),
        t('passwordReset.text'),
        centerId && t('passwordReset.center', { centerId }),
        t('passwordReset.link', { minutes, url }),
        t('passwordReset.ignore'),
      ),
    }),
    passwordChanged: ({ url, contact }) => ({
      subject: t('passwordChanged.subject'),
      text: joinParagraphs(
        t('greeting'),
        t('passwordChanged.text'),
        t('passwordChanged.link', { url }),
        contact && t('passwordChanged.contact', { contact }),
      ),
    }),
    confirmEmail: ({ doctor, url }) => ({
      subject: t('confirmEmail.subject'),
      text: joinParagraphs(
        toDoctor(doctor),
        t('confirmEmail.link', { url }),
        t('confirmEmail.next'),
        t('confirmEmail.ignore'),
      ),
    }),
    emailKnown: ({ login, forgot }) => ({
      subject: t('emailKnown.subject'),
      text: joinParagraphs(
        t('greeting'),
        t('emailKnown.text'),
        t('emailKnown.signIn', { url: login }),
        t('emailKnown.forgot', { url: forgot }),
      ),
    }),
    emailChanged: ({ doctor, from, to, contact }) => ({
      subject: t('emailChanged.subject'),
      text: joinParagraphs(
        toDoctor(doctor),
        t('emailChanged.text', { from, to }),
        t('emailChanged.unexpected'),
        contactAt(contact),
      ),
    }),
    centerEmailChanged: ({ center, from, to, contact }) => ({
      subject: t('centerEmailChanged.subject'),
      text: joinParagraphs(
        t('greetingName', { name: center }),
        t('centerEmailChanged.text', { from, to }),
        t('centerEmailChanged.unexpected'),
        contactAt(contact),
      ),
    }),
  };
}

/** Writes a day (YYYY-MM-DD) with the month's name. */
function formatDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(languageTable[language].locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );
}
