import { useRef } from 'react';
import { SmallButton } from './button.tsx';
import { FileUp } from './icons.tsx';

interface FilePickerProps {
  label: string;
  /** The file name endings and media types. */
  accept: string;
  busy?: boolean;
  'aria-describedby'?: string;
  className?: string;
  onFile: (file: File) => void;
}

/** The button that chooses a file, for those who do not drop one. */
export function FilePicker({ label, accept, busy = false, onFile, ...button }: FilePickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <SmallButton {...button} busy={busy} icon={FileUp} onClick={() => picker.current?.click()}>
        {label}
      </SmallButton>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file chosen again must be a change again.
          target.value = '';
        }}
      />
    </>
  );
}
