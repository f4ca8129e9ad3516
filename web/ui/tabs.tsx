import { type ReactNode, useEffect, useRef } from 'react';
import { formatNumber } from '../lib/i18n.ts';
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from './headless.ts';
import type { Icon } from './icons.tsx';
import { Together } from './together.tsx';

export interface TabItem {
  id: string;
  label: string;
  icon?: Icon;
  /** A number beside the label, e.g. how many wait. */
  count?: number;
  content: ReactNode;
}

interface TabsProps {
  /** The subject of the tabs, for screen readers. */
  label: string;
  tabs: TabItem[];
  /** Id of the open tab, where the caller keeps it. */
  value?: string;
  onChange?: (id: string) => void;
}

/** Tabs with arrow keys, in one row that scrolls sideways where there is no room for all of them. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const selected = value === undefined ? undefined : tabs.findIndex((tab) => tab.id === value);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In the next frame: with a new address the router first restores what was scrolled before.
    const frame = requestAnimationFrame(() => scrollToTab(list.current, selected ?? 0));
    return () => cancelAnimationFrame(frame);
  }, [selected]);
  const choose = (index: number) => {
    scrollToTab(list.current, index);
    onChange?.(tabs[index]?.id ?? '');
  };
  return (
    <TabGroup selectedIndex={selected} onChange={choose}>
      <TabList
        ref={list}
        aria-label={label}
        className="more-to-come -mx-1 flex overflow-x-auto overflow-y-hidden border-b border-line px-1 max-sm:[scrollbar-width:none] sm:[scrollbar-width:thin]"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            className="-mb-px inline-flex items-center gap-2 border-b-2 border-transparent px-2 py-2.5 font-medium whitespace-nowrap text-muted transition-colors not-data-focus:outline-none hover:text-ink focus-visible:-outline-offset-2 data-selected:border-accent data-selected:text-accent"
          >
            {tab.icon && <tab.icon aria-hidden className="size-4" />}
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="rounded-full bg-accent-soft px-1.5 text-xs font-semibold text-accent">
                {formatNumber(tab.count)}
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      <TabPanels className="pt-5">
        {tabs.map((tab) => (
          <TabPanel key={tab.id} className="rounded-md">
            <Together>{tab.content}</Together>
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}

/** How many pixels of the next tab stay visible, to show that there is one. */
const NEIGHBOUR = 24;

/** Scrolls the list, and never the page, until the whole of a tab can be seen. */
function scrollToTab(list: HTMLElement | null, index: number): void {
  const tab = list?.children[index]?.getBoundingClientRect();
  if (!list || !tab) return;
  const { left, right } = list.getBoundingClientRect();
  if (tab.left - NEIGHBOUR < left) list.scrollLeft -= left - tab.left + NEIGHBOUR;
  else if (tab.right + NEIGHBOUR > right) list.scrollLeft += tab.right - right + NEIGHBOUR;
}
