import { and, desc, eq, or, sql as template } from 'drizzle-orm';
import { auditLog, carrierHealth, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { isFullAdministrator } from '../../callers/suspend.ts';
import { isSimulated } from '../../carriers/simulated.ts';
import { KEY_SETTINGS } from '../../money/addresses/settings.ts';
import { ENDPOINT_SETTINGS } from '../../money/chain/settings.ts';
import { COINS } from '../../money/payments/catalogue.ts';
import { getBooks } from '../../money/proof/get-books.ts';
import { currentRates } from '../../money/rates/current.ts';
import { listWallets } from '../../money/wallets/list-wallets.ts';
import { isLocalHost } from '../../platform/kit/local-host.ts';
import type { ReadinessItem } from './contract.ts';

/** A median needs so many sources, so that one that is wrong decides nothing. */
const ENOUGH_SOURCES = 3;
/** Two people agree to what is dangerous, and two endpoints to what a chain says. */
const TWO = 2;

/** The chains on which an extended public key gives each payment an address of its own. */
const KEYED_CHAINS = ['bitcoin', 'ethereum'] as const;

type State = ReadinessItem['state'];

/** Lists the needs of real business, and whether each is met; nothing outside is asked. */
export async function checkReadiness(deps: Deps): Promise<ReadinessItem[]> {
  return [
    ...(await placeItems(deps)),
    ...(await peopleItems(deps)),
    ...(await moneyItems(deps)),
    ...(await carrierItems(deps)),
    await booksItem(deps),
  ];
}

const item = (
  id: ReadinessItem['id'],
  state: State,
  { names = [], settings = [] }: { names?: readonly string[]; settings?: readonly string[] } = {},
): ReadinessItem => ({ id, state, names: [...names], settings: state === 'ready' ? [] : [...settings] });

async function placeItems(deps: Deps): Promise<ReadinessItem[]> {
  const { publicUrl, databaseUrl, mail } = deps.config;
  const { protocol, hostname } = new URL(publicUrl);
  const isPublic = protocol === 'https:' && !isLocalHost(hostname);
  return [
    item('address', isPublic ? 'ready' : 'missing', { names: [publicUrl], settings: ['PUBLIC_URL'] }),
    item('database', databaseUrl === null ? 'attention' : 'ready', { settings: ['DATABASE_URL'] }),
    await mailItem(deps),
    item('support', mail.support === null ? 'attention' : 'ready', { settings: ['MAIL_SUPPORT'] }),
  ];
}

/** A mail server is ready once a letter went out by it; what was tried before its settings changed says nothing. */
async function mailItem({ db, config }: Deps): Promise<ReadinessItem> {
  const settings = ['MAIL_SMTP_URL', 'MAIL_FROM'];
  if (config.mail.smtpUrl === null) return item('mail', 'missing', { settings });
  const isChange = template`${auditLog.action} = 'kept_settings.changed' and ${auditLog.subject} ~ 'MAIL_(SMTP|FROM)'`;
  const [last] = await db
    .select({ action: auditLog.action, reason: template<string | null>`${auditLog.detail} ->> 'reason'` })
    .from(auditLog)
    .where(or(eq(auditLog.action, 'mail.tried'), isChange))
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (last?.reason) return item('mail', 'missing', { names: [last.reason], settings });
  return item('mail', last?.action === 'mail.tried' ? 'ready' : 'attention', { settings });
}

async function peopleItems({ db, config }: Deps): Promise<ReadinessItem[]> {
  const { length: administrators } = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isFullAdministrator, eq(users.hasSecondFactor, true)))
    .orderBy(users.id)
    .limit(TWO);
  return [
    item('administrators', administrators >= TWO ? 'ready' : administrators === 1 ? 'attention' : 'missing'),
    item('approvals', config.approvalAboveGbp === null ? 'attention' : 'ready', { settings: ['APPROVAL_ABOVE_GBP'] }),
  ];
}

async function moneyItems(deps: Deps): Promise<ReadinessItem[]> {
  const { config } = deps;
  const offered = COINS.filter(({ id }) => config.wallets[id]);
  const demo = COINS.filter(({ id }) => config.wallets[id]?.demo || config.demoCoins.includes(id));
  const chains = [...new Set(offered.map(({ chain }) => chain))];
  const shared = KEYED_CHAINS.filter((chain) => chains.includes(chain) && !config.addressKeys[chain]);
  const unwatched = chains.filter((chain) => config.chains.endpoints[chain].length === 0);
  const single = chains.filter((chain) => config.chains.endpoints[chain].length < TWO);
  const failing = (await listWallets(deps)).filter(({ state }) => state !== 'watching');
  const rates = Object.entries(await currentRates(deps.db, config, deps.clock.now()));
  const paused = rates.filter(([, { paused: isPaused }]) => isPaused).map(([coin]) => coin);
  const chainState: State =
    unwatched.length > 0 ? 'missing' : single.length > 0 || failing.length > 0 ? 'attention' : 'ready';
  const fewSources = config.rateSettings.sources.length < ENOUGH_SOURCES;
  return [
    item('wallets', demo.length > 0 || offered.length === 0 ? 'missing' : 'ready', {
      names: demo.map(({ id }) => id),
      settings: (demo.length === 0 ? COINS : demo).map(({ id }) => `WALLET_${id}`),
    }),
    item('sharedAddresses', shared.length > 0 ? 'attention' : 'ready', {
      names: shared,
      settings: shared.map((chain) => KEY_SETTINGS[chain]),
    }),
    item('chains', chainState, {
      names: [
        ...new Set([...(unwatched.length > 0 ? unwatched : single), ...failing.map((each) => each.cryptocurrency)]),
      ],
      settings: single.map((chain) => ENDPOINT_SETTINGS[chain]),
    }),
    item('rates', paused.length > 0 ? 'missing' : fewSources ? 'attention' : 'ready', {
      names: paused.length > 0 ? paused : config.rateSettings.sources,
      settings: ['RATE_SOURCE'],
    }),
  ];
}

async function carrierItems({ db, carriers, config }: Deps): Promise<ReadinessItem[]> {
  const simulated = carriers.names.filter(isSimulated);
  const health = await db.select().from(carrierHealth);
  const down = carriers.names.filter((name) => health.some((row) => row.name === name && !row.healthy));
  const named = simulated.length > 0 ? simulated : down;
  const state: State = simulated.length > 0 ? 'missing' : down.length > 0 ? 'attention' : 'ready';
  return [
    item('carriers', state, { names: named }),
    item('edge', config.sipProxyToken === null ? 'attention' : 'ready', { settings: ['SIP_PROXY_TOKEN'] }),
  ];
}

const booksItem = async (deps: Deps): Promise<ReadinessItem> =>
  item('books', (await getBooks(deps)).sound ? 'ready' : 'missing');
