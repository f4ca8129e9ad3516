import { type ReactNode, use } from 'react';
import { May } from './may.ts';
import { MENU_BUTTON } from './menu-button.ts';
import { Tooltip } from './tooltip.tsx';
import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from './headless.ts';
import type { Icon } from './icons.tsx';

export interface MenuAction {
  label: string;
  icon?: Icon;
  danger?: boolean;
  disabled?: boolean;
  /** As a `Button`'s. */
  may?: string;
  onSelect: () => void;
}

export interface MenuProps {
  /** The name of the button for a screen reader. */
  label: string;
  /** The content of the button. */
  trigger: ReactNode;
  actions: MenuAction[];
}

/**
 * A button that opens a list of actions, with arrow keys and type-ahead. The list stands beside its
 * button in the page, so that it belongs to the same landmark.
 */
export function Menu({ label, trigger, actions }: MenuProps) {
  const allowed = use(May);
  const shown = actions.filter(({ may }) => !may || allowed(may));
  if (shown.length === 0) return null;
  return (
    <HeadlessMenu as="div" className="relative flex">
      <Tooltip text={label}>
        <MenuButton aria-label={label} className={`${MENU_BUTTON} data-open:bg-sunken`}>
          {trigger}
        </MenuButton>
      </Tooltip>
      <MenuItems
        modal={false}
        className="absolute end-0 top-full z-50 mt-1 w-max min-w-44 rounded-md border border-line bg-surface p-1 shadow-raised focus:outline-none"
      >
        {shown.map((action) => (
          <MenuItem key={action.label} disabled={action.disabled}>
            <button
              type="button"
              onClick={action.onSelect}
              className={`flex w-full items-center gap-2 rounded-sm px-2.5 py-1.5 text-start data-disabled:opacity-55 data-focus:bg-sunken ${action.danger ? 'text-danger' : ''}`}
            >
              {action.icon && <action.icon aria-hidden className="size-4" />}
              {action.label}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </HeadlessMenu>
  );
}
