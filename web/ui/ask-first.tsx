import { type ComponentProps, type ReactNode, useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { type Button, SmallButton } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import type { Icon } from './icons.tsx';
import { Refusal } from './refusal.tsx';

interface AskFirstProps<Done> {
  /** The text of the button, and of the one that confirms. */
  label: string;
  /** The confirming button's own text, if it has one. */
  confirmLabel?: string;
  /** The button's name for screen readers, where its text is that of other buttons, too. */
  nameOf?: string;
  icon?: Icon;
  className?: string;
  disabled?: boolean;
  /** What the button looks like, if it is no small and quiet one. */
  look?: Omit<ComponentProps<typeof Button>, 'onClick'>;
  /** Another button, which asks. */
  button?: (ask: () => void) => ReactNode;
  title: ReactNode;
  description?: string;
  keepLabel?: string;
  danger?: boolean;
  action: UseMutationResult<Done, Error, void>;
  /** The message if the action fails: the question stays open with it. Without one, the action tells of it by itself. */
  failed?: string;
  /** More about the action, below the question. */
  children?: ReactNode;
}

/** A button whose action is hard to undo, with the question before it. */
export function AskFirst<Done>({
  label,
  confirmLabel = label,
  nameOf,
  icon,
  className,
  disabled,
  look,
  button,
  action,
  failed,
  children,
  ...question
}: AskFirstProps<Done>) {
  const [asking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  const close = () => {
    setAsking(false);
    if (action.isError) action.reset();
  };
  return (
    <>
      {button?.(ask) ?? (
        <SmallButton aria-label={nameOf} onClick={ask} {...{ icon, className, disabled, children: label, ...look }} />
      )}
      <ConfirmDialog
        {...question}
        open={asking}
        onClose={close}
        confirmLabel={confirmLabel}
        busy={action.isPending}
        onConfirm={() => action.mutate(undefined, failed === undefined ? { onSettled: close } : { onSuccess: close })}
      >
        {asking && children}
        {failed !== undefined && action.error && <Refusal error={action.error} fallback={failed} />}
      </ConfirmDialog>
    </>
  );
}
