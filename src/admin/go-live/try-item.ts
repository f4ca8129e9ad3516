import { type Calling, audit } from '../../callers/audit.ts';
import { probeAndStore } from '../../carriers/probe.ts';
import { readBalance } from '../../money/chain/balances.ts';
import { COINS } from '../../money/payments/catalogue.ts';
import { priceAt } from '../../money/rates/look.ts';
import { answerWithin } from '../../platform/kit/answer-within.ts';
import { fromUnits } from '../../money/evidence/units.ts';
import { SECOND_MS } from '../../platform/kit/durations.ts';
import { transact } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { openMailTransport } from '../../platform/mail/transport.ts';
import { readKept } from '../../platform/settings/kept-settings.ts';
import type { Deps } from '../../services/deps.ts';
import type { TriedItem, TryableItem } from './contract.ts';

/** An administrator waits for the answer. */
const ANSWER_MS = 25 * SECOND_MS;

/** Tries what one line of the list is about, with what is outside, and says of each part what came back. Nothing is bought or moved. */
export async function tryItem({ deps, actor }: Calling<Deps>, item: TryableItem): Promise<TriedItem[]> {
  const tries = { mail, wallets, chains: wallets, rates, carriers }[item]({ deps, actor });
  const answers = await Promise.all(
    tries.map(async ({ name, act }) => {
      try {
        return { name, works: true, said: await answerWithin(ANSWER_MS, act()) };
      } catch (error) {
        return { name, works: false, said: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  const reason = answers.find(({ works }) => !works)?.said;
  if (item === 'mail') await transact(deps, (tx) => audit(tx, actor, 'mail.tried', { detail: { reason } }));
  return answers;
}

interface Try {
  name: string;
  /** The answer; it rejects where the thing does not work. */
  act: () => Promise<string>;
}
type Tries = (by: Calling<Deps>) => Try[];

/** A letter to the administrator themselves, without words: it goes out at once, and not by the queue. */
const mail: Tries = ({ deps: { db, clock, log, ...deps }, actor: { email } }) => [
  {
    name: email,
    act: async () => {
      // What was just saved, before this process begins again with it.
      const config = deps.config.withKept(await readKept(db, deps.config));
      const { from } = config.mail;
      await openMailTransport(config, log).send({
        messageId: `<${newId(clock)}@${from.split('@').at(-1)}>`,
        date: clock.now(),
        from: { name: '', address: from },
        replyTo: null,
        to: email,
        subject: new URL(config.publicUrl).host,
        text: config.publicUrl,
        html: `<p>${config.publicUrl}</p>`,
      });
      return config.mail.smtpUrl === null ? 'DATA_DIR/mail' : new URL(config.mail.smtpUrl).host;
    },
  },
];

/** The balance of each coin's address, at each endpoint of its chain. */
const wallets: Tries = ({ deps: { config } }) =>
  COINS.flatMap(({ id, chain, decimals }) => {
    const wallet = config.wallets[id];
    if (!wallet) return [];
    const asked = { address: wallet.address, contract: config.chains.coins[id].contract };
    const endpoints = config.chains.endpoints[chain];
    if (endpoints.length === 0) return [{ name: id, act: () => Promise.reject(new Error('no endpoint is set')) }];
    return endpoints.map((endpoint) => ({
      name: `${id} · ${new URL(endpoint).hostname}`,
      act: async () => {
        const balance = await readBalance({ chain, endpoints: [endpoint] }, asked, null);
        if ('fault' in balance) throw new Error(balance.fault);
        return fromUnits(balance.units, decimals);
      },
    }));
  });

const rates: Tries = ({ deps }) =>
  deps.config.rateSettings.sources.map((source) => ({
    name: source,
    act: async () => {
      const found = await priceAt(deps, source, 'BTC');
      if (!found) throw new Error('no price');
      return `£${found.price}`;
    },
  }));

/** Asks each carrier if it takes our credential, and for the credit there where it tells it. */
const carriers: Tries = ({ deps }) =>
  deps.carriers.list.map((carrier) => ({
    name: carrier.name,
    act: async () => {
      const { healthy, detail } = await probeAndStore(deps, carrier);
      if (!healthy) throw new Error(detail ?? 'down');
      const credit = await carrier.balance?.();
      return credit ? `${credit.amount} ${credit.currency}` : '';
    },
  }));
