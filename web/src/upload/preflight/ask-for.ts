import type { Choosing } from '../packing.ts';
import { type DroppedFile, filesOf } from './dropped-files.ts';

/** Asks for a file, files or a folder by an input of its own: one that takes folders takes no single files. */
export function askFor(what: Choosing, take: (files: readonly DroppedFile[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = what === 'files';
  input.webkitdirectory = what === 'folder';
  input.onchange = () => {
    const files = filesOf(input.files ?? []);
    if (files.length > 0) take(files);
  };
  input.click();
}
