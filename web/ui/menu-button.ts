/** How the button of a menu looks. */
export const MENU_BUTTON =
  'inline-flex min-h-8 min-w-8 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink';
