import smpp, { type Pdu, type Session } from 'smpp';
import { portOf } from '../kit/port-of.ts';

/**
 * An SMPP gateway in a process of its own, which does what it is told over the line to its parent. The
 * protocol on the wire is the package's own server side.
 */
export type Behaviour = 'accept' | 'late' | 'silent' | 'reset' | 'refuse-bind' | 'deaf';

export type Command =
  | { type: 'behave'; behaviour: Behaviour }
  /** The states in which the next messages are answered; 0 takes them. */
  | { type: 'answer'; statuses: number[] }
  /** Octets as a list of numbers; `command` where it is another one than deliver_sm. */
  | { type: 'deliver'; fields: Record<string, string | number | number[]> }
  | { type: 'unbind' }
  /** Does nothing: what it has told before has arrived when this is done. */
  | { type: 'wait' }
  | { type: 'drop' };

export interface TakenMessage {
  id: string;
  /** Which of the gateway's connections it came by. */
  connection: number;
  sender: string;
  senderType: number;
  number: string;
  text: string;
  dataCoding: number;
  registeredDelivery: number;
  /** Minutes for which it is to be tried; null where nothing is said. */
  validity: number | null;
  /** The header by which parts are joined says: reference, total, number. */
  part: [number, number, number] | null;
  whole: boolean;
}

export type Notice =
  | { type: 'listening'; port: number }
  | { type: 'bound'; systemId: string; role: string }
  | { type: 'taken'; message: TakenMessage }
  | { type: 'refused'; status: number }
  | { type: 'delivered'; status: number }
  /** Our side has answered the gateway's unbind. */
  | { type: 'unbound'; status: number }
  | { type: 'left' }
  | { type: 'done' };

/** Longer than the tests' own patience. */
const LATE_MS = 2000;
const ESME_RBINDFAIL = 0x0d;
const ESME_RINVPASWD = 0x0e;
let behaviour: Behaviour = 'accept';
let statuses: number[] = [];
let count = 0;
let current: Session | null = null;
/** Those that take what is delivered, and by which each message came. */
const receivers = new Set<Session>();
const tell = (notice: Notice): void => void process.send?.(notice);
let connections = 0;
const server = smpp.createServer((session) => {
  const connection = ++connections;
  session.on('error', () => session.destroy());
  session.on('close', () => {
    if (current === session) current = null;
    receivers.delete(session);
    tell({ type: 'left' });
  });
  for (const role of ['transceiver', 'transmitter', 'receiver']) {
    session.on(`bind_${role}`, (pdu: Pdu) => bind(session, pdu, role));
  }
  session.on('submit_sm', (pdu: Pdu) => submit(session, connection, pdu));
  session.on('enquire_link', (pdu: Pdu) => {
    if (behaviour !== 'deaf') session.send(pdu.response());
  });
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response());
    session.close();
  });
});

function bind(session: Session, pdu: Pdu, role: string): void {
  if (behaviour === 'refuse-bind') return void session.send(pdu.response({ command_status: ESME_RBINDFAIL }));
  if (pdu.password !== 'secret') return void session.send(pdu.response({ command_status: ESME_RINVPASWD }));
  current = session;
  if (role !== 'transmitter') receivers.add(session);
  session.send(pdu.response({ system_id: 'gateway' }));
  tell({ type: 'bound', systemId: pdu.system_id ?? '', role });
}

function submit(session: Session, connection: number, pdu: Pdu): void {
  const status = statuses.shift() ?? 0;
  if (status !== 0) {
    session.send(pdu.response({ command_status: status }));
    return tell({ type: 'refused', status });
  }
  const id = (0xcafe00 + ++count).toString(16).toUpperCase().padStart(8, '0');
  tell({ type: 'taken', message: describe(id, connection, pdu) });
  if (behaviour === 'reset') return session.destroy();
  if (behaviour === 'late') setTimeout(() => session.send(pdu.response({ message_id: id })), LATE_MS);
  else if (behaviour !== 'silent') session.send(pdu.response({ message_id: id }));
}

function describe(id: string, connection: number, pdu: Pdu): TakenMessage {
  const content = decoded(pdu.message_payload ?? pdu.short_message);
  const [header] = decoded(pdu.short_message).udh ?? [];
  return {
    id,
    connection,
    sender: pdu.source_addr ?? '',
    senderType: pdu.source_addr_ton ?? 0,
    number: pdu.destination_addr ?? '',
    text: String(content.message ?? ''),
    dataCoding: pdu.data_coding ?? 0,
    registeredDelivery: pdu.registered_delivery ?? 0,
    validity: pdu.validity_period ? Math.round((pdu.validity_period.getTime() - Date.now()) / 60_000) : null,
    part: header ? [header[2] ?? 0, header[3] ?? 0, header[4] ?? 0] : null,
    whole: pdu.message_payload !== undefined,
  };
}

const decoded = (content: Pdu['short_message']) => (Buffer.isBuffer(content) ? {} : (content ?? {}));

process.on('message', (command: Command) => {
  if (command.type === 'behave') behaviour = command.behaviour;
  if (command.type === 'answer') statuses = command.statuses;
  if (command.type === 'drop') current?.destroy();
  if (command.type === 'unbind')
    current?.unbind({}, (answer) => tell({ type: 'unbound', status: answer.command_status }));
  if (command.type === 'deliver') deliver(command.fields);
  tell({ type: 'done' });
});

function deliver(given: Record<string, string | number | number[]>): void {
  const { command, ...rest } = given;
  const fields = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, Array.isArray(value) ? Buffer.from(value) : value]),
  );
  [...receivers]
    .at(-1)
    ?.[command === 'data_sm' ? command : 'deliver_sm'](fields, (answer) =>
      tell({ type: 'delivered', status: answer.command_status }),
    );
}

// A test that was cut off leaves no gateway behind.
process.on('disconnect', () => process.exit());

server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => tell({ type: 'listening', port: portOf(server) }));
