import type { Timeouts } from '../../../src/carriers/adapters/http-carrier.ts';
import { createSmpp } from '../../../src/carriers/adapters/smpp/smpp.ts';
import type { Adapter } from '../../../src/carriers/port.ts';
import { carriersAt, smppAt } from '../accounts.ts';
import { twilio } from '../dialects.ts';
import { Simulator } from '../simulator.ts';
import { Gateway } from '../smpp-gateway.ts';
import { HttpGate, type HttpFault } from './http-gate.ts';
import { TcpGate } from './tcp-gate.ts';

export interface FaultyCarrier {
  adapter: Adapter;
  env: Record<string, string>;
  begin(): Promise<void>;
  end(): Promise<void>;
  taken(): Promise<string[]>;
  stop(): Promise<void>;
}

export type Open = (timeouts: Timeouts) => Promise<FaultyCarrier>;

const error = (code: number, status: number) => ({ status, body: { code, status, message: 'no', more_info: '' } });

/** Over HTTP, in Twilio's dialect. */
const overHttp =
  (change: (gate: HttpGate, state: { unknownHost: boolean }) => { begin(): unknown; end(): unknown }): Open =>
  async (timeouts) => {
    const simulator = new Simulator(twilio);
    const target = await simulator.listen();
    const gate = new HttpGate(target, (method, url) => method === 'POST' && url.endsWith('/Messages.json'));
    const url = await gate.open();
    const state = { unknownHost: false };
    const { begin, end } = change(gate, state);
    return {
      adapter: withHost(twilio.adapter(timeouts), state),
      env: carriersAt(url),
      begin: async () => void (await begin()),
      end: async () => void (await end()),
      taken: async () => simulator.taken.map(({ request }) => new URLSearchParams(request.body).get('To') ?? ''),
      stop: async () => {
        await gate.close();
        await simulator.stop();
      },
    };
  };

/** The same carrier at its own address and at one that no name server knows. */
function withHost(adapter: Adapter, state: { unknownHost: boolean }): Adapter {
  return {
    ...adapter,
    open: (host) => {
      const known = adapter.open(host);
      const carrierEnvironment = { ...host.config.carrierEnvironment, TWILIO_BASE_URL: 'http://carrier.invalid' };
      const unknown = adapter.open({ ...host, config: { ...host.config, carrierEnvironment } });
      const now = () => (state.unknownHost ? unknown : known);
      return {
        name: known.name,
        limits: known.limits,
        health: () => now().health(),
        sendSms: (sms) => now().sendSms(sms),
        parseCallback: (callback) => known.parseCallback(callback),
      };
    },
  };
}

const mode = (fault: HttpFault): Open =>
  overHttp((gate) => ({ begin: () => (gate.fault = fault), end: () => (gate.fault = 'none') }));

const overSmpp =
  (change: (gate: TcpGate, gateway: Gateway) => { begin(): unknown; end(): unknown }): Open =>
  async (timeouts) => {
    const { gateway, port } = await Gateway.start();
    const gate = new TcpGate(port);
    const open = await gate.open();
    const { begin, end } = change(gate, gateway);
    const waits = { bindMs: timeouts.sendMs, enquireMs: 1000, reconnectMs: 100, reconnectMaxMs: 1000 };
    return {
      adapter: createSmpp({ ...timeouts, ...waits }),
      env: smppAt(open),
      begin: async () => void (await begin()),
      end: async () => void (await end()),
      taken: async () => (await gateway.messages()).map(({ number }) => `+${number}`),
      stop: async () => {
        await gate.close();
        await gateway.kill();
      },
    };
  };

/** So many answers that none is left when the fault is over. */
const MANY = 100_000;
const answering = (status: number): Open =>
  overSmpp((_gate, gateway) => ({
    begin: () => gateway.tell({ type: 'answer', statuses: Array.from({ length: MANY }, () => status) }),
    end: () => gateway.tell({ type: 'answer', statuses: [] }),
  }));
const tcp = (fault: 'hang' | 'reset' | 'cut'): Open =>
  overSmpp((gate) => ({ begin: () => (gate.fault = fault), end: () => (gate.fault = 'none') }));
const closed = { begin: (gate: { close(): unknown }) => gate.close() };

/** The same faults, met by calls. */
export const CALL_FAULTS: Readonly<Record<string, HttpFault | 'refused'>> = {
  hang: 'hang',
  refused: 'refused',
  reset: 'reset',
  '500': error(20_500, 500),
  '503': error(20_503, 503),
  'cut after taking': 'cut-sends',
  'sends hang': 'hang-sends',
};

/** The ten faults, over HTTP and over SMPP; not every one of them exists there. */
export const FAULTS: Readonly<Record<string, { http: Open; smpp?: Open }>> = {
  hang: { http: mode('hang'), smpp: tcp('hang') },
  refused: {
    http: overHttp((gate) => ({ begin: () => closed.begin(gate), end: () => gate.open() })),
    smpp: overSmpp((gate) => ({ begin: () => closed.begin(gate), end: () => gate.open() })),
  },
  reset: { http: mode('reset'), smpp: tcp('reset') },
  '500': { http: mode(error(20_500, 500)), smpp: answering(0x08) },
  '503': { http: mode(error(20_503, 503)) },
  '429': { http: mode(error(20_429, 429)), smpp: answering(0x58) },
  '401': {
    http: mode(error(20_003, 401)),
    smpp: overSmpp((_gate, gateway) => ({
      begin: async () => {
        await gateway.tell({ type: 'behave', behaviour: 'refuse-bind' });
        await gateway.tell({ type: 'drop' });
      },
      end: () => gateway.tell({ type: 'behave', behaviour: 'accept' }),
    })),
  },
  DNS: {
    http: overHttp((_gate, state) => ({
      begin: () => (state.unknownHost = true),
      end: () => (state.unknownHost = false),
    })),
  },
  'cut after taking': { http: mode('cut-sends'), smpp: tcp('cut') },
  'sends hang': {
    http: mode('hang-sends'),
    smpp: overSmpp((_gate, gateway) => ({
      begin: () => gateway.tell({ type: 'behave', behaviour: 'silent' }),
      end: () => gateway.tell({ type: 'behave', behaviour: 'accept' }),
    })),
  },
};
