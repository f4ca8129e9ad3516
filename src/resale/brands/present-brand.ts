import type { brands } from '../../../db/schema/index.ts';
import type { Brand, BrandSettings } from './contract.ts';
import { MISSING_HOURS, recordOf } from './host/record.ts';
import { readBanner } from '../../platform/kit/banner.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

export type BrandRow = typeof brands.$inferSelect;

/** The public part of a brand. */
export const presentBrand = ({ logoId, ...row }: BrandRow): Brand => ({
  name: row.name,
  color: row.color,
  supportEmail: row.supportEmail,
  supportChat: row.supportChat,
  supportWhatsApp: row.supportWhatsApp,
  cryptoPayments: row.cryptoPayments,
  logoUrl: logoId && `/api/brands/${logoId}/logo`,
});

/** The brand as its reseller sees it. */
export const presentSettings = (row: BrandRow): BrandSettings => ({
  ...presentBrand(row),
  banner: readBanner(row.banner),
  hostName: row.hostName,
  host: row.hostName === null ? null : presentHost({ ...row, hostName: row.hostName }),
});

const presentHost = (row: BrandRow & { hostName: string }): BrandSettings['host'] => ({
  record: recordOf(row),
  state: row.hostProvenAt === null ? 'waiting' : row.hostMissingSince === null ? 'proven' : 'missing',
  fault: row.hostFault,
  provenAt: row.hostProvenAt?.toISOString() ?? null,
  checkedAt: row.hostCheckedAt?.toISOString() ?? null,
  servedUntil: row.hostMissingSince
    ? new Date(row.hostMissingSince.getTime() + MISSING_HOURS * HOUR_MS).toISOString()
    : null,
  certificate: { until: row.certificateUntil?.toISOString() ?? null, fault: row.certificateFault },
});
