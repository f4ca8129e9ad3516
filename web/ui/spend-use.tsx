import type { Limits } from '../../src/accounts/limits/contract.ts';
import { callingCodeName } from '../lib/calling-codes.ts';
import { t } from '../lib/i18n.ts';
import { comparePounds } from '../lib/pounds.ts';
import { formatPounds } from './values.tsx';
import { Progress } from './progress.tsx';

/** Shows today's cost of messages and calls, beside the limits that apply. */
export function SpendUse({ limits }: { limits: Limits }) {
  const { spentByCountry, countries, countryLimit } = limits;
  const codes = Object.keys(spentByCountry).toSorted((one, other) =>
    comparePounds(spentByCountry[other] ?? '0', spentByCountry[one] ?? '0'),
  );
  return (
    <ul className="flex flex-col gap-3">
      <Use name={t('limits.today')} spent={limits.spentToday} limit={limits.dailyLimit} />
      {limits.resellerLimit !== null && (
        <Use name={t('limits.ofReseller')} spent={limits.spentToday} limit={limits.resellerLimit} />
      )}
      {codes.map((code) => (
        <Use
          key={code}
          name={`${callingCodeName(code)} (${code})`}
          spent={spentByCountry[code] ?? '0.00'}
          limit={code in countries ? (countries[code] ?? null) : countryLimit}
        />
      ))}
    </ul>
  );
}

function Use({ name, spent, limit }: { name: string; spent: string; limit: string | null }) {
  const text =
    limit === null
      ? t('limits.spent', { spent: formatPounds(spent) })
      : t('limits.spentOf', { spent: formatPounds(spent), limit: formatPounds(limit) });
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <bdi className="font-medium">{name}</bdi>
        <span className="text-muted">{text}</span>
      </p>
      {limit !== null && <Progress label={name} value={share(spent, limit)} />}
    </li>
  );
}

/** 0 to 100. A limit may be lowered below what is spent, and zero is reached from the start. */
const share = (spent: string, limit: string): number =>
  comparePounds(spent, limit) >= 0 ? 100 : (Number(spent) / Number(limit)) * 100;
