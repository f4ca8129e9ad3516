import { connect } from '../../db/client.ts';
import { createSandbox, signReports } from '../../src/carriers/adapters/sandbox/sandbox.ts';
import { createSmpp } from '../../src/carriers/adapters/smpp/smpp.ts';
import type { Carrier, CarrierCallback, OutgoingSms, Receipt, ReceiptOutcome } from '../../src/carriers/port.ts';
import { createDatabase } from '../kit/cluster.ts';
import type { TestClock } from '../kit/clock.ts';
import { carriersAt, hostFor, PUBLIC_CALLBACK, smppAt, sms } from './accounts.ts';
import { DIALECTS, type Dialect } from './dialects.ts';
import { reportFaults } from './descriptions.ts';
import { Simulator } from './simulator.ts';
import { Gateway } from './smpp-gateway.ts';

/** How a carrier's counterpart can be made to treat a send; not each can do all. */
export type Treatment =
  | 'accept'
  | 'invalid-number'
  | 'throttle'
  | 'wrong-credentials'
  | 'fault'
  /** It takes the message and says nothing. */
  | 'silent'
  /** It takes the message, and the connection breaks. */
  | 'reset'
  /** It takes the message and answers with something that nobody understands. */
  | 'garbage'
  /** It cannot be reached. */
  | 'down';

export interface Subject {
  carrier: Carrier;
  clock: TestClock;
  /** Makes the counterpart treat sends so from now on. @returns a message for which that is so */
  treat(treatment: Treatment): Promise<OutgoingSms>;
  taken(): Promise<number>;
  /** Has the counterpart report. @returns what the adapter made of it */
  report(carrierMessageId: string, outcome: ReceiptOutcome): Promise<Receipt[]>;
  /** A genuine report as it comes in over HTTP; null where none comes that way. */
  callback(carrierMessageId: string): Promise<CarrierCallback | null>;
  saysReference: boolean;
  /** Its signature covers what it reports; otherwise a secret in the address shows that it is genuine. */
  signs: boolean;
  /** Where a request differs from the carrier's published description; empty if it does not. */
  faults(): string[];
  end(): Promise<void>;
}

export interface Kind {
  name: string;
  /** Its reports come over HTTP, and so have to show who sent them. */
  callsBack: boolean;
  treatments: readonly Treatment[];
  open(): Promise<Subject>;
}

const NUMBER = '+447700900123';
const REFERENCE = '0191b2c3-0000-7000-8000-000000000001';

const message = (carrier: string, number = NUMBER): OutgoingSms =>
  sms({ reference: REFERENCE, number, callbackUrl: `${PUBLIC_CALLBACK}/${carrier}` });

const TIMEOUTS = { sendMs: 400, healthMs: 400 };

const overHttp = (dialect: Dialect): Kind => ({
  name: dialect.carrier,
  callsBack: true,
  treatments: [
    ...['accept', 'invalid-number', 'throttle', 'wrong-credentials'],
    ...['fault', 'silent', 'reset', 'garbage', 'down'],
  ] as const satisfies Treatment[],
  open: async () => {
    const simulator = new Simulator(dialect);
    const host = hostFor(carriersAt(await simulator.listen()));
    const carrier = dialect.adapter(TIMEOUTS).open(host);
    const described: string[] = [];
    const callback = (id: string, outcome: ReceiptOutcome): CarrierCallback => {
      const sent = simulator.taken.find((taken) => taken.id === id);
      const url = sent ? dialect.reportTo(sent.request) : '';
      const report = dialect.report({ id, outcome, url, reference: REFERENCE, at: host.clock.now() });
      if (dialect.reportSchema) {
        described.push(...reportFaults(dialect.carrier, dialect.reportSchema, JSON.parse(report.body)));
      }
      return report;
    };
    return {
      carrier,
      clock: host.clock,
      treat: async (treatment) => {
        if (treatment === 'down') await simulator.stop();
        else simulator.behaviour = treatment;
        return message(dialect.carrier);
      },
      taken: async () => simulator.taken.length,
      report: async (id, outcome) => (await carrier.parseCallback(callback(id, outcome))).news,
      callback: async (id) => callback(id, 'delivered'),
      saysReference: dialect.saysReference,
      signs: dialect.signs,
      faults: () => [...simulator.faults, ...described],
      end: () => simulator.stop(),
    };
  },
});

const MESSAGE_STATE = { sent: 6, delivered: 2, undelivered: 5, refused: 8 } as const;

const overSmpp: Kind = {
  name: 'smpp',
  callsBack: false,
  treatments: ['accept', 'invalid-number', 'throttle', 'wrong-credentials', 'silent', 'reset', 'down'],
  open: async () => {
    const { gateway, port } = await Gateway.start();
    const host = hostFor(smppAt(port));
    const timing = { ...TIMEOUTS, bindMs: 500, enquireMs: 60_000, reconnectMs: 10_000, reconnectMaxMs: 10_000 };
    const carrier = createSmpp(timing).open(host);
    const arrived: Receipt[][] = [];
    carrier.onReceipts?.(async (receipts) => void arrived.push(receipts));
    await carrier.health();
    const statuses: Partial<Record<Treatment, number>> = {
      'invalid-number': 0x0b,
      throttle: 0x58,
      'wrong-credentials': 0x0d,
    };
    return {
      carrier,
      clock: host.clock,
      treat: async (treatment) => {
        if (treatment === 'silent' || treatment === 'reset')
          await gateway.tell({ type: 'behave', behaviour: treatment });
        else if (treatment === 'down') await gateway.kill();
        else await gateway.tell({ type: 'answer', statuses: [statuses[treatment] ?? 0] });
        return message('smpp');
      },
      taken: async () => (await gateway.messages()).length,
      report: async (id, outcome) => {
        const report = { receipted_message_id: id, message_state: MESSAGE_STATE[outcome] };
        await gateway.deliver({ esm_class: 4, short_message: '', ...report });
        return arrived.shift() ?? [];
      },
      callback: async () => null,
      saysReference: false,
      signs: true,
      faults: () => [],
      end: async () => {
        await carrier.close?.();
        await gateway.kill();
      },
    };
  },
};

const simulated = (name: string): Kind => ({
  name,
  callsBack: true,
  treatments: ['accept', 'invalid-number', 'down'],
  open: async () => {
    const database = await createDatabase();
    const connection = connect(database.url);
    const host = { ...hostFor({}), sql: connection.sql };
    const speed = { latencyMs: [0, 1], reportDelayMs: [0, 1] } as const;
    const carrier = createSandbox(name, { concurrency: 5, perSecond: 50, ...speed }).open(host);
    const callback = (id: string, status: 'sent' | 'delivered' | 'undelivered'): CarrierCallback => ({
      url: `${PUBLIC_CALLBACK}/${name}`,
      ...signReports(host, name, [{ id, status }]),
    });
    return {
      carrier,
      clock: host.clock,
      treat: async (treatment) => {
        if (treatment === 'down')
          await connection.sql`insert into sandbox_carriers (name, down) values (${name}, true)`;
        return message(name, treatment === 'invalid-number' ? '+447700900000' : NUMBER);
      },
      taken: async () => {
        const [row] = await connection.sql<{ count: number }[]>`select count(*)::int as count from sandbox_messages`;
        return row?.count ?? 0;
      },
      report: async (id, outcome) =>
        outcome === 'refused' ? [] : (await carrier.parseCallback(callback(id, outcome))).news,
      callback: async (id) => callback(id, 'delivered'),
      saysReference: false,
      signs: true,
      faults: () => [],
      end: async () => {
        await connection.close();
        await database.drop();
      },
    };
  },
});

export const KINDS: readonly Kind[] = [
  ...DIALECTS.map(overHttp),
  overSmpp,
  simulated('sandbox'),
  simulated('sandbox-backup'),
];
