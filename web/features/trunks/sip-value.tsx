import { CopyButton } from '../../ui/copy-button.tsx';

/** A value to enter in a telephone system. Without `copy` it only stands for one. */
export function SipValue({ label, value, copy }: { label: string; value: string; copy?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex min-h-9 items-center gap-1">
        <bdi className="min-w-0 font-mono text-sm break-all">{value}</bdi>
        {copy && <CopyButton value={value} label={copy} />}
      </dd>
    </div>
  );
}
