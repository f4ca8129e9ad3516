import { z } from 'zod';
import type { CarrierHost } from '../../port.ts';
import type { AvailableNumber, BuyResult, NumberCarries } from '../../number-port.ts';
import type { OwnNumber } from '../../incoming-sms.ts';
import { certainly, expectGone, expectOk, faultOfStatus, refusalFrom, success, withoutPlus } from '../http-carrier.ts';
import { refused } from '../faults.ts';
import type { PlivoApi } from './credential.ts';

const CARRIER = 'plivo';

/** The most numbers in one answer; an offset gives further ones. */
const PAGE = 20;
/** How many pages are searched for one number. */
const PAGES = 5;

/** Numbers of some countries have a `restriction`: Plivo sells them only after it has seen papers. */
const numberBody = z.object({
  number: z.string().min(1),
  restriction: z.string().nullish(),
  sms_enabled: z.boolean().nullish(),
  voice_enabled: z.boolean().nullish(),
});
const offered = z.object({ objects: z.array(numberBody) });
const bought = z.object({ numbers: z.array(z.object({ number: z.string(), status: z.string() })).min(1) });
const errorBody = z.object({ error: z.string() });
const applications = z.object({
  objects: z.array(
    z.object({
      app_id: z.string().min(1),
      answer_url: z.string().nullish(),
      hangup_url: z.string().nullish(),
      message_url: z.string().nullish(),
    }),
  ),
});
const application = z.object({ app_id: z.string().min(1) });
type Application = z.infer<typeof applications>['objects'][number];

/** A number for sale or of ours, and what Plivo says that it carries. */
function readOffer({
  number,
  sms_enabled: messages,
  voice_enabled: calls,
}: z.infer<typeof numberBody>): AvailableNumber {
  const said = typeof messages === 'boolean' && typeof calls === 'boolean';
  return { number: withPlus(number), ...(said && { carries: { messages, calls } }) };
}

/** Numbers at Plivo (plivo.com/docs/numbers, npm package plivo 4.79.0). A number is its own id there. */
export class PlivoNumbers {
  constructor(
    private readonly host: CarrierHost,
    private readonly api: PlivoApi,
  ) {}

  async available(countryCode: string, limit: number, exactly?: string): Promise<AvailableNumber[]> {
    const found: AvailableNumber[] = [];
    for (let page = 0; page < PAGES; page += 1) {
      const answer = await this.api.get('/PhoneNumber/', {
        country_iso: countryCode,
        services: 'voice,sms',
        limit: String(PAGE),
        offset: String(page * PAGE),
      });
      const { objects } = offered.parse(expectOk(answer, CARRIER));
      const free = objects.filter(({ restriction }) => !restriction).map(readOffer);
      found.push(...free.filter(({ number }) => !exactly || number === exactly));
      if (objects.length < PAGE || found.length >= (exactly ? 1 : limit)) break;
    }
    return found.slice(0, limit);
  }

  /**
   * It stores no reference of ours, but it sells a number only once: a number that is ours was bought before.
   */
  async buy(number: string): Promise<BuyResult> {
    if (await this.#owns(number)) return { kind: 'bought', carrierNumberId: number };
    const answer = await this.api.post(`/PhoneNumber/${withoutPlus(number)}/`, {});
    const status = success(answer, bought)?.numbers[0]?.status;
    if (status !== undefined) {
      if (/^success$/i.test(status)) return { kind: 'bought', carrierNumberId: number };
      // It waits for papers, and costs rent meanwhile.
      await this.release(number);
      return refused(status, 'other');
    }
    const refusal = refusalFrom(answer, { log: this.host.log, carrier: CARRIER }, (code, body) => ({
      code: errorBody.safeParse(body).data?.error.slice(0, 100) ?? String(code),
      fault: faultOfStatus(code),
    }));
    return certainly(refusal, CARRIER);
  }

  async release(number: string): Promise<void> {
    expectGone(await this.api.delete(`/Number/${withoutPlus(number)}/`), CARRIER);
  }

  /**
   * Messages and calls to a number go to the number's application: one of ours, which is made with the first number. One
   * that was made for messages only learns where calls go.
   */
  async setAddresses({ number }: OwnNumber, { messages, calls }: { messages: string; calls: string }): Promise<void> {
    const fields = {
      ...{ message_url: messages, message_method: 'POST' },
      ...{ answer_url: calls, answer_method: 'POST', hangup_url: calls, hangup_method: 'POST' },
    };
    const present = await this.#applicationFor(messages);
    const appId = present?.app_id ?? (await this.#makeApplication(fields));
    if (present && (present.answer_url !== calls || present.hangup_url !== calls)) {
      expectOk(await this.api.post(`/Application/${encodeURIComponent(appId)}/`, fields), CARRIER);
    }
    expectOk(await this.api.post(`/Number/${withoutPlus(number)}/`, { app_id: appId }), CARRIER);
  }

  async #applicationFor(address: string): Promise<Application | undefined> {
    for (let offset = 0; ; offset += PAGE) {
      const answer = await this.api.get('/Application/', { limit: String(PAGE), offset: String(offset) });
      const { objects } = applications.parse(expectOk(answer, CARRIER));
      const ours = objects.find(({ message_url: url }) => url === address);
      if (ours || objects.length < PAGE) return ours;
    }
  }

  async #makeApplication(fields: Record<string, string>): Promise<string> {
    const answer = await this.api.post('/Application/', { app_name: 'Topline-messages', ...fields });
    return application.parse(expectOk(answer, CARRIER)).app_id;
  }

  async carriesOf(number: string): Promise<NumberCarries | null> {
    return (await this.#owned(number))?.carries ?? null;
  }

  async #owns(number: string): Promise<boolean> {
    return (await this.#owned(number)) !== null;
  }

  async #owned(number: string): Promise<AvailableNumber | null> {
    const answer = await this.api.get(`/Number/${withoutPlus(number)}/`);
    if (answer.kind === 'answered' && answer.status === 404) return null;
    return readOffer(numberBody.parse(expectOk(answer, CARRIER)));
  }
}

const withPlus = (number: string): string => `+${withoutPlus(number)}`;
