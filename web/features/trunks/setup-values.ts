/** What a telephone system is given to register. */
export interface SipAccount {
  realm: string;
  username: string;
}

/** Stands where the password goes: only its owner knows it. */
export const PASSWORD_PLACE = 'SIP_PASSWORD';

/** The name of the trunk in the telephone system; one may choose any. */
const NAME = 'sip-trunk';

/** `pjsip.conf` of Asterisk, also of FreePBX as `pjsip_custom.conf` (docs.asterisk.org, "res_pjsip Configuration Examples"). */
export const asteriskConfiguration = ({ realm, username }: SipAccount): string => `[${NAME}]
type=registration
outbound_auth=${NAME}
server_uri=sip:${realm}
client_uri=sip:${username}@${realm}
retry_interval=60

[${NAME}]
type=auth
auth_type=userpass
username=${username}
password=${PASSWORD_PLACE}

[${NAME}]
type=aor
contact=sip:${realm}

[${NAME}]
type=endpoint
context=from-trunk
disallow=all
allow=ulaw,alaw
outbound_auth=${NAME}
aors=${NAME}
from_user=${username}
from_domain=${realm}

[${NAME}]
type=identify
endpoint=${NAME}
match=${realm}`;

/** A gateway of the external profile of FreeSWITCH (developer.signalwire.com, "Gateways and Trunk Registration"). */
export const freeswitchConfiguration = ({ realm, username }: SipAccount): string => `<include>
  <gateway name="${NAME}">
    <param name="username" value="${username}"/>
    <param name="password" value="${PASSWORD_PLACE}"/>
    <param name="realm" value="${realm}"/>
    <param name="proxy" value="${realm}"/>
    <param name="from-domain" value="${realm}"/>
    <param name="register" value="true"/>
  </gateway>
</include>`;

/** Where a file of configuration goes, or which fields are filled in: named as the telephone system names them. */
export type Setup = { file: string; code: string } | { fields: readonly (readonly [string, string])[] };

/** The telephone systems that people have. */
export const SYSTEMS = [
  {
    id: 'asterisk',
    name: 'Asterisk / FreePBX',
    setup: (account: SipAccount): Setup => ({ file: 'pjsip.conf', code: asteriskConfiguration(account) }),
  },
  {
    id: 'freeswitch',
    name: 'FreeSWITCH',
    setup: (account: SipAccount): Setup => ({
      file: `sip_profiles/external/${NAME}.xml`,
      code: freeswitchConfiguration(account),
    }),
  },
  {
    id: '3cx',
    name: '3CX',
    setup: ({ realm, username }: SipAccount): Setup => ({
      fields: [
        ['Registrar/Server', realm],
        ['Type of Authentication', 'Register/Account based'],
        ['Authentication ID', username],
        ['Authentication Password', PASSWORD_PLACE],
      ],
    }),
  },
  {
    id: 'yeastar',
    name: 'Yeastar',
    // help.yeastar.com, "SIP Trunk Settings"
    setup: ({ realm, username }: SipAccount): Setup => ({
      fields: [
        ['Trunk Type', 'Register Trunk'],
        ['Hostname/IP', realm],
        ['Domain', realm],
        ['Username', username],
        ['Password', PASSWORD_PLACE],
        ['Authentication Name', username],
      ],
    }),
  },
  {
    id: 'softphone',
    name: null,
    setup: ({ realm, username }: SipAccount): Setup => ({
      fields: [
        ['Domain', realm],
        ['Username', username],
        ['Password', PASSWORD_PLACE],
        ['SIP URI', `sip:${username}@${realm}`],
      ],
    }),
  },
] as const;
