import { Copy } from './icons.tsx';
import { IconButton } from './button.tsx';
import { copyText } from './copy-text.ts';

interface CopyButtonProps {
  value: string;
  /** The text of the button, e.g. "Copy address". */
  label: string;
  onCopied?: () => void;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ value, label, onCopied }: CopyButtonProps) {
  return (
    <IconButton
      label={label}
      icon={Copy}
      onClick={async () => {
        if (await copyText(value)) onCopied?.();
      }}
    />
  );
}
