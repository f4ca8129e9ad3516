import { Route } from './icons.tsx';
import type { SmsAttempt } from '../../src/services/messaging/attempt-contract.ts';
import { traceSms } from '../../src/services/messaging/history-contract.ts';
import { carrierName } from '../../src/shared/carrier-names.ts';
import { t } from '../lib/i18n.ts';
import { usePagedList } from '../lib/use-paged-list.ts';
import { useBrand } from '../state/brand.ts';
import { Drawer } from './drawer.tsx';
import { EmptyState, ListFrame } from './frames.tsx';
import { Badge, Time, formatPounds } from './values.tsx';
import { WithNumbers } from './with-numbers.tsx';

const TONES = { charged: 'neutral', held: 'warning', refunded: 'success' } as const;

interface RouteTraceProps {
  /** The account that sent it. */
  userId: string;
  messageId: string;
  onClose: () => void;
}

/** Which carriers were tried, what each answered, and what that meant for the money. */
export function RouteTrace({ userId: id, messageId, onClose }: RouteTraceProps) {
  const list = usePagedList(traceSms, { params: { id, messageId } });
  return (
    <Drawer onClose={onClose} title={t('sms.trace.title')} description={t('sms.trace.text')}>
      <ListFrame
        list={list}
        skeletonRows={4}
        empty={<EmptyState icon={Route} title={t('sms.trace.empty')} description={t('sms.trace.emptyHint')} />}
      >
        <ol aria-label={t('sms.trace.title')} className="flex flex-col gap-4">
          {list.rows.map((attempt) => (
            <Attempt key={attempt.id} attempt={attempt} />
          ))}
        </ol>
      </ListFrame>
    </Drawer>
  );
}

/** The carrier's own code and words, and why it was chosen, are there for administrators only. */
function Attempt({ attempt }: { attempt: SmsAttempt }) {
  // A reseller's customers must not see which carriers these are.
  const isBranded = useBrand() !== null;
  const technical = [attempt.code, attempt.detail].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-col gap-0.5 border-s-2 border-line ps-3">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">
          {t(`sms.trace.answers.${attempt.answer}`, {
            name: isBranded ? t('apiDocs.providers.one') : carrierName(attempt.provider),
          })}
        </span>
        <Badge tone={TONES[attempt.money]}>{t(`sms.trace.money.${attempt.money}`)}</Badge>
      </span>
      <span>{attempt.words}</span>
      <span className="flex flex-wrap gap-x-3 text-sm text-muted">
        <WithNumbers>{attempt.number}</WithNumbers>
        <Time iso={attempt.at} />
      </span>
      {attempt.routeBy && attempt.routeCost && (
        <span className="text-sm text-muted">
          {t(`sms.trace.route.${attempt.routeBy}`, { cost: formatPounds(attempt.routeCost) })}
        </span>
      )}
      {(attempt.routeBy === 'share' || attempt.routeBy === 'plan') && attempt.routeCost === null && (
        <span className="text-sm text-muted">
          {t(attempt.routeBy === 'plan' ? 'sms.trace.byPlan' : 'sms.trace.byShare')}
        </span>
      )}
      {technical && <code className="font-mono text-sm break-all text-muted">{technical}</code>}
    </li>
  );
}
