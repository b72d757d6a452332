import type { Language } from '@medcloud/contract';

/**
 * What a patient reads on the phone. Greek travels as UCS-2: 70 units in one part, 67 a part in two, so each text stays
 * within 134 units after substitution, the address not counted. The code's text holds one group of six digits, the
 * consent's ends with its one address.
 */
interface SmsTexts {
  code(values: { code: string; doctor: string }): string;
  consent(values: { doctor: string; url: string }): string;
}

const longestName = 34;

const english: SmsTexts = {
  code: ({ code, doctor }) =>
    `MedCloud: code ${code}. Dr. ${short(doctor)} asks for it to see your exams. Tell it only if you agree. Valid 10 min.`,
  consent: ({ doctor, url }) => `MedCloud: Dr. ${short(doctor)} asks to see your exams. Say yes or no here: ${url}`,
};

const greek: SmsTexts = {
  code: ({ code, doctor }) =>
    `MedCloud: κωδικός ${code}. Τον ζητά ο/η γιατρός ${short(doctor)} για να δει εξετάσεις σας. Ισχύει 10 λεπτά.`,
  consent: ({ doctor, url }) =>
    `MedCloud: ο/η γιατρός ${short(doctor)} ζητά να δει εξετάσεις σας. Απαντήστε εδώ: ${url}`,
};

export const smsTexts: Record<Language, SmsTexts> = { en: english, el: greek };

/** A doctor's name may be long and may hold digits by mistake: neither may change the message's meaning or parts. */
function short(name: string): string {
  const bare = name.replace(/\d/g, '').replace(/\s+/g, ' ').trim();
  return bare.length <= longestName ? bare : `${bare.slice(0, longestName - 1)}…`;
}
