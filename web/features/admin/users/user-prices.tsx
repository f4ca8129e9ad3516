import { useState } from 'react';
import { PRICED_SUBJECTS, type PricedSubject } from '../../../../db/enums.ts';
import { getAccountPrices, setAccountPrice, withdrawAccountPrice } from '../../../../src/admin/accounts/contract.ts';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { formatPercent, t } from '../../../lib/i18n.ts';
import { keyOf, reread, useRead } from '../../../lib/reads.ts';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { Only } from '../../../ui/only.tsx';
import { ReadFrame } from '../../../ui/frames.tsx';
import { toastRefusal } from '../../../ui/refusal.tsx';
import { formatTime } from '../../../ui/values.tsx';
import { subjectName } from '../../../ui/subject-name.ts';
import { OwnPriceDialog } from './own-price-dialog.tsx';

type Prices = ResponseOf<typeof getAccountPrices>;
type Price = Prices['prices'][number];

/** A price in words; neither a percentage nor a list: what everybody pays. */
export const priceText = ({ percent, list }: { percent: number | null; list: string | null }): string =>
  [
    ...(percent === null ? [] : [t('rates.rising.share', { percent: formatPercent(percent) })]),
    ...(list === null ? [] : [t('admin.ownPrices.list', { list })]),
  ].join(', ') || t('admin.ownPrices.everybody');

const textOf = ({ percent, deck }: Price) => priceText({ percent, list: deck?.name ?? null });

/** The prices of one account: present, announced and past ones. */
export function UserPrices({ userId: id }: { userId: string }) {
  const [setting, setSetting] = useState<PricedSubject | null>(null);
  const refresh = () => void reread(keyOf(getAccountPrices, { id }));
  const withdraw = (subject: PricedSubject) =>
    call(withdrawAccountPrice, { params: { id, subject } })
      .catch((error: Error) => toastRefusal(error, t('admin.ownPrices.failed')))
      .finally(refresh);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t('admin.ownPrices.text')}</p>
      <ReadFrame read={useRead(getAccountPrices, { id })}>
        {({ prices, decks }) => (
          <>
            <ul className="divide-y divide-line rounded-md border border-line">
              {PRICED_SUBJECTS.map((subject) => (
                <Subject
                  key={subject}
                  subject={subject}
                  prices={prices.filter((each) => each.subject === subject)}
                  onSet={() => setSetting(subject)}
                  onWithdraw={() => void withdraw(subject)}
                />
              ))}
            </ul>
            {prices.length > 0 && <History prices={prices} />}
            {setting && (
              <OwnPriceDialog
                userId={id}
                subject={setting}
                decks={decks.filter(({ service }) => service === setting)}
                onSet={refresh}
                onClose={() => setSetting(null)}
              />
            )}
          </>
        )}
      </ReadFrame>
    </div>
  );
}

interface SubjectProps {
  subject: PricedSubject;
  /** The prices of this subject, the newest first. */
  prices: readonly Price[];
  onSet: () => void;
  onWithdraw: () => void;
}

function Subject({ subject, prices, onSet, onWithdraw }: SubjectProps) {
  const now = new Date().toISOString();
  const held = prices.find(({ holdsFrom }) => holdsFrom <= now);
  const announced = prices.findLast(({ holdsFrom }) => holdsFrom > now);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-3 py-2.5">
      <div className="min-w-0">
        <p className="font-medium">{subjectName(subject)}</p>
        <p className="text-sm wrap-anywhere text-muted">{held ? textOf(held) : t('admin.ownPrices.everybody')}</p>
        {announced && (
          <p className="text-sm wrap-anywhere">
            {t('admin.ownPrices.from', { date: formatTime(announced.holdsFrom), price: textOf(announced) })}
          </p>
        )}
      </div>
      <Only may={setAccountPrice}>
        <div className="flex flex-wrap gap-2">
          {announced && (
            <Button variant="ghost" size="sm" onClick={onWithdraw}>
              {t('admin.ownPrices.withdraw')}
            </Button>
          )}
          <SmallButton onClick={onSet}>{t('admin.ownPrices.set')}</SmallButton>
        </div>
      </Only>
    </li>
  );
}

const History = ({ prices }: { prices: readonly Price[] }) => (
  <section className="flex flex-col gap-2">
    <h3 className="font-semibold">{t('admin.ownPrices.history')}</h3>
    <ul className="flex flex-col gap-2 text-sm">
      {prices.map((each) => (
        <li key={`${each.subject} ${each.holdsFrom}`} className="wrap-anywhere">
          {subjectName(each.subject)} ·{' '}
          {t('admin.ownPrices.from', { date: formatTime(each.holdsFrom), price: textOf(each) })}
          <span className="block text-muted">
            {t('admin.ownPrices.by', { date: formatTime(each.setAt), email: each.setBy ?? '–' })}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
