/** Normalizes text for comparison without case, accents and the Greek final sigma. */
export function foldLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ');
}
