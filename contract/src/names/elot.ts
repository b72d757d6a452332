/** ELOT 743 per letter. `toElotLetters` handles γγ, μπ and the diphthongs with υ. */
const greek: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  ϊ: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  τ: 't',
  υ: 'y',
  ϋ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ə: 'e',
  ƒ: 'f',
};

/** Cyrillic as in passports (ICAO 9303, part 3, section 6), simplified. For names from DICOM files in ISO_IR 144. */
const cyrillic: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  ђ: 'd',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'c',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  џ: 'dz',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
};

const table: ReadonlyMap<string, string> = new Map(Object.entries({ ...greek, ...latin, ...cyrillic }));
const voiceless = 'θκξπστφχψ';

/** Transliterates υ: after α, ε, η to f before a voiceless consonant and at the word's end, else to v; after ο to u. */
function transliterateUpsilon(before: string, after: string, isComplete: boolean): string {
  if (before === 'ο') return 'u';
  if (before === '' || !'αεη'.includes(before)) return 'y';
  if (after === '') return isComplete ? 'f' : 'v';
  return voiceless.includes(after) ? 'f' : 'v';
}

/**
 * Transliterates each letter of a folded word, one entry per letter. In an initial μπ, μ becomes b and π an empty
 * string. With `isComplete` false the word is the beginning of a longer one, and the rules for word ends do not apply.
 * Letters of other scripts become an empty string. Source: ELOT 743 (ISO 843), as on passports.
 */
export function toElotLetters(word: string, isComplete = true): string[] {
  const last = word.length - 1;
  const output: string[] = [];
  for (let at = 0; at <= last; at += 1) {
    const letter = word.charAt(at);
    const before = word.charAt(at - 1);
    const after = word.charAt(at + 1);
    if (letter === 'υ') output.push(transliterateUpsilon(before, after, isComplete));
    else if (letter === 'γ' && after !== '' && 'γξχ'.includes(after)) output.push('n');
    else if (letter === 'μ' && after === 'π' && (at === 0 || (isComplete && at + 1 === last))) output.push('b');
    else if (letter === 'π' && before === 'μ' && (at === 1 || (isComplete && at === last))) output.push('');
    else output.push(/[a-z0-9]/.test(letter) ? letter : (table.get(letter) ?? ''));
  }
  return output;
}

/** Transliterates a folded word to lower-case ASCII. Returns an empty string if no letter is known. */
export function toElot(word: string, isComplete = true): string {
  return toElotLetters(word, isComplete).join('');
}
