import { Ellipsis, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useText, useUiText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import type { ExamItem } from '../../../../viewer/measure/known-images.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { keyImageButton, toolButtons } from '../keyboard/tool-buttons.ts';
import { DarkMenu } from '../toolbar/dark-menu.tsx';
import { toLabel } from './to-label.ts';
import { useMeasurementText } from './use-measurement-text.ts';

/** Returns what an item is called: its kind, and its label or value. */
export function useItemName(): (item: ExamItem) => string {
  const t = useText('viewer');
  const { mainValueOf } = useMeasurementText();
  return ({ kind, label, stats }) => {
    const what = t(kind === 'key-image' ? 'tools.keyImage' : `tools.${kind}`);
    return [what, label || mainValueOf(stats)].filter(Boolean).join(' ');
  };
}

function RenameForm({ item, name, viewer, onDone }: ItemRowProps & { name: string; onDone: () => void }) {
  const t = useText('viewer');
  const ui = useUiText();
  const [text, setText] = useState(item.label ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    viewer.measurements.rename(item, toLabel(text));
    onDone();
  };
  return (
    <form onSubmit={submit} className="flex flex-1 flex-wrap items-center gap-2 py-1.5">
      <TextInput
        autoFocus
        aria-label={t('measure.renameLabel', { what: name })}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation(); // the panel would close
          onDone();
        }}
        className="min-w-0 flex-1"
      />
      <Button type="submit" size="small" variant="primary">
        {ui('action.save')}
      </Button>
      <Button size="small" onClick={onDone}>
        {ui('action.cancel')}
      </Button>
    </form>
  );
}

interface ItemRowProps {
  viewer: Viewer;
  item: ExamItem;
}

/** One item of the list: a press shows its image; it can be renamed, copied and removed. */
export function ItemRow({ viewer, item, onChoose }: ItemRowProps & { onChoose: (() => void) | undefined }) {
  const t = useText('viewer');
  const toast = useToast();
  const { mainValueOf, linesOf } = useMeasurementText();
  const [isRenaming, setIsRenaming] = useState(false);
  const name = useItemName()(item);
  const { icon: Icon } = item.kind === 'key-image' ? keyImageButton : toolButtons[item.kind];
  if (isRenaming)
    return (
      <li className="flex items-center border-b border-v-line px-2">
        <RenameForm {...{ viewer, item, name }} onDone={() => setIsRenaming(false)} />
      </li>
    );
  const copyValue = () => {
    const value = item.stats ? linesOf(item.stats, item.label).join(', ') : name;
    navigator.clipboard
      .writeText(`${t(item.kind === 'key-image' ? 'tools.keyImage' : `tools.${item.kind}`)}: ${value}`)
      .then(() => toast({ title: t('measure.copied') }), console.error);
  };
  const copyHere = () => {
    const { panes, active } = viewer.getSnapshot();
    const imageId = panes[active]?.frames[panes[active].index]?.imageId;
    if (imageId !== undefined) viewer.measurements.copyTo(item, imageId);
  };
  const actions = [
    { key: 'rename', label: t('measure.rename'), onSelect: () => setIsRenaming(true) },
    { key: 'value', label: t('measure.copyValue'), onSelect: copyValue },
    { key: 'here', label: t('measure.copyHere'), onSelect: copyHere },
  ];
  // a key image has no value, and what lies in a plane belongs to no image
  const actionCount = item.kind === 'key-image' ? 1 : 'plane' in item.on ? 2 : 3;
  return (
    <li className="flex items-center gap-1 border-b border-v-line">
      <button
        type="button"
        disabled={!onChoose}
        onClick={onChoose}
        className="flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-card px-2 text-left text-body hover:bg-v-raised focus-visible:outline-v-active"
      >
        <Icon size={18} strokeWidth={1.75} className="shrink-0 text-v-measure" />
        <span className="min-w-0 flex-1 truncate figures">{name}</span>
        {item.label && <span className="shrink-0 text-small text-v-muted figures">{mainValueOf(item.stats)}</span>}
      </button>
      <DarkMenu
        trigger={<IconButton icon={Ellipsis} label={t('measure.more', { what: name })} hasTooltip={false} />}
        items={actions.slice(0, actionCount)}
      />
      <IconButton
        icon={Trash2}
        label={t('measure.remove', { what: name })}
        onClick={() => viewer.measurements.remove([item])}
      />
    </li>
  );
}
