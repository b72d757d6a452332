import * as tools from '@cornerstonejs/tools';
import { type MeasuringConfiguration, measuringTools } from './measure/measuring-tools.ts';
import { measurementKinds, type ToolName, toolNames } from './tool-names.ts';

const { PanTool, StackScrollTool, WindowLevelTool, ZoomTool } = tools;

const toolByName = {
  window: WindowLevelTool,
  scroll: StackScrollTool,
  zoom: ZoomTool,
  pan: PanTool,
  ...measuringTools,
} as const satisfies Record<ToolName, { readonly toolName: string }>;

export const toolClasses = Object.values(toolByName);

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

/** Tells the measuring tools of a group how to measure and what to write beside a measurement. */
export function configureMeasuring(group: tools.Types.IToolGroup, configuration: MeasuringConfiguration): void {
  for (const kind of measurementKinds) group.setToolConfiguration(toolByName[kind].toolName, configuration);
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
