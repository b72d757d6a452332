import * as tools from '@cornerstonejs/tools';
import type { AnnotationStats } from '@medcloud/contract/shapes/annotations';
import type { MeasurementKind } from '../tool-names.ts';

/** Cornerstone's own object of a measurement. */
export type LibraryAnnotation = tools.Types.Annotation;

/** How the tools of a group measure. */
export interface MeasuringConfiguration {
  /** Measures an annotation. Undefined if it has no values. */
  readonly measure: (annotation: LibraryAnnotation) => AnnotationStats | undefined;
  /** Returns the lines beside an annotation. */
  readonly getTextLines: (data: LibraryAnnotation['data']) => string[];
  /** Asks for the text of a new arrow or text. Without one it is removed. */
  readonly getTextCallback: (done: (text: string | undefined) => void) => void;
  /** Asks for another text of an arrow or text. */
  readonly changeTextCallback: (
    annotation: LibraryAnnotation,
    eventDetail: unknown,
    done: (text: string) => void,
  ) => void;
  /** None: Cornerstone would undo by the key of another tool. */
  readonly actions: Record<string, never>;
}

/** Values without which Cornerstone's tools measure again or draw no text. */
const cornerstoneValues = {
  ...{ unit: '', areaUnit: '', value: 0, angle: 1, index: [] },
  points: { canvas: {} },
};

interface MeasuringTool {
  readonly configuration: Partial<Pick<MeasuringConfiguration, 'measure'>>;
  _calculateCachedStats: (annotation: LibraryAnnotation, ...rest: never[]) => unknown;
  _throttledCalculateCachedStats?: unknown;
}

/** Replaces what Cornerstone's tools measure by our geometry and units (`measure-item.ts`). */
function measureOurselves(tool: MeasuringTool): void {
  tool._calculateCachedStats = (annotation) => {
    tool.configuration.measure?.(annotation);
    const { cachedStats = {} } = annotation.data;
    for (const target of Object.keys(cachedStats)) Object.assign(cachedStats, { [target]: cornerstoneValues });
    const wasInvalidated = annotation.invalidated;
    annotation.invalidated = false;
    if (wasInvalidated) tools.annotation.state.triggerAnnotationModified(annotation);
    return cachedStats;
  };
  tool._throttledCalculateCachedStats = tool._calculateCachedStats;
}

class LengthTool extends tools.LengthTool {
  constructor(...args: ConstructorParameters<typeof tools.LengthTool>) {
    super(...args);
    measureOurselves(this);
  }
}

class AngleTool extends tools.AngleTool {
  constructor(...args: ConstructorParameters<typeof tools.AngleTool>) {
    super(...args);
    measureOurselves(this);
  }
}

class CobbAngleTool extends tools.CobbAngleTool {
  constructor(...args: ConstructorParameters<typeof tools.CobbAngleTool>) {
    super(...args);
    measureOurselves(this);
  }
}

class RectangleTool extends tools.RectangleROITool {
  constructor(...args: ConstructorParameters<typeof tools.RectangleROITool>) {
    super(...args);
    measureOurselves(this);
  }
}

class EllipseTool extends tools.EllipticalROITool {
  constructor(...args: ConstructorParameters<typeof tools.EllipticalROITool>) {
    super(...args);
    measureOurselves(this);
  }
}

class ProbeTool extends tools.ProbeTool {
  constructor(...args: ConstructorParameters<typeof tools.ProbeTool>) {
    super(...args);
    measureOurselves(this);
  }
}

/** Cornerstone's tool of each kind of measurement. */
export const measuringTools = {
  length: LengthTool,
  angle: AngleTool,
  cobb: CobbAngleTool,
  rectangle: RectangleTool,
  ellipse: EllipseTool,
  probe: ProbeTool,
  arrow: tools.ArrowAnnotateTool,
  text: tools.LabelTool,
} as const satisfies Record<MeasurementKind, { readonly toolName: string }>;
