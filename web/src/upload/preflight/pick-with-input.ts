import type { SelectionKind } from '../packing.ts';
import { type DroppedFile, filesOf } from './dropped-files.ts';

/** Opens a file dialog with a new input for a file, files or a folder: an input for folders accepts no single files. */
export function pickWithInput(kind: SelectionKind, onPick: (files: readonly DroppedFile[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = kind === 'files';
  input.webkitdirectory = kind === 'folder';
  input.onchange = () => {
    const files = filesOf(input.files ?? []);
    if (files.length > 0) onPick(files);
  };
  input.click();
}
