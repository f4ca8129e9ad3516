import { SMPP_DAYS } from '../../../../db/enums.ts';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import type { listSmppAccounts } from '../../../../src/services/smpp/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/frames.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';

/** A system id; its password only where it was just made. */
export interface Login {
  systemId: string | null;
  password?: string;
}

type Server = Pick<ResponseOf<typeof listSmppAccounts>, 'host' | 'port' | 'tlsPort'>;

/** The statuses of ours that no specification has, and what each says. */
const OWN_STATUSES = [
  ['0x400', 'noCredit'],
  ['0x401', 'spendLimit'],
  ['0x402', 'optedOut'],
  ['0x403', 'closedDestination'],
] as const;

/** The configuration of Kannel and Jasmin, ready to copy. */
export function SmppConfiguration({ server, login }: { server: Server; login: Login }) {
  const { systemId, password = 'PASSWORD' } = login;
  const values = { ...server, systemId: systemId ?? 'SYSTEM_ID', password };
  return (
    <Card title={t('smpp.setUp')} description={t('smpp.setUpText', { count: SMPP_DAYS })}>
      <div className="flex flex-col gap-4">
        {Object.entries({ Kannel: kannel(values), Jasmin: jasmin(values) }).map(([name, code]) => (
          <section key={name} className="flex flex-col gap-2">
            <h3 className="font-medium">{name}</h3>
            <CodeBlock scrolls label={t('smpp.copyFor', { name })} code={code} />
          </section>
        ))}
        <section className="flex flex-col gap-2 text-sm">
          <h3 className="text-base font-medium">{t('smpp.statuses')}</h3>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {OWN_STATUSES.map(([code, name]) => (
              <div key={code} className="contents">
                <dt className="font-mono">{code}</dt>
                <dd className="text-muted">{t(`smpp.status.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Card>
  );
}

type Values = Server & { systemId: string; password: string };

/** Kannel User Guide, "SMPP": reports are asked for by each message's `dlr-mask`. */
const kannel = ({ host, port, tlsPort, systemId, password }: Values): string =>
  [
    'group = smsc',
    'smsc = smpp',
    'smsc-id = upstream',
    `host = ${host}`,
    `port = ${port ?? tlsPort ?? 2775}`,
    ...(port === null && tlsPort !== null ? ['use-ssl = true'] : []),
    'transceiver-mode = true',
    `smsc-username = ${systemId}`,
    `smsc-password = ${password}`,
    'system-type = ""',
    'interface-version = 34',
    'source-addr-autodetect = true',
    'dest-addr-ton = 1',
    'dest-addr-npi = 1',
    'max-pending-submits = 10',
    'enquire-link-interval = 30',
  ].join('\n');

/** Jasmin's management console, `smppccm`. Jasmin speaks no TLS by itself. */
const jasmin = ({ host, port, systemId, password }: Values): string =>
  [
    'smppccm -a',
    'cid upstream',
    `host ${host}`,
    `port ${port ?? 2775}`,
    `username ${systemId}`,
    `password ${password}`,
    'bind transceiver',
    'dst_ton 1',
    'dst_npi 1',
    'submit_throughput 30',
    'elink_interval 30',
    'ok',
    'smppccm -1 upstream',
    'persist',
  ].join('\n');
