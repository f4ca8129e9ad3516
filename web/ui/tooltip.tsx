import {
  cloneElement,
  type ComponentProps,
  lazy,
  type PointerEvent,
  type ReactElement,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

/** Of the specification: the first opens after so long, others within so long of it at once. */
const DELAY_MILLISECONDS = 700;
const SKIP_MILLISECONDS = 300;

const Bubble = lazy(() => import('./tooltip-bubble.tsx'));

/** When a tooltip was hidden last. */
let hiddenAt = -Infinity;

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
  const [anchor, setAnchor] = useState<Element | null>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const { props } = children;

  const show = (control: Element) => {
    clearTimeout(waiting.current);
    if (Date.now() - hiddenAt < SKIP_MILLISECONDS) setAnchor(control);
    else waiting.current = setTimeout(() => setAnchor(control), DELAY_MILLISECONDS);
  };
  const hide = () => {
    clearTimeout(waiting.current);
    if (anchor) hiddenAt = Date.now();
    setAnchor(null);
  };
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': anchor && props['aria-label'] !== text ? id : props['aria-describedby'],
        onPointerEnter: (event: PointerEvent<HTMLButtonElement>) => {
          props.onPointerEnter?.(event);
          if (event.pointerType !== 'touch') show(event.currentTarget);
        },
        onPointerLeave: both(props.onPointerLeave, hide),
        onPointerDown: both(props.onPointerDown, hide),
        onKeyDown: both(props.onKeyDown, hide),
        onBlur: both(props.onBlur, hide),
        onFocus: (event) => {
          props.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget);
        },
      })}
      {anchor && (
        <Suspense>
          <Bubble id={id} anchor={anchor}>
            {text}
          </Bubble>
        </Suspense>
      )}
    </>
  );
}

const both =
  <Event,>(own: ((event: Event) => void) | undefined, then: () => void) =>
  (event: Event): void => {
    own?.(event);
    then();
  };
