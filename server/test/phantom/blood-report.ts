/** One line of a report: test, value, unit and reference range. */
export interface BloodValue {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly range: string;
}

export interface BloodReport {
  readonly laboratory: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly values: readonly BloodValue[];
}

/**
 * Creates a laboratory report of one page as PDF 1.4 (ISO 32000-1). Only Latin letters, because no font is embedded. It
 * contains no patient name.
 */
export function bloodReport({ laboratory, day, values }: BloodReport): Buffer {
  const columns = [56, 250, 340, 430] as const;
  const lines = [
    text(20, 56, 780, laboratory),
    text(11, 56, 756, `Blood test results, ${day}`),
    `0.75 w 56 738 m 540 738 l S`,
    ...['Test', 'Result', 'Unit', 'Reference'].map((word, index) => text(9, columns[index] ?? 56, 718, word)),
    ...values.flatMap((one, row) =>
      [one.name, one.value, one.unit, one.range].map((word, index) =>
        text(11, columns[index] ?? 56, 694 - row * 24, word),
      ),
    ),
    `0.75 w 56 ${680 - values.length * 24} m 540 ${680 - values.length * 24} l S`,
    text(9, 56, 60, 'Invented for trying the portal. Not a result of anybody.'),
  ];
  const content = lines.join('\n');
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]);
}

function text(size: number, x: number, y: number, words: string): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${words.replace(/[\\()]/g, '\\$&')}) Tj ET`;
}

/** Creates a PDF from objects numbered from 1, with the cross-reference table of their offsets (ISO 32000-1 7.5.4). */
export function pdfOf(objects: readonly string[]): Buffer {
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  parts.push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}
