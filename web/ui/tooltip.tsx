import { cloneElement, type ComponentProps, type PointerEvent, type ReactElement, useId, useState } from 'react';

/** From the specification: the delay of the first tooltip, and how long after it others open at once. */
const DELAY_MILLISECONDS = 700;
const SKIP_MILLISECONDS = 300;

const HIDING = ['onPointerLeave', 'onPointerDown', 'onKeyDown', 'onBlur'] as const;

type Bubble = (typeof import('./tooltip-bubble.tsx'))['default'];
let bubble: Promise<Bubble | null> | undefined;

/** The code that draws tooltips; null if it cannot be loaded now. */
const loadBubble = (): Promise<Bubble | null> =>
  (bubble ??= import('./tooltip-bubble.tsx').then(
    ({ default: loaded }) => loaded,
    () => {
      bubble = undefined;
      return null;
    },
  ));

let hiddenAt = -Infinity;
/** Remembers when a tooltip was last hidden. */
const noteHidden = (): void => {
  hiddenAt = Date.now();
};
const wasJustHidden = (): boolean => Date.now() - hiddenAt < SKIP_MILLISECONDS;

/** Counts the attempts to show, so that no tooltip appears after the pointer has left. */
function countTurns() {
  let latest = 0;
  return {
    begin: (): (() => boolean) => {
      const mine = ++latest;
      return () => mine === latest;
    },
  };
}

interface TooltipProps {
  text: string;
  /** One control. */
  children: ReactElement<ComponentProps<'button'>>;
}

/**
 * A short explanation of the control inside it, on hover and on focus by the keyboard. What draws it is loaded with
 * the first one. It is drawn beside its control and not at the end of the page, so that it stays inside a landmark.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [shown, setShown] = useState<{ anchor: Element; Bubble: Bubble } | null>(null);
  const [turns] = useState(countTurns);
  const { props } = children;

  const show = (control: Element) => {
    const isLatest = turns.begin();
    const showNow = async () => {
      const Bubble = await loadBubble();
      if (Bubble && isLatest() && control.isConnected) setShown({ anchor: control, Bubble });
    };
    if (wasJustHidden()) return void showNow();
    void loadBubble();
    setTimeout(() => void showNow(), DELAY_MILLISECONDS);
  };
  const hide = () => {
    turns.begin();
    if (shown) noteHidden();
    setShown(null);
  };
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': shown && props['aria-label'] !== text ? id : props['aria-describedby'],
        onPointerEnter: (event: PointerEvent<HTMLButtonElement>) => {
          props.onPointerEnter?.(event);
          if (event.pointerType !== 'touch') show(event.currentTarget);
        },
        ...Object.fromEntries(HIDING.map((name) => [name, (event: never) => (hide(), props[name]?.(event))])),
        onFocus: (event) => {
          props.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget);
        },
      })}
      {shown && (
        <shown.Bubble id={id} anchor={shown.anchor}>
          {text}
        </shown.Bubble>
      )}
    </>
  );
}
