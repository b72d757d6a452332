/** The tools that one can take in hand. */
export const hands = ['window', 'scroll', 'zoom', 'pan', 'length', 'angle', 'rectangle', 'ellipse', 'probe'] as const;
export type Hand = (typeof hands)[number];

/** Those that leave a measurement on the picture. */
export const measuredKinds = ['length', 'angle', 'rectangle', 'ellipse', 'probe'] as const satisfies readonly Hand[];
export type MeasuredKind = (typeof measuredKinds)[number];

/** What a measurement says. */
export interface Figure {
  readonly value: number;
  /** `mm`, `px`, `°`, `HU`; empty where there is none. */
  readonly unit: string;
}

export type Layout = '1x1' | '1x2' | '2x2';
export const layouts = ['1x1', '1x2', '2x2'] as const satisfies readonly Layout[];
export const panesOf: Record<Layout, number> = { '1x1': 1, '1x2': 2, '2x2': 4 };

/** What a press and a drag do to one of a volume's three planes. */
export const mprHands = ['cross', 'window', 'scroll', 'zoom', 'pan'] as const;
export type MprHand = (typeof mprHands)[number];

export const planeNames = ['axial', 'coronal', 'sagittal'] as const;
export type PlaneName = (typeof planeNames)[number];
