/** The values with which a telephone system registers. */
export interface SipAccount {
  realm: string;
  username: string;
}

/** Stands where the password goes: only its owner knows it. */
export const PASSWORD_PLACE = 'SIP_PASSWORD';

/** The name of the trunk in the telephone system; one may choose any. */
const NAME = 'sip-trunk';

/** Stands where one of the account's numbers goes. */
export const NUMBER_PLACE = 'YOUR_NUMBER';

/** The port of SIP where none is named (RFC 3261, section 19.1.2), by UDP and by TCP. */
export const SIP_PORT = 5060;
/** Every telephone system has this: G.711 in both of its forms. */
export const CODECS = 'PCMA (G.711 A-law), PCMU (G.711 µ-law)';

/**
 * `pjsip.conf` of Asterisk (docs.asterisk.org, "res_pjsip Configuration Examples"). By `line` it knows our calls again,
 * from whichever of our addresses they come; `contact_user` is the extension that they ring.
 */
export const asteriskConfiguration = ({ realm, username }: SipAccount): string => `[${NAME}]
type=registration
outbound_auth=${NAME}
server_uri=sip:${realm}
client_uri=sip:${username}@${realm}
contact_user=${username}
line=yes
endpoint=${NAME}
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

/** `extensions.conf` of Asterisk: the number that was called is in the To header. */
export const asteriskDialplan = ({ username }: SipAccount): string => `[from-trunk]
exten => ${username},1,Set(NUMBER=\${CUT(CUT(PJSIP_HEADER(read,To),@,1),:,2)})
 same => n,Dial(PJSIP/100)`;

/** A dialplan of FreeSWITCH for calls from outside: here they ring extension 1000. */
export const freeswitchDialplan = `<include>
  <extension name="${NAME}">
    <condition field="destination_number" expression="^\\+?\\d+$">
      <action application="transfer" data="1000 XML default"/>
    </condition>
  </extension>
</include>`;

/** A gateway of the external profile of FreeSWITCH (developer.signalwire.com, "Gateways and Trunk Registration"). */
export const freeswitchConfiguration = ({ realm, username }: SipAccount): string => `<include>
  <gateway name="${NAME}">
    <param name="username" value="${username}"/>
    <param name="password" value="${PASSWORD_PLACE}"/>
    <param name="realm" value="${realm}"/>
    <param name="proxy" value="${realm}"/>
    <param name="from-domain" value="${realm}"/>
    <param name="register" value="true"/>
    <param name="context" value="public"/>
    <param name="extension" value="auto_to_user"/>
  </gateway>
</include>`;

/** Where a file of configuration goes, or which fields are filled in: named as the telephone system names them. */
export type Setup = { file: string; code: string } | { fields: readonly (readonly [string, string])[] };

interface TelephoneSystem {
  id: string;
  /** Null for any softphone. */
  name: string | null;
  /** With this it registers, and places calls. */
  register: (account: SipAccount) => Setup;
  /** Its setup for calls to the account's numbers; null where it rings as it is. */
  receive: ((account: SipAccount) => Setup) | null;
}

/** The telephone systems that people have. */
export const SYSTEMS: readonly TelephoneSystem[] = [
  {
    id: 'asterisk',
    name: 'Asterisk',
    register: (account) => ({ file: 'pjsip.conf', code: asteriskConfiguration(account) }),
    receive: (account) => ({ file: 'extensions.conf', code: asteriskDialplan(account) }),
  },
  {
    id: 'freepbx',
    name: 'FreePBX',
    // Connectivity, Trunks, Add SIP (chan_pjsip) Trunk: the names of its fields
    register: ({ realm, username }) => ({
      fields: [
        ['Username', username],
        ['Auth username', username],
        ['Secret', PASSWORD_PLACE],
        ['Authentication', 'Outbound'],
        ['Registration', 'Send'],
        ['SIP Server', realm],
        ['SIP Server Port', String(SIP_PORT)],
        ['From Domain', realm],
        ['From User', username],
        ['Contact User', username],
      ],
    }),
    // This context takes the number that was called from the To header.
    receive: () => ({
      fields: [
        ['Context', 'from-pstn-toheader'],
        ['DID Number', NUMBER_PLACE],
      ],
    }),
  },
  {
    id: 'freeswitch',
    name: 'FreeSWITCH',
    register: (account) => ({ file: `sip_profiles/external/${NAME}.xml`, code: freeswitchConfiguration(account) }),
    receive: () => ({ file: `dialplan/public/${NAME}.xml`, code: freeswitchDialplan }),
  },
  {
    id: '3cx',
    name: '3CX',
    register: ({ realm, username }) => ({
      fields: [
        ['Registrar/Server', realm],
        ['Type of Authentication', 'Register/Account based'],
        ['Authentication ID', username],
        ['Authentication Password', PASSWORD_PLACE],
      ],
    }),
    // 3cx.com/docs/sip-trunk-inbound-calls
    receive: () => ({
      fields: [
        ['CalledNum', 'To: User Part'],
        ['DID', NUMBER_PLACE],
      ],
    }),
  },
  {
    id: 'yeastar',
    name: 'Yeastar',
    // help.yeastar.com, "SIP Trunk Settings"
    register: ({ realm, username }) => ({
      fields: [
        ['Trunk Type', 'Register Trunk'],
        ['Hostname/IP', realm],
        ['Domain', realm],
        ['Username', username],
        ['Password', PASSWORD_PLACE],
        ['Authentication Name', username],
      ],
    }),
    receive: () => ({
      fields: [
        ['Get DID From', 'To'],
        ['DID Pattern', NUMBER_PLACE],
      ],
    }),
  },
  {
    id: 'softphone',
    name: null,
    register: ({ realm, username }) => ({
      fields: [
        ['Domain', realm],
        ['Username', username],
        ['Password', PASSWORD_PLACE],
        ['SIP URI', `sip:${username}@${realm}`],
      ],
    }),
    receive: null,
  },
];
