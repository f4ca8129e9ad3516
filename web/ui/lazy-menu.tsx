import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { MenuProps } from './menu.tsx';
import { MENU_BUTTON } from './menu-button.ts';
import { Tooltip } from './tooltip.tsx';

const load = () => import('./menu.tsx');

/** A `Menu` on a screen that is shown first: what draws its list is loaded when the button is pressed. */
export function LazyMenu(props: MenuProps) {
  const [loaded, setLoaded] = useState<{ Menu: ComponentType<MenuProps> } | null>(null);
  const frame = useRef<HTMLDivElement>(null);

  // The press that asked for the code opens the menu.
  useEffect(() => {
    const button = loaded && frame.current?.querySelector('button');
    if (!button) return;
    button.focus();
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }, [loaded]);

  return (
    <div ref={frame} className="flex">
      {loaded ? (
        <loaded.Menu {...props} />
      ) : (
        <Tooltip text={props.label}>
          <button
            type="button"
            aria-label={props.label}
            aria-haspopup="menu"
            aria-expanded={false}
            onPointerEnter={() => void load()}
            onClick={() => void load().then(setLoaded)}
            className={MENU_BUTTON}
          >
            {props.trigger}
          </button>
        </Tooltip>
      )}
    </div>
  );
}
