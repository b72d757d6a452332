import { type DroppedFile, filesOfFolder, openFile } from './dropped-files.ts';

/** Whether the browser has a picker that gives handles, by which a file is read again after a reload. */
export const canPickFiles = () => window.showOpenFilePicker !== undefined;

/** Asks for files by that picker. None where its user closed it. */
export async function pickFiles(extensions: string): Promise<DroppedFile[]> {
  return await pickOrEmpty(async () => {
    const accept = { 'application/octet-stream': extensions.split(',') };
    const handles = (await window.showOpenFilePicker?.({ multiple: true, types: [{ accept }] })) ?? [];
    return await Promise.all(
      handles.map(async (handle) => ({ ...(await openFile(handle.name, () => handle.getFile())), handle })),
    );
  });
}

/** Whether it has one for folders. */
export const canPickFolder = () => window.showDirectoryPicker !== undefined;

/** Asks for a folder by that picker, and answers all that is in it. None where its user closed it. */
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
