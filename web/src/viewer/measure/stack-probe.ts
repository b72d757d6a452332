import * as tools from '@cornerstonejs/tools';

/**
 * Fixes Cornerstone's probe, which reads the value at the image's index in its stack. An image has only one layer, so
 * the probe finds no value beyond the first image (`_calculateCachedStats` of @cornerstonejs/tools 5).
 */
export class StackProbeTool extends tools.ProbeTool {
  override getTargetImageData(...args: Parameters<tools.ProbeTool['getTargetImageData']>) {
    const image = super.getTargetImageData(...args);
    const voxels = image && 'voxelManager' in image ? image.voxelManager : undefined;
    if (!voxels) return image;
    const getAtImagePoint = ([across, down]: readonly number[]) => voxels.getAtIJKPoint([across ?? 0, down ?? 0, 0]);
    return { ...image, voxelManager: Object.create(voxels, { getAtIJKPoint: { value: getAtImagePoint } }) };
  }
}
