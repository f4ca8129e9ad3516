import { REASON_NAMES, REASONS } from '../../../src/shared/reasons.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';

/** Explains each `error` that a recipient can have, and a customer's choices after it. */
export const ReasonsCard = () => (
  <Card title={t('apiDocs.reasons.title')} description={t('apiDocs.reasons.description')}>
    <dl className="flex flex-col gap-3">
      {REASON_NAMES.map((reason) => (
        <div key={reason}>
          <dt className="font-mono text-sm break-words" dir="ltr" lang="en">
            {REASONS[reason]}
          </dt>
          <dd className="text-sm text-muted">{t(`sms.reasons.${reason}`)}</dd>
        </div>
      ))}
    </dl>
  </Card>
);
