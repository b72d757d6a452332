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
  linkAgain(values: { doctor: string; url: string }): string;
  /** Of yesterday, with the patient's wish: whoever reads it over a shoulder learns of no exam. */
  looked(values: { doctor: string; others: number }): string;
}

const twoParts = 134;
const longestName = 34;
const shortestName = 8;
const roomForName = 16;

const english: SmsTexts = {
  code: ({ code, doctor, url }) =>
    fitted(
      doctor,
      (name) => `MedCloud: Dr. ${name} asks to see your exams. Code ${code}, valid 10 min. Block: ${url}`,
      (name) => `MedCloud: Dr. ${name} asks for exams. Code ${code}. Block: ${url}`,
    ),
  consent: ({ doctor, url }) => fitted(doctor, (name) => `MedCloud: Dr. ${name} asks to see your exams: ${url}`),
  linkAgain: ({ doctor, url }) => fitted(doctor, (name) => `MedCloud: Dr. ${name} may see your exams: ${url}`),
  looked: ({ doctor, others }) =>
    fitted(
      doctor,
      (name) =>
        `MedCloud: Dr. ${name}${others > 0 ? ` and ${others} more` : ''} looked yesterday. What and when: open the message where you said yes.`,
    ),
};

const greek: SmsTexts = {
  code: ({ code, doctor, url }) =>
    fitted(
      doctor,
      (name) => `MedCloud: Δρ. ${name} ζητά εξετάσεις σας. Κωδικός ${code}, 10 λεπτά. Φραγή: ${url}`,
      (name) => `MedCloud: Δρ. ${name} ζητά εξετάσεις. Κωδικός ${code}. Φραγή: ${url}`,
    ),
  consent: ({ doctor, url }) => fitted(doctor, (name) => `MedCloud: Δρ. ${name} ζητά να δει εξετάσεις σας: ${url}`),
  linkAgain: ({ doctor, url }) => fitted(doctor, (name) => `MedCloud: Δρ. ${name} βλέπει εξετάσεις σας: ${url}`),
  looked: ({ doctor, others }) =>
    fitted(
      doctor,
      (name) =>
        `MedCloud: Χθες κοίταξε Δρ. ${name}${others > 0 ? ` και άλλοι ${others}` : ''}. Τι και πότε: στο μήνυμα όπου είπατε ναι.`,
    ),
};

export const smsTexts: Record<Language, SmsTexts> = { en: english, el: greek };

/** The text with as much of the name as two parts have room for; the shorter text where that would be less than a name. */
function fitted(doctor: string, write: (name: string) => string, shorter = write): string {
  const roomIn = (text: (name: string) => string) => twoParts - text('').length;
  const chosen = roomIn(write) < roomForName ? shorter : write;
  return chosen(short(doctor, Math.max(shortestName, Math.min(longestName, roomIn(chosen)))));
}

/** A doctor's name may be long and may hold digits by mistake: neither may change the message's meaning or parts. */
function short(name: string, longest: number): string {
  const bare = name.replace(/\d/g, '').replace(/\s+/g, ' ').trim();
  return bare.length <= longest ? bare : `${bare.slice(0, longest - 1)}…`;
}
