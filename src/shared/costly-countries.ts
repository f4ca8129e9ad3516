/**
 * Countries (ISO 3166-1 alpha-2) where a carrier's customer usually pays more than our flat price of £0.10 for a
 * minute to ordinary fixed and mobile numbers, so that the flat price would lose money. This is the default of the
 * operator's list of countries that are closed for calls.
 *
 * Source: two published retail price lists of VoIP operators (Interconn, Italy, 2016; CaribbeanO, 2018), in pounds
 * at 0.86 to the euro and 0.78 to the dollar; a country is listed here if every price in the lists that name it is
 * above £0.10, without special services. East Timor and South Sudan are in one list only. Looked up on
 * 2026-11-21. An operator who knows the carrier's own prices sets the list from those.
 */
export const COSTLY_COUNTRIES: readonly string[] = (
  'AC AE AF AG AL AW AZ BA BB BF BI BJ BT BY BZ CD CF CG CI CK CM CU CV DJ DM EC ER ET FJ FK FM FO GA GD GL GM ' +
  'GN GQ GT GW GY HN HT IO IQ JM JO KE KG KI KM KN KP KY LB LC LK LR LS LY MD ME MG MH MK ML MM MR MS MU MV NC ' +
  'NE NF NI NP NR NU OM PF PG PH PM PS PW QA RE RW SA SB SC SD SH SL SN SO SR SS ST SY TC TD TG TJ TK TL TM TN ' +
  'TO TT TV TZ UA VC VU WF WS YE YT'
).split(' ');
