/** The used part of the package `smpp`, which has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  interface DecodedMessage {
    message?: string | Buffer;
    udh?: Buffer[];
  }

  type Fields = Record<string, string | number | Buffer>;

  export interface Pdu {
    command: string;
    command_status: number;
    system_id?: string;
    password?: string;
    source_addr?: string;
    source_addr_ton?: number;
    destination_addr?: string;
    message_id?: string;
    esm_class?: number;
    data_coding?: number;
    registered_delivery?: number;
    validity_period?: Date;
    schedule_delivery_time?: Date;
    /** Seconds. */
    qos_time_to_live?: number;
    interface_version?: number;
    sequence_number?: number;
    dest_address?: { destination_addr?: string; dl_name?: string }[];
    /** Octets in the program; in the tests' gateway as the package decodes it, user data headers one by one. */
    short_message?: Buffer | DecodedMessage;
    message_payload?: Buffer | DecodedMessage;
    /** Segmentation and reassembly of long messages. */
    sar_msg_ref_num?: number;
    sar_total_segments?: number;
    sar_segment_seqnum?: number;
    receipted_message_id?: string;
    message_state?: number;
    /** One octet of the kind of network, two of its code. */
    network_error_code?: Buffer;
    response(fields?: Fields): Pdu;
  }

  /** One connection. Emits `connect` or `secureConnect`, `close`, `error`, and every PDU by its command. */
  export class Session extends EventEmitter {
    constructor(options: { socket: Socket });
    readonly socket: Socket;
    /** False if the connection can no longer be written to. */
    send(pdu: Pdu): boolean;
    bind_transceiver(fields: Fields, answered: (answer: Pdu) => void): boolean;
    bind_transmitter(fields: Fields, answered: (answer: Pdu) => void): boolean;
    bind_receiver(fields: Fields, answered: (answer: Pdu) => void): boolean;
    submit_sm(fields: Fields, answered: (answer: Pdu) => void): boolean;
    deliver_sm(fields: Fields, answered?: (answer: Pdu) => void): boolean;
    data_sm(fields: Fields, answered?: (answer: Pdu) => void): boolean;
    enquire_link(fields: Fields, answered: (answer: Pdu) => void): boolean;
    query_sm(fields: Fields, answered: (answer: Pdu) => void): boolean;
    cancel_sm(fields: Fields, answered: (answer: Pdu) => void): boolean;
    submit_multi(fields: object, answered: (answer: Pdu) => void): boolean;
    unbind(fields: Fields, answered?: (answer: Pdu) => void): boolean;
    close(): void;
    destroy(): void;
  }

  interface SmppPackage {
    Session: typeof Session;
    connect(options: { host: string; port: number; tls: boolean }): Session;
    createServer(listener: (session: Session) => void): NetServer;
    encodings: { ASCII: { encode(text: string): Buffer } };
    gsmCoder: { decode(octets: Buffer, language: number): string };
    filters: { message: { decode(octets: Buffer | undefined): unknown } };
  }

  const smpp: SmppPackage;
  export default smpp;
}
