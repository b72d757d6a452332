import type { Layout } from '../tool-names.ts';
import type { Side, View } from './mammography.ts';

/** Selects what a pane shows. */
export interface Selector {
  readonly exam: 'current' | 'prior';
  /** One image of a breast. */
  readonly image?: { readonly side: Side; readonly view: View };
  /** A series in a plane of the body that no earlier pane has, else the next one. */
  readonly plane?: 'new';
  /** The series most like that of another pane, from 0. */
  readonly like?: number;
  /** The CT, or the PET of its frame of reference: alone, over the CT, or as a projection. */
  readonly petCt?: 'ct' | 'pet' | 'fused' | 'mip';
}

export interface HangingPage {
  readonly layout: Layout;
  readonly panes: readonly Selector[];
}

/** How the images of an exam are arranged. */
export interface HangingProtocol {
  readonly name: 'mammography-prior' | 'mammography' | 'pet-ct' | 'compare' | 'mr' | 'single';
  /** Only for exams with series of each of these modalities; others are not considered. */
  readonly modalities?: readonly string[];
  /** Series with images: fewer or more are another kind of exam. */
  readonly series: { readonly min: number; readonly max: number };
  readonly hasPrior: boolean;
  /** Several pages are shown one after the other. */
  readonly pages: readonly HangingPage[];
  readonly isScrollLinked: boolean;
}

const sides = ['R', 'L'] as const;
const views = ['CC', 'MLO'] as const;

/** Both breasts from above, both from the side; the right one on the left. */
const fourViews: HangingPage = {
  layout: '2x2',
  panes: views.flatMap((view) => sides.map((side) => ({ exam: 'current', image: { side, view } }) as const)),
};

/** One view of both breasts, each beside the prior one. */
const besidePrior = (view: View): HangingPage => ({
  layout: '2x2',
  panes: sides.flatMap((side) => (['current', 'prior'] as const).map((exam) => ({ exam, image: { side, view } }))),
});

// A mammogram of four views has one to four series; more are another exam, or have tomosynthesis.
const mammogram = { modalities: ['MG'], series: { min: 1, max: 8 }, isScrollLinked: false } as const;
const anyNumber = { min: 0, max: Number.POSITIVE_INFINITY };

/** The first protocol that fits an exam, and finds an image for each pane, arranges it. */
export const protocols: readonly HangingProtocol[] = [
  { name: 'mammography-prior', ...mammogram, hasPrior: true, pages: [fourViews, ...views.map(besidePrior)] },
  { name: 'mammography', ...mammogram, hasPrior: false, pages: [fourViews] },
  {
    name: 'pet-ct',
    modalities: ['CT', 'PT'],
    series: { min: 2, max: Number.POSITIVE_INFINITY },
    hasPrior: false,
    pages: [
      {
        layout: '2x2',
        panes: (['ct', 'pet', 'fused', 'mip'] as const).map((petCt) => ({ exam: 'current', petCt }) as const),
      },
    ],
    isScrollLinked: true,
  },
  {
    name: 'compare',
    series: anyNumber,
    hasPrior: true,
    pages: [{ layout: '1x2', panes: [{ exam: 'current' }, { exam: 'prior', like: 0 }] }],
    isScrollLinked: true,
  },
  {
    name: 'mr',
    modalities: ['MR'],
    series: { min: 4, max: Number.POSITIVE_INFINITY },
    hasPrior: false,
    pages: [
      {
        layout: '2x2',
        panes: [
          { exam: 'current' },
          { exam: 'current', plane: 'new' },
          { exam: 'current', plane: 'new' },
          { exam: 'current' },
        ],
      },
    ],
    isScrollLinked: true,
  },
  {
    name: 'single',
    series: anyNumber,
    hasPrior: false,
    pages: [{ layout: '1x1', panes: [{ exam: 'current' }] }],
    isScrollLinked: true,
  },
];
