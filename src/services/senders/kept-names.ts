/**
 * Names that nobody gets as a sender, because people trust messages from them: banks and payment services, tax
 * offices and authorities, parcel services, and firms whose accounts are often stolen. Put together by hand from the
 * kinds that registers of senders protect (Singapore's SSIR, Ireland's and Australia's registers): the largest of each
 * kind in the countries where we sell numbers. 2026-11-22. Lower case, without spaces.
 */
const OWNERS = (
  'abnamro americanexpress amex anz axa bankofamerica barclaycard barclays bankia bbva binance bmo bnp bnpparibas ' +
  'bunq caixabank capitalone chase cibc citi citibank coinbase comdirect commbank commerzbank creditagricole dbs ' +
  'deutschebank dkb dnb emiratesnbd firstdirect halifax hdfc hsbc icici ing intesa kbc klarna klarnabank kraken ' +
  'lbbw lloyds lloydsbank mastercard metrobank monzo mpesa n26 nab nationwide natwest nordea ocbc payoneer paypal ' +
  'postbank postfinance rabobank raiffeisen rbc rbs revolut sabadell santander sberbank sbi scotiabank seb skrill ' +
  'societegenerale sparkasse standardchartered starlingbank starling stripe swedbank td tescobank tsb ubs ' +
  'unicredit venmo virginmoney visa volksbank wellsfargo westernunion westpac zelle ' +
  'agenciatributaria ameli ato bundespost bzst canadarevenue cra dgfip dvla dwp elster finanzamt hmcts hmrc homeoffice ' +
  'impots inps interpol irs nhs nhsengland sars skatteverket ssa studentloans tvlicensing uscis zoll ' +
  'amazonlogistics anpost aramex australiapost auspost bpost bring canadapost chronopost colissimo correos ctt dhl dpd ' +
  'emiratespost evri fastway fedex gls hermes inpost laposte mondialrelay parcelforce postde postnl postnord ' +
  'royalmail seur singpost swisspost tnt ukmail ups usps yodel ' +
  'amazon apple appleid bt disney disneyplus ebay ee facebook gmail google icloud instagram linkedin microsoft ' +
  'netflix o2 outlook skygo snapchat spotify telegram tiktok twitter vodafone whatsapp yahoo youtube'
).split(' ');

/** Words that mean an authority, or nobody in particular: refused alone and beside an owner's name. */
const WORDS = (
  'account alert alerts auth bank banking code court customs delivery fraud gov govt government govuk help info law ' +
  'login message ministry msg my news notice notify online otp parcel password pay payment police post refund ' +
  'reminder secure security service sms support tax team the uk update us verify'
).split(' ');

/** From this length on a name is found inside a longer one; shorter ones are parts of ordinary words. */
const FOUND_INSIDE = 6;

/** Signs that look like others on a telephone's screen. */
const READ_AS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', i: 'l', '2': 'z', '3': 'e', '4': 'a' },
  ...{ '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g' },
};

/** A name as it is read at a glance: without case, spaces and dots, and with one sign for those that look alike. */
const fold = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[0-9i]/g, (sign) => READ_AS[sign] ?? sign)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const OWNERS_FOLDED = OWNERS.map(fold);
const LONG = OWNERS_FOLDED.filter((owner) => owner.length >= FOUND_INSIDE);
const KEPT: ReadonlySet<string> = new Set([...OWNERS_FOLDED, ...WORDS.map(fold)]);
const WORD_AT_AN_END = new RegExp(`^(?:${WORDS.map(fold).join('|')})|(?:${WORDS.map(fold).join('|')})$`);

/** Tells whether a sender's name is, has or looks like one that nobody gets. */
export function isKeptName(name: string): boolean {
  const whole = fold(name);
  if (KEPT.has(whole) || LONG.some((owner) => whole.includes(owner))) return true;
  if (name.split(/[ .&_-]+/).some((word) => OWNERS_FOLDED.includes(fold(word)))) return true;
  return OWNERS_FOLDED.includes(withoutWords(whole));
}

function withoutWords(folded: string): string {
  const shorter = folded.replace(WORD_AT_AN_END, '');
  return shorter === folded || shorter === '' ? folded : withoutWords(shorter);
}
