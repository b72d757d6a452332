import { type DroppedFile, filesOfFolder, openFile } from './dropped-files.ts';

/** Returns whether the browser's file picker provides handles, which can read a file again after a reload. */
export const canPickFiles = () => window.showOpenFilePicker !== undefined;

/** Opens that picker. Returns no files if the user cancels. */
export async function pickFiles(extensions: string): Promise<DroppedFile[]> {
  return await pickOrEmpty(async () => {
    const accept = { 'application/octet-stream': extensions.split(',') };
    const handles = (await window.showOpenFilePicker?.({ multiple: true, types: [{ accept }] })) ?? [];
    return await Promise.all(
      handles.map(async (handle) => ({ ...(await openFile(handle.name, () => handle.getFile())), handle })),
    );
  });
}

/** Returns whether the browser has such a picker for folders. */
export const canPickFolder = () => window.showDirectoryPicker !== undefined;

/** Opens the folder picker and returns all files of the folder. Returns none if the user cancels. */
export async function pickFolder(): Promise<DroppedFile[]> {
  return await pickOrEmpty(async () => {
    const folder = await window.showDirectoryPicker?.({ mode: 'read' });
    return folder ? await filesOfFolder(folder) : [];
  });
}

async function pickOrEmpty(pick: () => Promise<DroppedFile[]>): Promise<DroppedFile[]> {
  try {
    return await pick();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return [];
    throw error;
  }
}
