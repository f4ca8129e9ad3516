/** All that letters say, in English: the source of the other catalogues. `{name}` is replaced by a value. */
export const en = {
  greeting: 'Hello {name},',
  greetingNobody: 'Hello,',
  questions: 'Questions? {support}',
  fact: '{name}: {value}',
  via: '{brand} via {operator}',
  operator: '{brand} runs on {operator} ({host}), which hosts your account and sent this email.',
  utc: '{time} UTC',
  openSettings: 'Open settings',
  openBilling: 'Open billing',
  confirmAddress: 'Confirm address',
  chooseNew: 'Choose a new password',
  notMe: 'It was not me',
  linkHours: {
    one: 'The link works once, within {count} hour.',
    other: 'The link works once, within {count} hours.',
  },
  linkMinutes: {
    one: 'The link works once, within {count} minute.',
    other: 'The link works once, within {count} minutes.',
  },
  undoDays: {
    one: 'If it was not you, undo it within {count} day: your account goes back to this address, sessions and API keys end, and you choose a new password.',
    other:
      'If it was not you, undo it within {count} days: your account goes back to this address, sessions and API keys end, and you choose a new password.',
  },
  noAccount:
    'If you have no such account, somebody mistyped their address, and there is nothing you need to do.',
  newAddress: 'New address',
  payment: 'Payment',
  amount: 'Amount',
  received: 'Received',
  balance: 'Balance',
  reason: 'Reason',
  takenBack: 'Amount reversed',
  owed: 'Amount owed',
  from: 'From',
  to: 'To',
  confirm_email: {
    subject: 'Confirm your email address for {sender}',
    text: 'Please confirm that this address belongs to your account with {sender}.',
  },
  reset_password: {
    subject: 'Choose a new password for {sender}',
    text: 'Somebody, hopefully you, asked for a new password for your account with {sender}.',
    notYou: 'If it was not you, do nothing: your password stays as it is.',
  },
  invitation: {
    subject: 'You are an administrator of {sender}',
    text: 'An administrator made an account for you with {sender}, as an administrator. Choose a password: nobody else knows it. Then set up a second factor in your settings.',
    action: 'Choose a password',
    ended: 'If the link has ended, ask for a new password where you sign in.',
  },
  password_changed: {
    subject: 'Your password for {sender} was changed',
    withKeys:
      'Your password was changed, you were signed out everywhere else, and your API keys were revoked.',
    text: 'Your password was changed, and you were signed out everywhere else. Your API keys still work.',
    ended: {
      one: 'This was made or changed within {count} day before, so it ended too. Set up again what was yours; telephone systems need new SIP credentials.',
      other:
        'This was made or changed within {count} days before, so it ended too. Set up again what was yours; telephone systems need new SIP credentials.',
    },
    notYou: 'If it was not you, choose a new password immediately and replace your API keys.',
  },
  new_sign_in: {
    subject: 'New sign-in to {sender}',
    text: 'Somebody signed in to your account from a device that we have not seen before.',
    device: 'Device',
    unknownDevice: 'unknown',
    at: 'Time',
    notYou: 'If it was not you, change your password and sign out everywhere, in your settings.',
  },
  key_made: {
    subject: 'New API key for {sender}',
    text: 'An API key was created for your account. Anyone who has it can use your account.',
    key: 'Key',
    notYou: 'If it was not you, revoke the key and change your password, in your settings.',
  },
  access_changed: {
    subject: 'Something in your account with {sender} was changed',
    webhook: 'A webhook was set up or changed. It is told what happens in your account.',
    sip: 'New SIP credentials were created. Whoever has them can make calls at your expense.',
    addresses:
      'What addresses can call through a SIP trunk without a password was changed. Whoever calls from there does so at your expense.',
    calls: 'What happens with calls to one of your numbers was changed.',
    answers: 'What one of your numbers answers to messages, or sends on, was changed.',
    host: 'The host name of your portal was changed.',
    notYou:
      'If it was not you, choose a new password immediately: what was made in the days before then ends.',
  },
  leftBehind: {
    webhook: 'Webhook',
    sip: 'SIP user',
    addresses: 'Addresses of SIP trunk',
    calls: 'Calls to',
    answers: 'Messages to',
    host: 'Host name',
    passkey: 'Passkey',
  },
  factor_changed: {
    subject: 'Your sign-in to {sender} was changed',
    'totp.enabled': 'From now on you need your authenticator app to sign in.',
    'totp.disabled': 'You no longer need your authenticator app to sign in.',
    'recovery_codes.created': 'Your recovery codes were replaced. The previous ones no longer work.',
    'passkey.added': 'A passkey was added to your account. It signs in without your password.',
    'passkey.removed': 'A passkey was removed from your account.',
    notYou:
      'If it was not you, choose a new password immediately and check passkeys and authenticator app in your settings.',
  },
  prices_rising: {
    subject: 'Prices at {sender} are going up',
    text: 'You will pay more from {time}. Until then nothing changes.',
    price: '{after} (now: {before})',
    sms: 'One SMS segment to one recipient',
    voice: 'One minute of a call',
    number: 'One month of a number',
    received: 'A message received',
    mms: 'A message with a picture (MMS)',
    standard: 'the standard price',
    percent: '{percent} of the standard price',
    action: 'See the prices',
  },
  destinations_rising: {
    sms: 'From {time}, messages to some destinations will cost more. Until then nothing changes.',
    voice: 'From {time}, calls to some destinations will cost more. Until then nothing changes.',
  },
  destinations_dropped: {
    subject: 'Some destinations will no longer be available',
    sms: 'From {time}, you can no longer send messages to these destinations, which you used recently.',
    voice: 'From {time}, you can no longer call these destinations, which you used recently.',
    destinations: 'Destinations',
  },
  host_missing: {
    subject: 'The DNS record of your host name {host} is gone',
    text: {
      one: 'The TXT record that shows that {host} is yours was not found. Add it again within {count} hour, or your portal will no longer be available there.',
      other:
        'The TXT record that shows that {host} is yours was not found. Add it again within {count} hours, or your portal will no longer be available there.',
    },
    name: 'Name',
    value: 'Value',
    action: 'Open the dashboard',
  },
  change_email: {
    subject: 'Confirm your new email address for {sender}',
    text: 'Please confirm that you want to use this address for your account with {sender}.',
    before: 'Until then the previous address remains in use.',
  },
  email_changing: {
    subject: 'Your email address for {sender} is about to change',
    text: 'Another email address was requested for your account. It takes effect once it is confirmed from there.',
  },
  email_changed: {
    subject: 'Your email address for {sender} was changed',
    text: 'Your account now has another email address. Email goes there, and you sign in with it.',
  },
  account_closed: {
    subject: 'Your account with {sender} was closed',
    text: 'Your account was closed. Nobody can sign in to it, and its API keys, passkeys, authenticator apps and webhooks have ended.',
    erased:
      'On {day} your name, addresses, messages and files are erased, and any remaining balance is lost. Accounting records are kept without your name.',
    action: 'Undo it',
    undo: 'Until then you can undo it with this link, and choose a new password. If it was not you, do so immediately.',
  },
  payment_verified: {
    subject: 'Payment of {amount} verified',
    order: 'Your payment was verified, and your order is active.',
    credit: 'Your payment was verified, and the credit was added to your balance.',
  },
  payment_rejected: {
    subject: 'Payment of {amount} rejected',
    text: 'Your payment could not be verified. Nothing was added to your balance.',
    again: 'If you did pay, you can submit the payment again with the correct transaction hash.',
  },
  payment_unclear: {
    subject: 'Is this payment of {amount} yours?',
    text: '{amount} reached our address. It is a little less than what you, or another customer, were asked for, so it is not certain who sent it. A person decides, and nothing is credited before.',
    yours:
      'If you sent it, open Billing and give the hash of your transaction. You can also sign with the address that you paid from: that shows that it is yours.',
    notYours: 'If you did not send it, there is nothing you need to do.',
  },
  invoice_issued: {
    invoice: 'Invoice {number} from {seller}',
    credit_note: 'Credit note {number} from {seller}',
    text: 'It comes to {amount} and is attached as a PDF. All your invoices are under Billing.',
  },
  payment_reversed: {
    subject: 'Payment of {amount} reversed',
    text: 'A payment that had been verified was reversed, and its credit was taken back.',
    owed: 'Your balance did not cover it: you owe {owed}. Your next top-up pays that first, and until then nothing can be sent.',
  },
  numbers_expiring: {
    subjectOne: '{number} expires soon',
    subject: 'Your numbers expire soon',
    textOne: 'One of your numbers expires soon.',
    text: 'Some of your numbers expire soon.',
    line: '{day}, {renewal}',
    on: 'renews automatically the day before',
    off: 'does not renew automatically',
    insufficient_credits: 'could not be renewed: your balance is too low',
    action: 'Open my numbers',
  },
  numbers_to_confirm: {
    subject: 'Please confirm your numbers again',
    text: 'Numbers that were not bought here have to be confirmed again from time to time, because a number can change hands. You can send and call from them until the day below.',
    line: 'until {day}',
    action: 'Confirm numbers',
  },
  sudden_rise: {
    subject: 'Messages and calls to {code} are stopped',
    text: 'In the last hour your account spent {spent} on numbers that begin with {code}. It usually spends {usual} an hour.',
    stopped: 'Messages and calls to these numbers are stopped, in case somebody else is using your account.',
    action: 'Open spend limits',
    ifYou: 'If this was you, allow them again under spend limits.',
    notYou: 'If it was not you, change your password and replace your API keys.',
    ofAccount:
      'In the last hour {account} spent {spent} on numbers that begin with {code}. It usually spends {usual} an hour.',
    stoppedThere:
      'Messages and calls to these numbers are stopped for this account. Its owner has been told and can allow them again.',
    openAccounts: 'Open the admin panel',
  },
  received_calls: {
    missed: 'Missed call from {from}',
    missedText: 'Somebody called {to}, and nobody answered.',
    voicemail: 'Voicemail from {from}',
    voicemailText: 'A caller left you a message.',
    action: 'Listen and see all calls',
    stop: 'You can stop these emails on the page of your numbers.',
  },
  message_received: {
    subject: 'Message from {from}',
    action: 'Open the inbox',
    stop: 'You can turn these emails off on the page with your numbers.',
  },
  alarm: {
    subject: '{sender}: {what}',
    text: 'The first card of the control panel says what to do.',
    about: 'It concerns',
    action: 'Open the control panel',
    daily: 'You receive this again once a day as long as it lasts.',
    items: {
      books: 'The ledger does not balance',
      lost: 'A verified payment is gone from its chain',
      outside: 'The books and the outside differ',
      messages: 'Messages wait to be sent',
      unknown: 'Messages with unknown outcome',
      carriers: 'A provider is down',
      carrierCredit: 'Credit at a provider is low',
      edges: 'A SIP edge is silent',
      payments: 'Payments wait for a decision',
      wallets: 'A wallet address is not watched',
      unclaimed: 'Coins arrived that belong to no payment',
      addresses: 'Many payment addresses in a row were not used',
      rates: 'A coin has no certain price',
      losses: 'A destination loses money',
      mail: 'Mail waits to be sent',
      webhooks: 'Webhooks wait to be delivered',
      jobs: 'Work in the background failed',
    },
  },
  account_suspended: {
    subject: 'Your account is suspended',
    text: 'Nobody can sign in or use its API keys until it is active again. Messages that wait are held, and calls have ended. Your balance is unchanged.',
    remark: 'Contact support if you think that this is a mistake.',
  },
  sender_decided: {
    accepted: 'Sender name {name} accepted',
    acceptedText: 'You can now send messages from {name}.',
    rejected: 'Sender name {name} not accepted',
    rejectedText:
      'Messages cannot be sent from {name}. Messages that were waiting for it are not sent and are refunded.',
    action: 'Open senders',
  },
  papers_decided: {
    accepted: 'Documents for numbers in {country} accepted',
    acceptedText: 'You can now buy numbers in {country}.',
    rejected: 'Documents for numbers in {country} not accepted',
    rejectedText: 'You can correct them and submit them again. Nothing was charged.',
    action: 'Open numbers',
  },
  papers_to_delete: {
    subject: 'Documents to delete at {carrier}',
    text: 'An account was erased or its documents were refused. Please delete what {carrier} still has of its documents for numbers in {country}: that could not be done from here.',
    account: 'Account',
    id: 'Document there',
    done: 'You receive this once.',
  },
  carrier_credit_low: {
    subject: 'Our credit at {carrier} is low',
    text: 'Our credit at {carrier} has fallen below {level}. Without credit it refuses messages and calls.',
    credit: 'Credit',
    action: 'See providers',
    once: 'You receive this once each time it falls below.',
  },
  payment_lost: {
    subject: 'A verified payment of {amount} is no longer on its blockchain',
    gone: 'The transaction of a payment that was verified and credited is in no block any more. Its blockchain has dropped it.',
    failed:
      'The transaction of a payment that was verified and credited has failed on its blockchain: it moved nothing.',
    changed: 'The transaction of a payment that was verified and credited shows another amount now.',
    replaced:
      'The transaction of a payment that was verified and credited is in no block any more. Another transaction of the same amount arrived instead and belongs to no payment.',
    next: 'Look at the blockchain yourself. If the payment is lost, take it back: the credit may be spent at any moment.',
    account: 'Account',
    coin: 'Coin',
    hash: 'Transaction hash',
    action: 'Open payments',
  },
  losing_destinations: {
    subject: 'Destinations that lose money',
    text: 'Providers charge more for these destinations than customers paid. Check their prices and price lists.',
    figures: '{revenue} received, {cost} due to providers',
    action: 'See the figures',
    daily: 'You receive this once a day for each destination.',
  },
  low_balance: {
    subject: 'Your balance is below {level}',
    text: 'Your balance has fallen below {level}, the threshold you set.',
    action: 'Add credit',
    change: 'You can change the threshold in your settings, under notifications.',
  },
  /** The paid goods, by the code of the ledger's wording. */
  paidFor: {
    purchase: 'Credit purchase with {coin}',
    trunk: 'SIP TRUNK {plan}, {count} year',
    trunkUpgrade: 'SIP TRUNK upgrade to {plan}',
    resellerMonthly: 'Reseller package, {count} month',
    resellerYearly: 'Reseller package, {count} months',
  },
  /** Why a payment was closed where no person wrote the reason, by the sentence's code. */
  reasons: {
    paidAnother: 'What arrived with this transaction was verified for another payment',
    notVerifiedInTime: {
      one: 'It could not be verified within {count} day',
      other: 'It could not be verified within {count} days',
    },
  },
};

/** A text that depends on `{count}`, by plural category. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

type Translated<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string
    ? string
    : Texts[Key] extends { other: string }
      ? Forms
      : Translated<Texts[Key]>;
};

/** The texts of letters in one language. A text that is missing is a type error. */
export type LetterTexts = Translated<typeof en>;
