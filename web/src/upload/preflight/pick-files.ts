import type { DroppedFile } from './dropped-files.ts';

/** Whether the browser has a picker that gives handles, by which a file is read again after a reload. */
export const mayPick = () => window.showOpenFilePicker !== undefined;

/** Asks for files by that picker. None where its user closed it. */
export async function pickFiles(extensions: string): Promise<DroppedFile[]> {
  try {
    const accept = { 'application/octet-stream': extensions.split(',') };
    const handles = (await window.showOpenFilePicker?.({ multiple: true, types: [{ accept }] })) ?? [];
    return await Promise.all(
      handles.map(async (handle) => ({ path: handle.name, file: await handle.getFile(), handle })),
    );
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return [];
    throw error;
  }
}
