import { useMutation } from '@tanstack/react-query';
import { type BrandSettings, checkHost, getBrandSettings } from '../../../src/resale/brands/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { storeRead } from '../../lib/reads.ts';
import { SmallButton } from '../../ui/button.tsx';
import { Card } from '../../ui/frames.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Badge, formatTime } from '../../ui/values.tsx';

type Host = NonNullable<BrandSettings['host']>;

const TONES = { waiting: 'warning', proven: 'success', missing: 'danger' } as const;

/** The record that shows whose the host name is, and whether the DNS has it. */
export function HostProof({ resellerId: id, host }: { resellerId: string; host: Host }) {
  const check = useMutation({
    mutationFn: () => call(checkHost, { params: { id } }),
    onSuccess: (answer) => storeRead(getBrandSettings, { id }, answer),
  });
  const { record, state, fault, checkedAt, servedUntil, certificate } = host;
  return (
    <Card
      title={t('brand.proof.title')}
      description={t('brand.proof.text')}
      actions={<Badge tone={TONES[state]}>{t(`brand.proof.state.${state}`)}</Badge>}
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-3 text-sm">
          <CopyValue label={t('brand.proof.type')} value="TXT" />
          <CopyValue label={t('brand.proof.name')} value={record.name} copy={t('brand.proof.copyName')} />
          <CopyValue label={t('brand.proof.value')} value={record.value} copy={t('brand.proof.copyValue')} />
        </dl>
        {fault && (
          <Notice tone="warning">
            {t(`brand.proof.fault.${fault}`)}
            {servedUntil && ` ${t('brand.proof.servedUntil', { time: formatTime(servedUntil) })}`}
          </Notice>
        )}
        <CertificateState certificate={certificate} />
        {check.error && <Refusal error={check.error} fallback={t('brand.proof.failed')} />}
        <div className="flex flex-wrap items-center gap-3">
          <SmallButton busy={check.isPending} onClick={() => check.mutate()}>
            {t('brand.proof.check')}
          </SmallButton>
          {checkedAt && (
            <span className="text-sm text-muted">{t('brand.proof.checked', { date: formatTime(checkedAt) })}</span>
          )}
        </div>
      </div>
    </Card>
  );
}

/** The certificate of the host name's server, once the name is proven. */
function CertificateState({ certificate: { until, fault } }: Pick<Host, 'certificate'>) {
  if (fault) return <Notice tone="warning">{t(`brand.certificate.${fault}`)}</Notice>;
  return until && <p className="text-sm text-muted">{t('brand.certificate.good', { date: formatTime(until) })}</p>;
}
