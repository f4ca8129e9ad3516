import {
  type ApprovalRequest,
  isOfPrices,
  type WantedLimits,
  type WantedPrices,
} from '../../../src/callers/approvals/contract.ts';
import { destinationName } from '../../lib/destination-name.ts';
import { formatNumber, formatPercent, t } from '../../lib/i18n.ts';
import { subjectName } from '../../ui/subject-name.ts';
import { priceText } from './users/user-prices.tsx';
import { nameOf, valueText } from '../../ui/setting-value.ts';
import { formatPounds, formatTime } from '../../ui/values.tsx';

/** Describes in words the change that one administrator wants and another one has to agree to. */
export function sentenceOf({ wanted, subject }: ApprovalRequest): string {
  if (isOfPrices(wanted)) return pricesSentence(wanted, subject);
  switch (wanted.kind) {
    case 'payment': {
      const amount = formatPounds(wanted.receivedAmount ?? wanted.amount);
      return t('admin.approvalRequest.payment', { amount, hash: wanted.transactionHash });
    }
    case 'adjustment': {
      const amount = formatPounds(wanted.amount);
      return t('admin.approvalRequest.adjustment', { email: subject, amount, reason: wanted.reason });
    }
    case 'administrator':
      return t('admin.approvalRequest.administrator', { email: subject, name: wanted.fullName });
    case 'duty':
      return t('admin.approvalRequest.duty', { email: subject, duty: t(`admin.users.duty.${wanted.duty ?? 'all'}`) });
    case 'factor_reset':
      return t('admin.approvalRequest.factorReset', { email: subject });
    case 'admin_status':
      return t(`admin.approvalRequest.${wanted.status === 'active' ? 'adminActive' : 'adminSuspended'}`, {
        email: subject,
      });
    case 'reversal': {
      const { email, amount, reason } = wanted;
      return t('admin.approvalRequest.reversal', { email, amount: formatPounds(amount), reason });
    }
    case 'transfer': {
      const { customer, direction } = wanted;
      const [email, to] = direction === 'to_customer' ? [subject, customer] : [customer, subject];
      return t('admin.approvalRequest.transfer', { email, customer: to, amount: formatPounds(wanted.amount) });
    }
    case 'setting': {
      const [before, after] = [valueText(wanted.name, wanted.before), valueText(wanted.name, wanted.after)];
      return t('admin.approvalRequest.setting', { name: nameOf(wanted), before, after });
    }
    case 'letter':
      return t('admin.approvalRequest.letter', { subject });
    case 'kept_settings': {
      const { names, shown } = wanted;
      const each = names.map((name) => `${name}: ${shown[name] ?? t('admin.kept.hidden')}`);
      return t('admin.approvalRequest.keptSettings', { settings: each.join(' · ') });
    }
    case 'account_price': {
      const list =
        wanted.deckId ?? wanted.destinations.map(({ prefix, rate }) => `${prefix} ${formatPounds(rate)}`).join(', ');
      const price = priceText({ percent: wanted.percent, list: list || null });
      return t('admin.approvalRequest.accountPrice', { email: subject, what: subjectName(wanted.subject), price });
    }
    case 'limit_lift':
    case 'limits':
    case 'destinations':
    case 'calls_at_once':
      return limitSentence(wanted, subject);
  }
}

function limitSentence(wanted: WantedLimits, email: string): string {
  switch (wanted.kind) {
    case 'limit_lift':
      return t('admin.approvalRequest.limitLift', { email });
    case 'limits': {
      const countries = Object.entries(wanted.countries).map(([code, limit]) => `${code}: ${pounds(limit)}`);
      const [day, country] = [pounds(wanted.dailyLimit), pounds(wanted.countryLimit)];
      const sentence = t('admin.approvalRequest.limits', { email, day, country });
      return [sentence, ...countries].join(' · ');
    }
    case 'destinations': {
      const destinations = wanted.destinations.map(destinationName).join(', ');
      return t('admin.approvalRequest.destinations', { email, destinations, reason: wanted.reason });
    }
    case 'calls_at_once': {
      const { callsAtOnce } = wanted;
      const count = callsAtOnce === null ? t('limits.none') : formatNumber(callsAtOnce);
      return t('admin.approvalRequest.callsAtOnce', { email, count });
    }
  }
}

function pricesSentence(wanted: WantedPrices, subject: string): string {
  switch (wanted.kind) {
    case 'rate_use': {
      const service = t(`rates.service.${wanted.service}`);
      const deck = wanted.deck?.name ?? t('rates.use.flat');
      const resellers = wanted.resellerDeck?.name ?? deck;
      const percent = formatPercent(wanted.resellerPercent);
      return t('admin.approvalRequest.rateUse', { service, deck, resellers, percent });
    }
    case 'rate_import': {
      const { fileName: file, validFrom } = wanted;
      const sentence = t('admin.approvalRequest.rateImport', {
        ...{ file, deck: subject, added: wanted.added, dearer: wanted.dearer },
        ...{ cheaper: wanted.cheaper, gone: wanted.gone },
      });
      const closes = t('admin.approvalRequest.rateCloses', { closed: wanted.closed });
      return [
        sentence,
        ...(wanted.closed > 0 ? [closes] : []),
        ...(validFrom === null ? [] : [formatTime(validFrom)]),
      ].join(' · ');
    }
    case 'rate_undo':
      return t('admin.approvalRequest.rateUndo', { file: wanted.fileName, deck: subject });
    case 'rate_delete':
      return t('admin.approvalRequest.rateDelete', { deck: subject });
    case 'rate_below_cost':
      return t('admin.approvalRequest.rateBelowCost', { deck: subject });
    case 'route_order': {
      const [what, order] = [t(`rates.routing.${wanted.service}`), t(`rates.routing.${wanted.by}`)];
      return t('admin.approvalRequest.routeOrder', { what, order });
    }
  }
}

const pounds = (limit: string | null): string => (limit === null ? t('limits.none') : formatPounds(limit));
