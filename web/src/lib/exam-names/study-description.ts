import type { ExamSummary } from '@medcloud/contract/shapes/exams';

// What devices write where a description is missing.
const placeholders =
  /^(unnamed|unknown|undefined|default|study|exam|examination|dicom|none|null|n\/?a|no description)$/i;

/** Returns the study description, unless it is empty, only the modality, or not words that a person wrote. */
export function readableDescription({ description, modalities }: ExamSummary): string | null {
  const text =
    description
      ?.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
      .replaceAll(/[\s^_]+/g, ' ')
      .trim() ?? '';
  const isModality = modalities.some((modality) => modality.toUpperCase() === text.toUpperCase());
  if (isModality || placeholders.test(text)) return null;
  // a UID, a number, a date, a code such as `2024-03-12_0001`: no word of three letters
  return /\p{L}{3}/u.test(text) ? text : null;
}
