import { type ComponentProps, use } from 'react';
import { type Icon, LoaderCircle } from './icons.tsx';
import { May } from './may.ts';
import { Tooltip } from './tooltip.tsx';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line-strong/60 bg-surface text-ink hover:bg-sunken',
  ghost: 'text-ink hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong',
} as const;

const SIZES = {
  sm: 'h-8 gap-1.5 px-2.5 text-sm',
  md: 'h-9 gap-2 px-3.5 text-base',
  lg: 'h-11 gap-2 px-5 text-lg',
} as const;

export type ButtonVariant = keyof typeof VARIANTS;
export type ButtonSize = keyof typeof SIZES;

/** The looks of a button for another element, e.g. a link. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
}: { variant?: ButtonVariant; size?: ButtonSize } = {}): string {
  return `inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55 ${SIZES[size]} ${VARIANTS[variant]}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and takes no clicks. */
  busy?: boolean;
  icon?: Icon;
  /** The endpoint that it leads to: it is absent where a person's role does not allow that. */
  may?: string;
}

/** A button. Its type is `button` unless it is told to submit. */
export function Button({
  variant,
  size,
  busy = false,
  icon: ButtonIcon,
  disabled,
  className = '',
  onClick,
  children,
  may = '',
  ...rest
}: ButtonProps) {
  const allowed = use(May);
  if (may && !allowed(may)) return null;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      // A busy button keeps the focus, which a disabled one would lose to the top of the page.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass({ variant, size })} ${className}`}
    >
      {busy ? (
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
      ) : (
        ButtonIcon && <ButtonIcon aria-hidden className="size-4" />
      )}
      {children}
    </button>
  );
}

/** A small and quiet one: beside a row, or at the head of a card. */
export const SmallButton = (props: Omit<ButtonProps, 'variant' | 'size'>) => (
  <Button variant="secondary" size="sm" {...props} />
);

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its action; read aloud, and shown in a tooltip. */
  label: string;
  icon: Icon;
  iconClass?: string;
  /** As a `Button`'s. */
  may?: string;
}

/** A square button with an icon only. */
export function IconButton({
  label,
  icon: ButtonIcon,
  iconClass = 'size-4',
  className = '',
  may = '',
  ...rest
}: IconButtonProps) {
  const allowed = use(May);
  if (may && !allowed(may)) return null;
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink disabled:pointer-events-none disabled:opacity-55 ${className}`}
      >
        <ButtonIcon aria-hidden className={iconClass} />
      </button>
    </Tooltip>
  );
}
