import type { ComponentProps } from 'react';
import { buttonClass, type ButtonSize } from './button.tsx';
import { Download } from './icons.tsx';

/** A link to a file, which looks like a button. */
export function DownloadLink({ size, className = '', children, ...link }: ComponentProps<'a'> & { size?: ButtonSize }) {
  return (
    <a download {...link} className={`${buttonClass({ variant: 'secondary', size })} ${className}`}>
      <Download aria-hidden className="size-4" />
      {children}
    </a>
  );
}
