import type { Language } from '@medcloud/contract';
import { serverTranslator } from '@medcloud/text/node';

/**
 * SMS texts to patients. Greek is sent as UCS-2: 70 units in one part, 67 units per part in two (3GPP TS 23.038, TS
 * 23.040). Each text fits two parts after substitution; a long name is shortened. The code's text has exactly one group
 * of six digits. The texts with a link end with their only URL.
 */
interface SmsTexts {
  /** Ends with the link that lets the number's owner block the doctor. */
  code(values: { code: string; doctor: string; url: string }): string;
  /**
   * A URL of 61 units, as of https://exams.example.gr, leaves 31 units for the doctor's name; up to 84 units leave 8.
   */
  consent(values: { doctor: string; url: string }): string;
  /** Confirms a late grant. The patient types it on the page and reads it to no one. */
  grantCode(values: { code: string; doctor: string }): string;
  /** Confirms a longer or wider grant. */
  changeCode(values: { code: string; doctor: string }): string;
  /** Opens the list of all grants of the phone. */
  overviewCode(values: { code: string }): string;
  /** Opens the patient's own pictures. */
  ownCode(values: { code: string }): string;
  /** For a grant that is already given. */
  resentLink(values: { doctor: string; url: string }): string;
  /** Yesterday's accesses, if the patient wants notices. It names no exam, because others may see the phone. */
  accessNotice(values: { doctor: string; others: number }): string;
}

const maxUnits = 134;
const maxNameLength = 34;
const minNameLength = 8;
const minNameSpace = 16;

/** Writes the SMS to patients in a language. */
export function smsTexts(language: Language): SmsTexts {
  const t = serverTranslator('server/messages.sms', language);
  return {
    code: ({ code, doctor, url }) =>
      fitToParts(
        doctor,
        (name) => t('code', { name, code, url }),
        (name) => t('codeShort', { name, code, url }),
      ),
    consent: ({ doctor, url }) => fitToParts(doctor, (name) => t('consent', { name, url })),
    grantCode: ({ code, doctor }) => fitToParts(doctor, (name) => t('grantCode', { name, code })),
    changeCode: ({ code, doctor }) => fitToParts(doctor, (name) => t('changeCode', { name, code })),
    overviewCode: ({ code }) => t('overviewCode', { code }),
    ownCode: ({ code }) => t('ownCode', { code }),
    resentLink: ({ doctor, url }) => fitToParts(doctor, (name) => t('resentLink', { name, url })),
    accessNotice: ({ doctor, others }) => fitToParts(doctor, (name) => t('accessNotice', { name, others })),
  };
}

/**
 * Returns the text with as much of the name as fits two parts. Uses the shorter text if too little of the name would
 * fit.
 */
function fitToParts(doctor: string, write: (name: string) => string, shorter = write): string {
  const spaceForName = (text: (name: string) => string) => maxUnits - text('').length;
  const chosen = spaceForName(write) < minNameSpace ? shorter : write;
  return chosen(shortenName(doctor, Math.max(minNameLength, Math.min(maxNameLength, spaceForName(chosen)))));
}

/**
 * Removes from a doctor's name what the contract's `personName` refuses, since older accounts may have it, and shortens
 * it. The name then changes neither the code's group of digits nor the number of parts, and contains no link.
 */
function shortenName(name: string, maxLength: number): string {
  const allowed = name.replace(/[^\p{L}\p{M}\s.'’-]|\p{DI}/gu, '').replace(/\.(?=\S)/g, '. ');
  const cleaned = allowed.replace(/\s+/g, ' ').trim();
  return cleaned.length <= maxLength ? cleaned : `${cleaned.slice(0, maxLength - 1)}…`;
}
