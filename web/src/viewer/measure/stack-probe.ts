import * as tools from '@cornerstonejs/tools';

/**
 * The library's probe looks a value up at the picture's place in its stack, where one picture has but one layer: beyond the
 * first it finds nothing (`_calculateCachedStats` of @cornerstonejs/tools 5).
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
