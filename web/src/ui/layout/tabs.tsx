import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  count?: number;
}

export interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
  /** The current tab's content. */
  children: ReactNode;
}

/** Tabs of one list or page. They scroll horizontally on a phone, to the current one. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, children }: TabsProps<Value>) {
  const selectTab = (selected: string) => {
    const tab = tabs.find((candidate) => candidate.value === selected);
    if (tab) onChange(tab.value);
  };
  return (
    <Radix.Root value={value} onValueChange={selectTab}>
      <Radix.List
        aria-label={label}
        className="flex gap-6 overflow-x-auto border-b border-line max-md:-mx-4 max-md:px-4 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            ref={tab.value === value ? scrollToMiddle : undefined}
            value={tab.value}
            className="flex min-h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-body font-medium text-ink-muted -outline-offset-2! hover:text-ink data-[state=active]:border-primary data-[state=active]:font-strong data-[state=active]:text-ink md:min-h-10"
          >
            {tab.label}
            {tab.count !== undefined && <span className="font-normal text-ink-muted figures">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} className="pt-5">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** Scrolls the list of tabs so that the current one stands in its middle. The page does not move. */
function scrollToMiddle(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (list) list.scrollLeft += middleOf(tab) - middleOf(list);
}

/** Returns where an element's middle is, in px from the left. */
function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
