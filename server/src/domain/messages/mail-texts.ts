import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';
import type { Translator } from '@medcloud/text/translate';
import { groupByFour } from '../../platform/money/check-digits.ts';
import { formatEuros } from '../../platform/money/format-money.ts';
import { formatLongDay } from '../../platform/time/format-long-day.ts';

export interface MailText {
  subject: string;
  text: string;
}

/** An invoice, and the operator's account if one is known. */
export interface PaymentRequest {
  number: string;
  cents: number;
  /** `YYYY-MM-DD` */
  dueOn: string;
  rf: string;
  account: { iban: string; holder: string } | null;
  /** The billing page. */
  url: string;
}

/** What the tax authority has of a document: its mark, or null while none has come. */
type Report = { mark: string | null } | null;

interface DecisionTexts {
  /** `until` is the last day of the subscription that starts now. */
  approved(values: {
    doctor: string;
    until: string | null;
    /** It is a free trial: what is asked for afterwards, in cents. */
    trialCents: number | null;
    payment: PaymentRequest | null;
    first: { cents: number; url: string } | null;
    /** Where billing details are added, if there are none. */
    detailsUrl: string | null;
    url: string;
  }): MailText;
  needsPerson(values: { name: string; cents: number; url: string }): MailText;
  /** `isVatUnchecked`: VIES did not answer, so the invoice has VAT. */
  billed(values: { name: string; payment: PaymentRequest; report: Report; isVatUnchecked: boolean }): MailText;
  credited(values: {
    name: string;
    number: string;
    credits: string;
    cents: number;
    url: string;
    report: Report;
  }): MailText;
  invoiced(values: {
    name: string;
    number: string;
    cents: number;
    url: string;
    report: Report;
    isVatUnchecked: boolean;
  }): MailText;
  rejected(values: { doctor: string; reason: string | null }): MailText;
  suspended(values: { doctor: string; reason: string | null; contact: string | null }): MailText;
  reinstated(values: { doctor: string; url: string }): MailText;
  disabled(values: { name: string; reason: string | null; contact: string | null }): MailText;
  enabled(values: { name: string; url: string }): MailText;
}

interface SignInTexts {
  passwordReset(values: { url: string; minutes: number; centerId: string | null }): MailText;
  passwordChanged(values: { url: string; contact: string | null }): MailText;
  securityChanged(values: {
    change: string;
    isAlone: boolean;
    browser: string;
    network: string;
    url: string;
    contact: string | null;
  }): MailText;
  confirmEmail(values: { doctor: string; url: string }): MailText;
  emailKnown(values: { login: string; forgot: string }): MailText;
  emailChanged(values: { doctor: string; from: string; to: string; contact: string | null }): MailText;
  centerEmailChanged(values: { center: string; from: string; to: string; contact: string | null }): MailText;
}

/** Joins the paragraphs of a mail. Leaves out those that are null or empty. */
export function joinParagraphs(...paragraphs: (string | null | false)[]): string {
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

/** Writes the mails to account holders in a language. A null value leaves its paragraph out. */
export function mailTexts(language: Language): DecisionTexts & SignInTexts {
  const t = serverTranslator('server/messages.mail', language);
  return { ...createDecisionTexts(t, language), ...createSignInTexts(t) };
}

function writePayment(t: Translator<'server/messages.mail'>, language: Language, payment: PaymentRequest): string[] {
  const { number, cents, dueOn, rf, account, url } = payment;
  const amount = formatEuros(cents, language);
  const transfer = account && { iban: groupByFour(account.iban), holder: account.holder, amount, rf: groupByFour(rf) };
  return [
    t('approved.invoice', { number, amount, date: formatLongDay(dueOn, language) }),
    ...(transfer ? [t('approved.transfer', transfer)] : []),
    t('approved.billing', { url }),
  ];
}

const writeReport = (t: Translator<'server/messages.mail'>, report: Report) =>
  report && (report.mark === null ? t('invoiced.markFollows') : t('invoiced.mark', { mark: report.mark }));

/** Writes the mails about an administrator's decisions. */
function createDecisionTexts(t: Translator<'server/messages.mail'>, language: Language): DecisionTexts {
  const toDoctor = (name: string) => t('greetingDoctor', { name });
  const toName = (name: string) => t('greetingName', { name });
  const because = (reason: string | null) => reason && t('reason', { reason });
  const questionsTo = (contact: string | null) => contact && t('questions', { contact });
  return {
    approved: ({ doctor, until, trialCents, payment, first, detailsUrl, url }) => ({
      subject: t(first ? 'approved.beginSubject' : 'approved.subject'),
      text: joinParagraphs(
        toDoctor(doctor),
        t('approved.text'),
        until && t(trialCents === null ? 'approved.until' : 'approved.trial', { date: formatLongDay(until, language) }),
        trialCents !== null && t('approved.afterTrial', { amount: formatEuros(trialCents, language) }),
        ...(payment ? writePayment(t, language, payment) : []),
        detailsUrl && t('approved.details', { url: detailsUrl }),
        first
          ? t('approved.begin', { amount: formatEuros(first.cents, language), url: first.url })
          : t('approved.signIn', { url }),
      ),
    }),
    needsPerson: ({ name, cents, url }) => ({
      subject: t('needsPerson.subject'),
      text: joinParagraphs(
        toName(name),
        t('needsPerson.text', { amount: formatEuros(cents, language) }),
        t('needsPerson.pay', { url }),
      ),
    }),
    billed: ({ name, payment, report, isVatUnchecked }) => ({
      subject: t('invoiced.subject', { number: payment.number }),
      text: joinParagraphs(
        toName(name),
        ...writePayment(t, language, payment),
        isVatUnchecked ? t('invoiced.vatUnchecked') : null,
        writeReport(t, report),
      ),
    }),
    credited: ({ name, number, credits, cents, url, report }) => ({
      subject: t('credited.subject', { number }),
      text: joinParagraphs(
        toName(name),
        t('credited.text', { number, credits, amount: formatEuros(cents, language) }),
        t('invoiced.billing', { url }),
        writeReport(t, report),
      ),
    }),
    invoiced: ({ name, number, cents, url, report, isVatUnchecked }) => ({
      subject: t('invoiced.subject', { number }),
      text: joinParagraphs(
        toName(name),
        t('invoiced.text', { number, amount: formatEuros(cents, language) }),
        isVatUnchecked ? t('invoiced.vatUnchecked') : null,
        t('invoiced.billing', { url }),
        writeReport(t, report),
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
    securityChanged: ({ change, isAlone, browser, network, url, contact }) => ({
      subject: t(change === 'new_browser' ? 'securityChanged.newBrowser' : 'securityChanged.subject'),
      text: joinParagraphs(
        t('greeting'),
        t('securityChanged.text', { change, browser, network }),
        isAlone ? t('securityChanged.alone') : null,
        t('securityChanged.link', { url }),
        contact && t('securityChanged.contact', { contact }),
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
