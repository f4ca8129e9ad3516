import type { User } from '../../../../src/callers/contract.ts';
import type { Refusal } from '../../../../src/services/messaging/refusal-contract.ts';
import { destinationNames } from '../../../lib/destination-name.ts';
import { sentenceText } from '../../../lib/fault-text.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { useSupport } from '../../../state/brand.ts';
import { comparePounds } from '../../../lib/pounds.ts';
import { Link } from '../../../lib/router.ts';
import { formatPounds } from '../../../ui/values.tsx';
import { MediaWays } from '../../../ui/media-ways.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SupportLinks } from '../../../ui/support-links.tsx';
import { FaultLines } from './fault-lines.tsx';
import { partsText } from './personal-message.ts';
import type { Composing } from './use-compose.ts';

/** The dearest of them; the total has all. */
const DESTINATIONS_SHOWN = 6;

type Destination = NonNullable<Composing['priced']['quote']>['destinations'][number];

const lineOf = ({ name, rate, mms, recipients, cost }: Destination) =>
  rate === null
    ? ([t('rates.page.notSold'), formatNumber(recipients)] as const)
    : ([
        `${name ?? t('rates.page.all')} (${mms ? t('sms.media.each', { price: formatPounds(rate) }) : t('rates.page.per.sms', { price: formatPounds(rate) })})`,
        formatPounds(cost),
      ] as const);

/** Shows the price of a message, and its refusals, before it is sent. */
export function PriceSummary({ user, composing }: { user: User; composing: Composing }) {
  const { form, personal, priced } = composing;
  const { rate, quote, price, parts, encoding, perPart, optedOut, unfilled, refusals, ways, reached } = priced;
  const { message, media } = form.watch();
  const lines = [
    [t('sms.price.recipients'), formatNumber(reached - unfilled)],
    // With a link some texts are longer.
    ...(media ? [] : [[t('sms.price.parts'), message ? partsText(personal, parts) : '–']]),
    ...(quote
      ? quote.destinations.slice(0, DESTINATIONS_SHOWN).map(lineOf)
      : [[t('sms.price.rate'), formatPounds(rate)]]),
  ] as const;
  return (
    <>
      <dl className="flex flex-col gap-2">
        {lines.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {ways && <MediaWays ways={ways} />}
      {refusals && <Refusals {...refusals} />}
      {optedOut > 0 && <Notice tone="warning">{t('optOuts.leftOut', { count: optedOut })}</Notice>}
      {encoding === 'UCS-2' && <p className="text-sm text-muted">{t('sms.price.unicode', { count: perPart })}</p>}
      {comparePounds(price, user.credits) > 0 && (
        <Notice tone="warning">{t('sms.price.tooLittle', { balance: formatPounds(user.credits) })}</Notice>
      )}
    </>
  );
}

/** Says which countries of these recipients take no such sender. */
export function SenderCountries({ priced: { refusals } }: Pick<Composing, 'priced'>) {
  const { never = [], registration = [] } = refusals?.senderCountries ?? {};
  const { email, chat, whatsApp } = useSupport() ?? {};
  const key = email || chat || whatsApp ? 'sms.price.namesRegistered' : 'sms.price.namesUnregistered';
  return (
    <>
      {never.length > 0 && (
        <Notice tone="warning">{t('sms.price.namesNever', { countries: destinationNames(never) })}</Notice>
      )}
      {registration.length > 0 && (
        <Notice tone="warning">{t(key, { countries: destinationNames(registration) })}</Notice>
      )}
    </>
  );
}

const LINK = 'text-sm font-medium text-accent underline-offset-2 hover:underline';

interface RefusalsProps {
  /** How many there are; `refusals` has the first hundred. */
  refused: number;
  refusals: readonly Refusal[];
}

/** Shows the reasons to refuse a message and the recipients that are left out, and the ways out. */
function Refusals({ refused, refusals }: RefusalsProps) {
  if (refused === 0) return null;
  const linesOf = (fixedLines: boolean) => {
    const some = refusals.filter(({ code }) => (code === 'fixed_line') === fixedLines);
    // One sentence may stand for many numbers: those of a country, for example.
    return [...new Set(some.map(({ message, sentence }) => sentenceText(sentence, message)))];
  };
  const [reasons, leftOut] = [linesOf(false), linesOf(true)];
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      {reasons.length > 0 && <FaultLines tone="danger" label={t('sms.refused.title')} lines={reasons} />}
      {leftOut.length > 0 && <FaultLines tone="info" label={t('sms.refused.leftOut')} lines={leftOut} />}
      {refused > refusals.length && (
        <p className="text-sm">{t('sms.compose.moreFaults', { count: refused - refusals.length })}</p>
      )}
      {reasons.length > 0 && (
        <>
          <Link to="/dashboard" search={{ section: 'rates' }} className={LINK}>
            {t('sms.refused.rates')}
          </Link>
          {refusals.some(({ sentence }) => sentence?.code === 'destinationRose') && (
            <Link to="/settings" hash="limits" className={LINK}>
              {t('limits.state.change')}
            </Link>
          )}
          <SupportLinks className="text-sm" />
        </>
      )}
    </div>
  );
}
