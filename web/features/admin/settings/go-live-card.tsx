import { CircleAlert, CircleCheck, CircleX } from '../../../ui/icons.tsx';
import { checkReadiness, type ReadinessItem } from '../../../../src/admin/go-live/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

/** Shows the needs of real business that are not met, their subjects, and the settings that change them. */
export function GoLiveCard() {
  const read = useRead(checkReadiness, {});
  return (
    <Card flush title={t('admin.goLive.title')} description={t('admin.goLive.text')}>
      <ReadFrame read={read} pending={<SkeletonRows rows={6} />}>
        {(items) => (
          <details open={countOf(items, 'missing') > 0} className="border-t border-line">
            <summary className="cursor-pointer px-5 py-3 font-medium">
              {t('admin.goLive.counts', {
                ready: formatNumber(countOf(items, 'ready')),
                all: formatNumber(items.length),
              })}
            </summary>
            <ul aria-label={t('admin.goLive.title')} className="divide-y divide-line border-t border-line">
              {items.map((item) => (
                <Row key={item.id} item={item} />
              ))}
            </ul>
          </details>
        )}
      </ReadFrame>
    </Card>
  );
}

const countOf = (items: readonly ReadinessItem[], state: ReadinessItem['state']): number =>
  items.filter((each) => each.state === state).length;

const LOOKS = {
  ready: { Icon: CircleCheck, className: 'text-success', tone: 'success' },
  attention: { Icon: CircleAlert, className: 'text-warning', tone: 'warning' },
  missing: { Icon: CircleX, className: 'text-danger', tone: 'danger' },
} as const;

function Row({ item: { id, state, names, settings } }: { item: ReadinessItem }) {
  const { Icon, className, tone } = LOOKS[state];
  return (
    <li className="flex items-start gap-3 px-5 py-3">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${className}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {t(`admin.goLive.items.${id}.title`)}
          <Badge tone={tone}>{t(`admin.goLive.state.${state}`)}</Badge>
        </p>
        {names.length > 0 && <bdi className="block text-sm break-words">{names.join(', ')}</bdi>}
        {state !== 'ready' && <p className="text-sm text-muted">{t(`admin.goLive.items.${id}.advice`)}</p>}
        {settings.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-1.5">
            {settings.map((name) => (
              <code key={name} dir="ltr" className="rounded bg-sunken px-1.5 py-0.5 text-sm">
                {name}
              </code>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
