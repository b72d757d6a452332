import { limits } from '@medcloud/contract/limits';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useDebounced } from '../../lib/debounced.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { CommandDialog } from '../../ui/overlays/command-dialog.tsx';
import type { Area } from '../layout/area.ts';
import { useCenterResults } from './center-results.ts';
import { useDoctorResults } from './doctor-results.ts';
import { usePalettePages } from './palette-pages.ts';
import type { PaletteQuery, PaletteResults } from './palette-results.ts';
import { useUserResults } from './user-results.ts';

interface PaletteProps {
  area: Area;
  onClose: () => void;
}

interface AreaPaletteProps extends PaletteProps {
  useResults: (query: PaletteQuery) => PaletteResults;
}

/** The palette of one area: `useResults` searches its records, pages and quick actions match by label. */
function AreaPalette({ area, onClose, useResults }: AreaPaletteProps) {
  const t = useText('frame/palette');
  const ui = useUiText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), limits.searchDebounceMs);
  const goTo = (to: string) => {
    onClose();
    void navigate(to);
  };
  const pages = usePalettePages(area, typed, goTo);
  const results = useResults({ typed: typed.trim(), search, goTo, onClose });
  const isWaiting = results.isSearching || (typed.trim() !== search && typed.trim() !== '');
  return (
    <CommandDialog
      onClose={onClose}
      title={ui('shell.palette')}
      placeholder={t(area)}
      value={typed}
      onChange={(text) => setTyped(text.slice(0, limits.searchMax))}
      // Pages come first because they match immediately; later results below them do not move the selection.
      groups={[...pages, ...(isWaiting ? [] : results.groups)]}
      empty={t('none')}
      busy={isWaiting ? t('searching') : undefined}
    />
  );
}

/** The command palette (Ctrl/Cmd+K): opens a page, finds a patient or an exam, starts an upload or a request. */
export function Palette({ area, onClose }: PaletteProps) {
  switch (area) {
    case 'center':
      return <AreaPalette area={area} onClose={onClose} useResults={useCenterResults} />;
    case 'doctor':
      return <AreaPalette area={area} onClose={onClose} useResults={useDoctorResults} />;
    case 'admin':
      return <AreaPalette area={area} onClose={onClose} useResults={useUserResults} />;
  }
}
