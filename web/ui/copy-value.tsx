import { CopyButton } from './copy-button.tsx';
import { Fact } from './values.tsx';

/** A value to enter elsewhere, as in a telephone system. Without `copy` it only stands for one. */
export function CopyValue({ label, value, copy }: { label: string; value: string; copy?: string }) {
  return (
    <Fact label={label} look="flex min-h-9 items-center gap-1">
      <bdi className="min-w-0 font-mono text-sm break-all">{value}</bdi>
      {copy && <CopyButton value={value} label={copy} />}
    </Fact>
  );
}
