import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
import type { DroppedFile } from './preflight/dropped-files.ts';

type Files = Promise<readonly DroppedFile[]>;

/** Files on their way from the screen on which they were dropped to the upload, by the navigation that carries them. */
export interface CarriedFiles {
  /** Returns the state of the navigation to the upload. */
  readonly put: (files: Files) => { readonly drop: string };
  /** Returns the files once. A navigation that was not confirmed leaves them here, and the next drop replaces them. */
  readonly take: (state: unknown) => Files | undefined;
}

/** Creates a place for the files of one drop. */
export function createCarriedFiles(newId: () => string): CarriedFiles {
  let carried: { readonly id: string; readonly files: Files } | undefined;
  return {
    put: (files) => {
      carried = { id: newId(), files };
      return { drop: carried.id };
    },
    take: (state) => {
      const isCarried = typeof state === 'object' && state !== null && 'drop' in state && state.drop === carried?.id;
      if (!isCarried) return undefined;
      const { files } = carried ?? {};
      carried = undefined;
      return files;
    },
  };
}

/** Provided by the center's layout. */
export const CarriedFilesContext = createContext<CarriedFiles | null>(null);

/** Returns a function that takes the files that were dropped on another screen and led here. */
export function useTakeCarriedFiles(): () => Files | undefined {
  const carriedFiles = useContext(CarriedFilesContext);
  const { state } = useLocation();
  return () => carriedFiles?.take(state);
}
