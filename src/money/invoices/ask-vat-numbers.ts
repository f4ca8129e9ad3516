import { and, eq, isNotNull, isNull, lt, or, sql as template } from 'drizzle-orm';
import { z } from 'zod';
import { billingDetails } from '../../../db/schema/index.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/kit/durations.ts';
import { readSettings } from '../../platform/settings/read-settings.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';

export const ASK_VAT_NUMBERS_MS = 5 * MINUTE_MS;
const AT_ONCE = 20;
/** A number that was right may end: it is asked for again after this time. */
const AGAIN_MS = 30 * DAY_MS;
const WITHIN_MS = 15 * SECOND_MS;
const LONGEST = 100_000;

interface Answer {
  isValid: boolean;
  /** The consultation number, by which an office knows that it was asked; it needs a seller with a number of its own. */
  reference: string | null;
}

/**
 * Asks the offices about VAT numbers that they have not been asked for, or not for long: VIES about those of the European Union
 * and Northern Ireland, HMRC about British ones. Where an office gives no answer, what it said before holds.
 */
export async function askVatNumbers({ db, clock, config, log }: Deps): Promise<void> {
  const { vies, hmrc } = config.vatOffices;
  if (vies === null && hmrc === null) return;
  const now = clock.now();
  const { userId, vatNumber, vatCheckedAt } = billingDetails;
  const due = await db
    .select({ userId, vatNumber })
    .from(billingDetails)
    .where(
      and(
        isNotNull(vatNumber),
        or(isNull(vatCheckedAt), lt(vatCheckedAt, new Date(now.getTime() - AGAIN_MS))),
        // By chance, so that numbers which get no answer do not keep the others waiting.
        hmrc === null ? template`${vatNumber} !~ '^GB'` : vies === null ? template`${vatNumber} ~ '^GB'` : undefined,
      ),
    )
    .orderBy(template`random()`)
    .limit(AT_ONCE);
  const seller = (await readSettings(db, now, 'company_vat_number')).of('company_vat_number');
  for (const row of due) {
    const number = row.vatNumber ?? '';
    const answer = await ask(config.vatOffices, number, seller).catch((error: unknown) => {
      log.warn({ error, country: number.slice(0, 2) }, 'a VAT number got no answer');
      return null;
    });
    if (!answer) continue;
    await db
      .update(billingDetails)
      .set({ vatIsValid: answer.isValid, vatReference: answer.reference, vatCheckedAt: now })
      .where(and(eq(userId, row.userId), eq(vatNumber, number)));
  }
}

const ask = ({ vies, hmrc }: Config['vatOffices'], number: string, seller: string | null) =>
  number.startsWith('GB') ? askHmrc(hmrc, number, seller) : askVies(vies, number, seller);

const split = (number: string) => ({ country: number.slice(0, 2), digits: number.slice(2) });
const viesAnswer = z.object({
  valid: z.boolean(),
  /** Beside `valid: false`, where a country's office did not answer: the number may be valid. */
  userError: z.string().optional(),
  requestIdentifier: z.string().max(100).optional(),
});

/** By the description of VIES on the web (`check-vat-number`). */
async function askVies(url: string | null, number: string, seller: string | null): Promise<Answer | null> {
  if (url === null) return null;
  const { country: countryCode, digits: vatNumber } = split(number);
  const own = seller && !seller.startsWith('GB') ? split(seller) : null;
  const asked = own && { requesterMemberStateCode: own.country, requesterNumber: own.digits };
  const response = await send(`${url}/check-vat-number`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ countryCode, vatNumber, ...asked }),
  });
  const { valid, userError = 'INVALID', requestIdentifier } = read(response, viesAnswer);
  if (!valid && userError !== 'INVALID') throw new Error(`VIES answered ${userError}`);
  return { isValid: valid, reference: requestIdentifier || null };
}

const token = z.object({ access_token: z.string() });
const hmrcAnswer = z.object({ consultationNumber: z.string().max(100).optional() });

/** By HMRC's description of Check a UK VAT number, version 2; the address has the client's id and secret. */
async function askHmrc(url: string | null, number: string, seller: string | null): Promise<Answer | null> {
  if (url === null) return null;
  const { username, password, origin, pathname } = new URL(url);
  const base = origin + pathname.replace(/\/$/, '');
  const granted = await send(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', scope: 'read:vat' },
      ...{ client_id: decodeURIComponent(username), client_secret: decodeURIComponent(password) },
    }),
  });
  const own = seller?.startsWith('GB') ? `/${split(seller).digits}` : '';
  const { digits } = split(number);
  const response = await send(`${base}/organisations/vat/check-vat-number/lookup/${digits}${own}`, {
    headers: { accept: 'application/vnd.hmrc.2.0+json', authorization: `Bearer ${read(granted, token).access_token}` },
  });
  if (response.status === 404) return { isValid: false, reference: null };
  return { isValid: true, reference: read(response, hmrcAnswer).consultationNumber ?? null };
}

async function send(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const response = await fetch(url, { ...init, redirect: 'manual', signal });
  return { status: response.status, text: await response.text() };
}

function read<Body>({ status, text }: { status: number; text: string }, body: z.ZodType<Body>): Body {
  if (status !== 200 || text.length > LONGEST) throw new Error(`the office answered ${status}`);
  return body.parse(JSON.parse(text));
}
