import type { Language } from '@medcloud/contract';

/**
 * What a patient reads on the phone. Greek travels as UCS-2: 70 units in one part, 67 a part in two (3GPP TS 23.038, TS
 * 23.040). Each text stays within two parts after substitution: a long name gives way. The code's text holds one group of
 * six digits, the links' end with their one address.
 */
interface SmsTexts {
  /** Ends with the link by which the number's owner blocks the doctor. */
  code(values: { code: string; doctor: string; url: string }): string;
  /** An address of 61 units, as of https://exams.example.gr, leaves the doctor's name 31; up to 84 leave it 8. */
  consent(values: { doctor: string; url: string }): string;
  /** Of an access that was given already. */
  resentLink(values: { doctor: string; url: string }): string;
  /** Of yesterday, with the patient's wish: whoever reads it over a shoulder learns of no exam. */
  accessNotice(values: { doctor: string; others: number }): string;
}

const maxUnits = 134;
const maxNameLength = 34;
const minNameLength = 8;
const minNameSpace = 16;

const english: SmsTexts = {
  code: ({ code, doctor, url }) =>
    fitToParts(
      doctor,
      (name) => `MedCloud: Dr. ${name} asks to see your exams. Code ${code}, valid 10 min. Block: ${url}`,
      (name) => `MedCloud: Dr. ${name} asks for exams. Code ${code}. Block: ${url}`,
    ),
  consent: ({ doctor, url }) => fitToParts(doctor, (name) => `MedCloud: Dr. ${name} asks to see your exams: ${url}`),
  resentLink: ({ doctor, url }) => fitToParts(doctor, (name) => `MedCloud: Dr. ${name} may see your exams: ${url}`),
  accessNotice: ({ doctor, others }) =>
    fitToParts(
      doctor,
      (name) =>
        `MedCloud: Dr. ${name}${others > 0 ? ` and ${others} more` : ''} looked yesterday. What and when: open the message where you said yes.`,
    ),
};

const greek: SmsTexts = {
  code: ({ code, doctor, url }) =>
    fitToParts(
      doctor,
      (name) => `MedCloud: Δρ. ${name} ζητά εξετάσεις σας. Κωδικός ${code}, 10 λεπτά. Φραγή: ${url}`,
      (name) => `MedCloud: Δρ. ${name} ζητά εξετάσεις. Κωδικός ${code}. Φραγή: ${url}`,
    ),
  consent: ({ doctor, url }) => fitToParts(doctor, (name) => `MedCloud: Δρ. ${name} ζητά να δει εξετάσεις σας: ${url}`),
  resentLink: ({ doctor, url }) => fitToParts(doctor, (name) => `MedCloud: Δρ. ${name} βλέπει εξετάσεις σας: ${url}`),
  accessNotice: ({ doctor, others }) =>
    fitToParts(
      doctor,
      (name) =>
        `MedCloud: Χθες κοίταξε Δρ. ${name}${others > 0 ? ` και άλλοι ${others}` : ''}. Τι και πότε: στο μήνυμα όπου είπατε ναι.`,
    ),
};

export const smsTexts: Record<Language, SmsTexts> = { en: english, el: greek };

/** The text with as much of the name as two parts have room for; the shorter text where that would be less than a name. */
function fitToParts(doctor: string, write: (name: string) => string, shorter = write): string {
  const spaceForName = (text: (name: string) => string) => maxUnits - text('').length;
  const chosen = spaceForName(write) < minNameSpace ? shorter : write;
  return chosen(shortenName(doctor, Math.max(minNameLength, Math.min(maxNameLength, spaceForName(chosen)))));
}

/** A doctor's name may be long and may hold digits by mistake: neither may change the message's meaning or parts. */
function shortenName(name: string, maxLength: number): string {
  const cleaned = name.replace(/\d/g, '').replace(/\s+/g, ' ').trim();
  return cleaned.length <= maxLength ? cleaned : `${cleaned.slice(0, maxLength - 1)}…`;
}
