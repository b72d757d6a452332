import type { AnnotationKind } from '@medcloud/contract/shapes/annotations';

/** The tools that create a measurement on the image. */
export const measurementKinds = [
  'length',
  'angle',
  'cobb',
  'rectangle',
  'ellipse',
  'probe',
  'arrow',
  'text',
] as const satisfies readonly AnnotationKind[];
export type MeasurementKind = (typeof measurementKinds)[number];

/** Those that measure on a volume's planes too. */
export const planeMeasurementKinds = [
  'length',
  'angle',
  'rectangle',
  'ellipse',
  'probe',
] as const satisfies readonly MeasurementKind[];
export type PlaneMeasurementKind = (typeof planeMeasurementKinds)[number];

/** The tools a user can activate. */
export const toolNames = ['window', 'scroll', 'zoom', 'pan', ...measurementKinds] as const;
export type ToolName = (typeof toolNames)[number];

/** Rows and columns of panes. */
export type Layout = '1x1' | '1x2' | '2x1' | '2x2' | '2x3';
export const layouts = ['1x1', '1x2', '2x1', '2x2', '2x3'] as const satisfies readonly Layout[];
export const paneCounts: Record<Layout, number> = { '1x1': 1, '1x2': 2, '2x1': 2, '2x2': 4, '2x3': 6 };
/** Of the largest layout. */
export const maxPanes = 6;

/** The tools of a press or drag on one of a volume's three planes. */
export const mprToolNames = ['cross', 'turn', 'window', 'scroll', 'zoom', 'pan', ...planeMeasurementKinds] as const;
export type MprToolName = (typeof mprToolNames)[number];

export const planeNames = ['axial', 'coronal', 'sagittal'] as const;
export type PlaneName = (typeof planeNames)[number];

/** The views of the active plane while a PET lies over a CT: each alone, and both. */
export const petCtViews = ['ct', 'pet', 'fused'] as const;
/** A canvas with a plane: one of the three planes, or a view of the active one. */
export type ViewName = PlaneName | (typeof petCtViews)[number];
