import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Messages } from './messages.ts';

/** Wordings that were replaced because they were stilted or hard to understand. No text contains one again. */
const banned: Readonly<Record<'en' | 'el', readonly string[]>> = {
  en: [
    'The portal at a glance',
    '} well',
    'Beside the data',
    'Who takes the data folder',
    'Into files',
    'Settle whose exam',
    'Why is it',
    'Name, Date of birth differ',
    'Not every file in it',
    'You type it now',
    'Opens by itself',
    'Sent by SMS after',
    'After that the patient decides',
    'You need not stay',
    'Nothing of theirs is opened',
    'Ask again if you need',
    'Whose exams you have seen',
    'What your center holds',
    'Ended on {day}',
    'Amount then',
    'Says to be',
    'Nobody: who it is',
    'For you to look at',
    'Half of the day',
    'Everything of this',
    'The access under which',
    'Signed up to record',
    'The subscription goes on',
    'Everyone who can sign in',
    'Put the tool down',
    'Ten images on or back',
    'Take a measuring tool',
    'Look at your mail',
    'Until the day that stands',
    'A portal each for centers',
    'The patient needs none',
    'the own name',
    'the own care',
    'Painted by the portal',
    'licence',
  ],
  el: [
    'Είπατε όχι στον Δρ',
    'τον/τη γιατρό',
    'απόδειξη',
    'Αυτό το πεδίο χρειάζεται',
    'Ίχνος ελέγχου',
    'Έκβαση',
    'Διαθέσιμοι ασθενείς',
    'Καλά {',
  ],
};

/** On what a patient agrees to, a doctor may see or will see: nothing is seen yet. */
const statedSight = /(?<!(?:να|θα|μη) )βλέπει/i;
const patientTexts = /^(?:consent|consent-text|audit)\.ts$/;

function textsOf(messages: Messages): string[] {
  return Object.values(messages).flatMap((text) => (typeof text === 'string' ? [text] : textsOf(text)));
}

it.each(['en', 'el'] as const)('contains no replaced wording (%s)', async (language) => {
  const folder = new URL(`./${language}/`, import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const path of files) {
    const { messages }: { messages: Messages } = await import(new URL(path, folder).href);
    for (const text of textsOf(messages)) {
      const wordings = banned[language].filter((wording) => text.includes(wording));
      if (patientTexts.test(path) && statedSight.test(text)) wordings.push('βλέπει');
      found.push(...wordings.map((wording) => `${path}: ${wording}`));
    }
  }
  expect(found).toEqual([]);
});
