import type { Pdu, Session } from 'smpp';
import { z } from 'zod';
import smpp from '../../../src/carriers/adapters/smpp/library.ts';
import { smppAccount } from '../../../src/services/smpp/contract.ts';
import type { TestActor } from '../../kit/actors.ts';
import { readAs } from '../../kit/read.ts';

export type Fields = Record<string, string | number | Buffer | Date | object>;
export interface Login {
  systemId: string;
  password: string;
}

/** A customer's gateway: the other side of a bind, by the package that carriers' tests use as well. */
export class Gateway {
  readonly session: Session;
  readonly delivered: Pdu[] = [];
  /** The status that deliveries are answered with; null: they are not answered. */
  answerWith: number | null = 0;
  /** The version of SMPP, in hexadecimal. */
  version = 0x34;
  readonly closed: Promise<void>;

  constructor(port: number, tls = false) {
    this.session = smpp.connect({ host: '127.0.0.1', port, tls, ...(tls && { rejectUnauthorized: false }) });
    this.session.on('error', () => {});
    this.closed = new Promise((resolve) => this.session.on('close', () => resolve()));
    this.session.on('enquire_link', (pdu: Pdu) => this.session.send(pdu.response()));
    this.session.on('unbind', (pdu: Pdu) => this.session.send(pdu.response()));
    this.session.on('deliver_sm', (pdu: Pdu) => {
      this.delivered.push(pdu);
      if (this.answerWith !== null) this.session.send(pdu.response({ command_status: this.answerWith }));
    });
  }

  /** @returns the status of the answer */
  async bind({ systemId, password }: Login, role: 'transceiver' | 'transmitter' | 'receiver' = 'transceiver') {
    const fields = { system_id: systemId, password, interface_version: this.version };
    const answer = await new Promise<Pdu>((resolve) => this.session[`bind_${role}`](fields, resolve));
    return answer.command_status;
  }

  /** The answer; null where the connection ended before it came. */
  ask(command: 'submit_sm' | 'submit_multi' | 'data_sm' | 'query_sm' | 'cancel_sm', fields: Fields) {
    return Promise.race([
      new Promise<Pdu>((resolve) => {
        Reflect.apply(this.session[command], this.session, [fields, resolve]);
      }),
      this.closed.then(() => null),
    ]);
  }

  submit(to: string, text: string, more: Fields = {}): Promise<Pdu | null> {
    return this.ask('submit_sm', {
      ...{ source_addr: 'Topline', destination_addr: to.slice(1), data_coding: 0 },
      ...{ short_message: smpp.encodings.ASCII.encode(text), ...more },
    });
  }

  async leave(): Promise<void> {
    this.session.destroy();
    await this.closed;
  }
}

export const textOf = ({ short_message: octets, message_payload: payload }: Pdu): string =>
  String(Buffer.isBuffer(octets) && octets.length > 0 ? octets : payload);

/** Lets a customer's gateway bind, with the settings that the page begins with where nothing else is said. */
export async function makeGateway(owner: TestActor, more = {}): Promise<Login> {
  const settings = {
    addresses: [],
    binds: 1,
    openRequests: 10,
    perSecond: 100,
    receives: true,
    cheaperSpelling: false,
    ...more,
  };
  return readAs(
    owner.withCookie(`/api/users/${owner.id}/smpp-accounts`, { json: settings }),
    smppAccount.extend({ password: z.string() }),
  );
}
