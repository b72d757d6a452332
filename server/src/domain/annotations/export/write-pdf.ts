import { setImmediate } from 'node:timers/promises';
import type { AnnotationSet, ViewerExam } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';
import { readJpegSize } from '../../../platform/pdf/jpeg-size.ts';
import { loadFonts } from '../../../platform/pdf/load-fonts.ts';
import { type PdfColumn, PdfTable, sheet } from '../../../platform/pdf/pdf-table.ts';
import type { PdfPage } from '../../../platform/pdf/pdf-writer.ts';
import { formatWrittenDay, formatWrittenTime } from '../../../platform/time/format-local-time.ts';
import { drawImage } from './draw-image.ts';
import type { DrawnImage, NumberedItem } from './list-drawn-images.ts';
import { placeImage } from './place-image.ts';
import type { ValueWords } from './value-words.ts';

/** What a file of measurements is about, and how it is worded. */
export interface PdfFacts {
  readonly exam: Pick<ViewerExam, 'exam' | 'patient' | 'medicalCenter'>;
  readonly set: AnnotationSet;
  readonly createdAt: Date;
  readonly language: Language;
  readonly timeZone: string;
}

export interface PdfContent {
  readonly items: readonly NumberedItem[];
  readonly drawnImages: readonly DrawnImage[];
}

/** Columns' widths in points; an A4 page across has 770 within its margins. */
const widths = { number: 32, kind: 96, label: 190, place: 202, size: 100, values: 150 } as const;
const gap = 14;
const captionHeight = 26;
const maxImages = 40;
const perSheet = 2;

/**
 * Writes measurements as a PDF: facts and a table of values, then two images a page. `render` returns an image as
 * JPEG, null if it cannot be shown. Other work runs between two pages.
 */
export async function* writeAnnotationsPdf(
  { items, drawnImages }: PdfContent,
  facts: PdfFacts,
  words: ValueWords,
  render: (drawnImage: DrawnImage) => Promise<Buffer | null>,
): AsyncGenerator<Buffer> {
  const { t } = words;
  const titles = {
    number: '',
    kind: t('kind'),
    label: t('label'),
    place: t('image'),
    size: t('pdf.size'),
    values: t('pdf.values'),
  };
  const columns = Object.entries(widths).map(
    ([key, width]): PdfColumn => ({ width, title: titles[key as keyof typeof widths] }),
  );
  const shown = drawnImages.slice(0, maxImages);
  const lines = listFacts(facts, words, drawnImages.length - shown.length);
  const review = t('pdf.review');
  const table = new PdfTable(await loadFonts(), columns, {
    title: facts.set.title ?? t('title'),
    lines: [...lines, review],
    footer: (page) => [nameOf(facts), review, t('pdf.page', { page: String(page) })].join(' · '),
  });
  yield table.start();
  for (const { item, number, place } of items) {
    const kind = t(`kinds.${item.kind}`);
    const page = table.addRow([
      [String(number)],
      [kind],
      [item.label ?? ''],
      [place],
      words.sizes(item),
      words.values(item),
    ]);
    if (page !== null) yield page;
  }
  for (let index = 0; index < shown.length; index += perSheet) {
    const drawn = [];
    for (const [column, drawnImage] of shown.slice(index, index + perSheet).entries())
      drawn.push(drawColumn(drawnImage, column, await render(drawnImage), words));
    yield table.addSheet({
      texts: drawn.flatMap(({ texts }) => texts),
      images: drawn.flatMap(({ images }) => images ?? []),
      paths: drawn.flatMap(({ paths }) => paths ?? []),
    });
    await setImmediate();
  }
  yield table.end({ language: facts.language, createdAt: facts.createdAt });
}

/** Draws an image in the left or right half of a page, with its place and window below. */
function drawColumn(
  drawnImage: DrawnImage,
  column: number,
  jpeg: Buffer | null,
  words: ValueWords,
): Pick<PdfPage, 'texts' | 'images' | 'paths'> {
  const width = (sheet.width - 2 * sheet.margin - gap) / perSheet;
  const left = sheet.margin + column * (width + gap);
  const [top, height] = [sheet.height - sheet.margin, sheet.height - 2 * sheet.margin - captionHeight - 16];
  const write = (text: string, y: number) => ({ x: left, y, text: text.normalize('NFC'), size: 8, font: 0 });
  if (jpeg === null) return { texts: [write(drawnImage.place, top - 10), write(words.t('pdf.notShown'), top - 22)] };
  const { width: columns, height: rows, components } = readJpegSize(jpeg);
  const placed = placeImage(drawnImage, { width: columns, height: rows }, { left, top, width, height });
  const drawing = drawImage(drawnImage, placed, words);
  const below = placed.box.top - placed.box.height - 11;
  const window = drawnImage.view?.window;
  const shown = window && components === 1 ? [formatWindow(window, words)] : [];
  return {
    texts: [write(drawnImage.place, below), ...shown.map((text) => write(text, below - 11)), ...drawing.texts],
    paths: drawing.paths,
    images: [
      {
        ...{ jpeg, width: columns, height: rows, matrix: placed.matrix, isGray: components === 1 },
        isInverted: drawnImage.view !== undefined && (drawnImage.view.invert ?? false) !== drawnImage.isWhiteLow,
      },
    ],
  };
}

const formatWindow = ({ center, width }: { center: number; width: number }, { formatNumber }: ValueWords) =>
  `W ${formatNumber(width)} L ${formatNumber(center)}`;

const nameOf = ({ exam: { patient } }: PdfFacts) => `${patient.lastName} ${patient.firstName}`;

function listFacts(facts: PdfFacts, { t }: ValueWords, hiddenCount: number): string[] {
  const { exam, set, language, timeZone } = facts;
  const { patient, medicalCenter } = exam;
  const time = (instant: string) => `${formatWrittenTime(instant, timeZone)} (${timeZone})`;
  const type = serverTranslator('common', language)(`examType.${exam.exam.examType}`);
  const about = [type, formatWrittenDay(exam.exam.examDate), exam.exam.summary?.description ?? '', medicalCenter.name];
  const born = t('pdf.born', { day: formatWrittenDay(patient.dateOfBirth) });
  return [
    `${t('pdf.patient')}: ${[nameOf(facts), born, patient.patientId].join(', ')}`,
    ...(exam.exam.mismatch === undefined ? [] : [t('pdf.mismatch')]),
    `${t('pdf.exam')}: ${about.filter((part) => part !== '').join(', ')}`,
    `${t('pdf.author')}: ${set.author.name}`,
    t('pdf.saved', { number: String(set.version), at: time(set.savedAt) }),
    t('pdf.created', { at: time(facts.createdAt.toISOString()) }),
    ...(hiddenCount > 0 ? [t('pdf.more', { shown: String(maxImages), count: String(hiddenCount) })] : []),
  ];
}
