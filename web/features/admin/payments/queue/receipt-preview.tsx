import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FileText } from '../../../../ui/icons.tsx';
import { contentTypeOf } from '../../../../lib/call.ts';
import { t } from '../../../../lib/i18n.ts';
import { ExternalLink } from '../../../../ui/external-link.tsx';
import { Skeleton } from '../../../../ui/frames.tsx';

/** A payment's receipt: a picture as itself, a document as a card; either opens in a new tab. */
export function ReceiptPreview({ url }: { url: string | null }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm text-muted">{t('admin.payments.receipt')}</p>
      {url ? <Receipt url={url} /> : <p>{t('admin.payments.noReceipt')}</p>}
    </div>
  );
}

function Receipt({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  const type = useQuery({ queryKey: ['content-type', url], queryFn: ({ signal }) => contentTypeOf(url, signal) });
  if (type.isPending) return <Skeleton className="h-32" />;
  if (type.isError || broken) {
    return <p className="text-sm text-danger">{t('admin.payments.receiptBroken')}</p>;
  }
  if (!type.data.startsWith('image/')) {
    return (
      <div className="flex items-center gap-2 rounded-md border border-line p-3">
        <FileText aria-hidden className="size-5 shrink-0 text-muted" />
        <ExternalLink href={url}>{t('admin.payments.openDocument')}</ExternalLink>
      </div>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="self-start overflow-hidden rounded-md border border-line"
    >
      <img
        src={url}
        alt={t('admin.payments.receiptAlt')}
        onError={() => setBroken(true)}
        className="max-h-48 w-auto object-contain"
      />
    </a>
  );
}
