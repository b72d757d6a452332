import { ChevronDown } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { DarkMenu } from './dark-menu.tsx';
import { findPreset, type Preset, presetsOf } from './presets.ts';

/** Returns a preset's name: from the file, its percentiles, or the part of the body. */
export function usePresetName(): (preset: Preset | undefined) => string {
  const t = useText('viewer');
  return (preset) => {
    if (preset === undefined) return t('presets.custom');
    if (preset.range)
      return t('presets.percentile', { low: String(preset.range.low), high: String(preset.range.high) });
    if (preset.key !== 'fromFile' && preset.key !== 'percentile') return t(`presets.${preset.key}`);
    return (
      preset.name ??
      (preset.number === undefined
        ? t('presets.fromFile')
        : t('presets.fromFileNumber', { number: String(preset.number) }))
    );
  };
}

/** Shows the current window and the presets to choose from. */
export function PresetMenu({ viewer, pane }: { viewer: Viewer; pane: PaneState | undefined }) {
  const t = useText('viewer');
  const nameOf = usePresetName();
  const presets = presetsOf(pane);
  const current = findPreset(presets, pane?.window);
  if (presets.length === 0) return null;
  const formatWindow = ({ width, center }: { width: number; center: number }) =>
    t('pane.window', { width: String(Math.round(width)), center: String(Math.round(center)) });
  return (
    <DarkMenu
      trigger={
        <button
          type="button"
          aria-label={`${t('presets.label')}: ${nameOf(current)}`}
          className="inline-flex h-9 shrink-0 items-center gap-2 rounded-card bg-v-raised px-2.5 text-small font-strong focus-visible:outline-v-active"
        >
          {nameOf(current)}
          {pane?.window && (
            <span className="font-normal text-v-muted max-xl:hidden figures">{formatWindow(pane.window)}</span>
          )}
          <ChevronDown size={16} />
        </button>
      }
      items={presets.map((preset, index) => ({
        key: `${preset.key}${index}`,
        label: nameOf(preset),
        hint: index < 9 ? `${formatWindow(preset)} · ${index + 1}` : formatWindow(preset),
        checked: preset === current,
        onSelect: () => viewer.view.setWindow(preset),
      }))}
    />
  );
}
