/** The number in the chart of what a row of `postings p` with its transaction `t` is booked on: SQL. */
export const ACCOUNT_OF_POSTING = `case p.account
  when 'credit' then '2000' when 'owed' then '1200' when 'margins' then '2100' when 'transfers' then '2400'
  when 'messages' then '4000' when 'calls' then '4100' when 'numbers' then '4200'
  when 'sip packages' then '4300' when 'reseller packages' then '4400' when 'other' then '4500'
  when 'coins BTC' then '1010' when 'coins USDT_TRC20' then '1020' when 'coins USDT_ERC20' then '1030'
  when 'coins ETH' then '1040' when 'coins SOL' then '1050'
  when 'adjustments' then case
    when t.adjustment_kind = 'goodwill' then '5300' when t.adjustment_kind = 'exchange' then '5500'
    when t.adjustment_kind = 'dust' then '5600'
    when t.wording ->> 'code' = 'trial' then '5200' when t.wording ->> 'code' = 'givenUp' then '4900'
    else '5400' end
  else '1090' end`;
