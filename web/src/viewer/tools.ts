import * as tools from '@cornerstonejs/tools';
import { type Hand, hands } from './hands.ts';
import { StackProbeTool } from './measure/stack-probe.ts';

const {
  AngleTool,
  EllipticalROITool,
  LengthTool,
  PanTool,
  RectangleROITool,
  StackScrollTool,
  WindowLevelTool,
  ZoomTool,
} = tools;

const byHand: Record<Hand, { readonly toolName: string }> = {
  window: WindowLevelTool,
  scroll: StackScrollTool,
  zoom: ZoomTool,
  pan: PanTool,
  length: LengthTool,
  angle: AngleTool,
  rectangle: RectangleROITool,
  ellipse: EllipticalROITool,
  probe: StackProbeTool,
};

export const toolClasses = [
  WindowLevelTool,
  StackScrollTool,
  ZoomTool,
  PanTool,
  LengthTool,
  AngleTool,
  RectangleROITool,
  EllipticalROITool,
  StackProbeTool,
];

const { Primary, Auxiliary, Secondary, Wheel } = tools.Enums.MouseBindings;

/** Bindings that hold whatever is in hand: wheel scrolls, middle button pans, right one zooms; two fingers zoom and pan. */
const always: Partial<Record<Hand, { mouseButton?: number; numTouchPoints?: number }[]>> = {
  scroll: [{ mouseButton: Wheel }],
  pan: [{ mouseButton: Auxiliary }, { numTouchPoints: 3 }],
  zoom: [{ mouseButton: Secondary }, { numTouchPoints: 2 }],
};

/** The group of tools of all panes; made anew with each opened viewer. */
export function makeToolGroup(id: string): tools.Types.IToolGroup {
  tools.ToolGroupManager.destroyToolGroup(id);
  const group = tools.ToolGroupManager.createToolGroup(id);
  if (!group) throw new Error('The tools of the viewer were not made');
  for (const hand of hands) group.addTool(byHand[hand].toolName);
  group.setToolConfiguration(ZoomTool.toolName, { pinchToZoom: true, pan: true });
  return group;
}

/** Takes a tool in hand: it gets the left button, one finger; the others keep what always holds. */
export function takeInHand(group: tools.Types.IToolGroup, hand: Hand): void {
  for (const one of hands) {
    const { toolName } = byHand[one];
    const bindings = [...(always[one] ?? []), ...(one === hand ? [{ mouseButton: Primary }] : [])];
    group.setToolPassive(toolName, { removeAllBindings: true });
    if (bindings.length > 0) group.setToolActive(toolName, { bindings });
  }
}
