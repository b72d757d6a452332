import * as tools from '@cornerstonejs/tools';
import { StackProbeTool } from './measure/stack-probe.ts';
import { type ToolName, toolNames } from './tool-names.ts';

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

const toolByName: Record<ToolName, { readonly toolName: string }> = {
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

/**
 * Bindings independent of the active tool: wheel scrolls, middle button pans, right one zooms; two fingers zoom and
 * pan.
 */
const fixedBindings: Partial<Record<ToolName, { mouseButton?: number; numTouchPoints?: number }[]>> = {
  scroll: [{ mouseButton: Wheel }],
  pan: [{ mouseButton: Auxiliary }, { numTouchPoints: 3 }],
  zoom: [{ mouseButton: Secondary }, { numTouchPoints: 2 }],
};

/** Creates the tool group of all panes, for each opened viewer. */
export function createToolGroup(id: string): tools.Types.IToolGroup {
  tools.ToolGroupManager.destroyToolGroup(id);
  const group = tools.ToolGroupManager.createToolGroup(id);
  if (!group) throw new Error('The tool group was not created');
  for (const tool of toolNames) group.addTool(toolByName[tool].toolName);
  group.setToolConfiguration(ZoomTool.toolName, { pinchToZoom: true, pan: true });
  return group;
}

/** Activates a tool for the left button and one finger. The other tools keep only their fixed bindings. */
export function activateTool(group: tools.Types.IToolGroup, tool: ToolName): void {
  for (const one of toolNames) {
    const { toolName } = toolByName[one];
    const bindings = [...(fixedBindings[one] ?? []), ...(one === tool ? [{ mouseButton: Primary }] : [])];
    group.setToolPassive(toolName, { removeAllBindings: true });
    if (bindings.length > 0) group.setToolActive(toolName, { bindings });
  }
}
