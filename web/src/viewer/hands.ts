/** The tools that one can take in hand. */
export const hands = ['window', 'scroll', 'zoom', 'pan', 'length', 'angle', 'rectangle', 'ellipse', 'probe'] as const;
export type Hand = (typeof hands)[number];

export type Layout = '1x1' | '1x2' | '2x2';
export const layouts = ['1x1', '1x2', '2x2'] as const satisfies readonly Layout[];
export const panesOf: Record<Layout, number> = { '1x1': 1, '1x2': 2, '2x2': 4 };
