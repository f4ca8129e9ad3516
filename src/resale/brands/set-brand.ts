import { eq } from 'drizzle-orm';
import { brands, objects } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import { notifyOwner } from '../../callers/notify-owner.ts';
import type { Config } from '../../services/config.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, invalidField, sentence } from '../../platform/kit/errors.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';
import { isReseller } from '../../money/pricing/tariff.ts';
import type { BrandSettings, setBrand as endpoint } from './contract.ts';
import { GIVEN_UP_DAYS, holderOf, keepFromOthers } from './host/note-look.ts';
import { presentSettings } from './present-brand.ts';
import { carriesWellKnownName } from './well-known-names.ts';
import { requireUser } from '../../callers/require-user.ts';

/**
 * Sets the brand of a reseller whose package is running; a field that is left out is cleared.
 * @throws not_found, not_allowed_now, validation_failed (logo, host name)
 */
export async function setBrand(
  { tx, deps: { config }, actor }: { tx: Transaction; deps: { config: Config }; actor: Actor },
  { userId, body }: { userId: string; body: BodyOf<typeof endpoint> },
): Promise<{ brand: BrandSettings }> {
  const reseller = await requireUser(tx, userId);
  if (!isReseller(reseller, tx.now)) {
    throw new Problem('not_allowed_now', sentence('packageNeeded'));
  }
  if (carriesWellKnownName(body.name)) {
    throw invalidField('name', sentence('brandNameKnown'));
  }
  const hostName = body.hostName ? readHostName(config, body.hostName) : null;
  const isSame = await takeHost(tx, { userId, hostName });
  const set = {
    name: body.name,
    color: body.color ?? null,
    logoId: body.logoUrl ? await readLogo(tx, userId, body.logoUrl) : null,
    supportEmail: body.supportEmail ?? null,
    supportChat: body.supportChat ?? null,
    supportWhatsApp: body.supportWhatsApp ?? null,
    hostName,
    ...(isSame ? {} : UNPROVEN),
    cryptoPayments: body.cryptoPayments,
    banner: body.banner ? JSON.stringify(body.banner) : null,
    updatedAt: tx.now,
  };
  const [row] = await tx.db
    .insert(brands)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: brands.userId, set })
    .returning();
  if (!row) throw new Error('an insert returned no row');
  await audit(tx, actor, 'brand.changed', {
    subject: reseller.email,
    userId,
    detail: {
      name: row.name,
      hostName: row.hostName,
      hostChanged: !isSame,
      cryptoPayments: row.cryptoPayments,
      banner: body.banner?.text ?? null,
    },
  });
  if (hostName && !isSame) await notifyOwner(tx, userId, { what: 'host', name: hostName });
  return { brand: presentSettings(row) };
}

/** A new name needs a new proof. */
export const UNPROVEN = {
  ...{ hostProvenAt: null, hostCheckedAt: null, hostFault: null, hostMissingSince: null },
  ...{ certificateUntil: null, certificateFault: null },
};

/**
 * Notes the name that a brand gives up, and checks that no other brand has the new one. Anybody may enter any name:
 * only a proven name is reserved.
 * @returns whether the brand already has this name
 */
async function takeHost(
  tx: Transaction,
  { userId, hostName }: { userId: string; hostName: string | null },
): Promise<boolean> {
  const [before] = await tx.db.select().from(brands).where(eq(brands.userId, userId)).for('update');
  if (before?.hostName === hostName) return true;
  if (before?.hostName && before.hostProvenAt) {
    await keepFromOthers(tx, { userId, hostName: before.hostName });
  }
  const holder = hostName && (await holderOf(tx, { userId, hostName }));
  if (holder === 'has it') throw invalidField('hostName', sentence('hostTaken'));
  if (holder === 'had it') {
    throw invalidField('hostName', sentence('hostRests', { days: GIVEN_UP_DAYS }));
  }
  return false;
}

/** Refuses our own host name, its subdomains, and any name that contains it. */
function readHostName(config: Config, text: string): string {
  const hostName = parseHostName(text);
  const ours = new URL(config.publicUrl).hostname;
  if (!hostName || hostName.includes(ours)) {
    throw invalidField('hostName', sentence('hostRefused'));
  }
  return hostName;
}

/** An image that the reseller uploaded: once it is set, everybody may see it. */
async function readLogo(tx: Transaction, userId: string, path: string): Promise<string> {
  const id = /[0-9a-f-]{36}/.exec(path)?.[0] ?? '';
  const [object] = await tx.db.select().from(objects).where(eq(objects.id, id)).for('share');
  if (object?.ownerId !== userId || object.storedAt === null) {
    throw invalidField('logoUrl', sentence('logoAgain'));
  }
  if (!object.contentType?.startsWith('image/')) {
    throw invalidField('logoUrl', sentence('logoImage'));
  }
  return id;
}
