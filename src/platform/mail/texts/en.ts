/** All that letters say, in English: the source of the other catalogues. `{name}` is replaced by a value. */
export const en = {
  greeting: 'Hello {name},',
  greetingNobody: 'Hello,',
  questions: 'Questions? {support}',
  fact: '{name}: {value}',
  via: '{brand} via {operator}',
  operator: '{brand} runs on {operator} ({host}), which keeps your account and sent this email.',
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
    one: "If it was not you, undo it within {count} day: this address is the account's again, sessions and API keys end, and you choose a new password.",
    other:
      "If it was not you, undo it within {count} days: this address is the account's again, sessions and API keys end, and you choose a new password.",
  },
  noAccount: 'If you have no such account, somebody mistyped their address: you need not do anything.',
  newAddress: 'New address',
  payment: 'Payment',
  amount: 'Amount',
  received: 'Received',
  balance: 'Balance',
  reason: 'Reason',
  takenBack: 'Taken back',
  owed: 'Owed',
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
  password_changed: {
    subject: 'Your password for {sender} was changed',
    withKeys:
      'Your password was changed, you were signed out everywhere else, and your API keys were revoked.',
    text: 'Your password was changed, and you were signed out everywhere else. Your API keys still work.',
    notYou: 'If it was not you, choose a new password immediately and replace your API keys.',
  },
  new_sign_in: {
    subject: 'New sign-in to {sender}',
    text: 'Your account was signed in to from a device that we have not seen before.',
    device: 'Device',
    unknownDevice: 'unknown',
    at: 'Time',
    notYou: 'If it was not you, change your password and sign out everywhere, in your settings.',
  },
  key_made: {
    subject: 'New API key for {sender}',
    text: 'An API key was made for your account. Whoever has it can use the account with it.',
    key: 'Key',
    notYou: 'If it was not you, revoke the key and change your password, in your settings.',
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
    subject: 'Prices of {sender} are going to rise',
    text: 'From {time} on you pay more. Until then nothing changes.',
    price: '{after} (now: {before})',
    sms: 'One SMS segment to one recipient',
    voice: 'One minute of a call',
    number: 'One month of a number',
    standard: 'the standard price',
    percent: '{percent} of the standard price',
    action: 'See the prices',
  },
  destinations_rising: {
    sms: 'From {time} on, messages to some destinations cost more. Until then nothing changes.',
    voice: 'From {time} on, calls to some destinations cost more. Until then nothing changes.',
  },
  host_missing: {
    subject: 'The DNS record of your host name {host} is gone',
    text: {
      one: 'The TXT record that shows that {host} is yours was not found. Set it again within {count} hour: after that your portal is not served there.',
      other:
        'The TXT record that shows that {host} is yours was not found. Set it again within {count} hours: after that your portal is not served there.',
    },
    name: 'Name',
    value: 'Value',
    action: 'Open the dashboard',
  },
  change_email: {
    subject: 'Confirm your new email address for {sender}',
    text: 'Please confirm that your account with {sender} is to have this address.',
    before: 'Until then the previous address stays.',
  },
  email_changing: {
    subject: 'Your email address for {sender} is about to change',
    text: 'Another email address was requested. It counts once it is confirmed from there.',
  },
  email_changed: {
    subject: 'Your email address for {sender} was changed',
    text: 'Your account has another email address now. Email goes there, and you sign in with it.',
  },
  account_closed: {
    subject: 'Your account with {sender} was closed',
    text: 'Your account was closed. Nobody can sign in to it, and its API keys, passkeys, authenticator apps and webhooks have ended.',
    erased:
      'On {day} your name, addresses, messages and files are erased, and what is left of the balance is given up. What our books need is kept without your name.',
    action: 'Undo it',
    undo: 'Until then you can undo it with this link, and choose a new password. If it was not you, do so immediately.',
  },
  payment_verified: {
    subject: 'Payment of {amount} verified',
    order: 'Your payment was verified, and what you ordered is yours.',
    credit: 'Your payment was verified, and the credit is on your account.',
  },
  payment_rejected: {
    subject: 'Payment of {amount} rejected',
    text: 'Your payment could not be verified. Nothing was added to your balance.',
    again: 'If you did pay, you can submit the payment again with the right transaction hash.',
  },
  payment_reversed: {
    subject: 'Payment of {amount} reversed',
    text: 'A payment that had been verified was reversed, and its credit was taken back.',
    owed: 'Your balance did not cover it: {owed} is owed. Your next top-up pays that first, and until then nothing can be sent.',
  },
  numbers_expiring: {
    subjectOne: '{number} expires soon',
    subject: 'Your numbers expire soon',
    textOne: 'One of your numbers expires soon.',
    text: 'Some of your numbers expire soon.',
    line: '{day}, {renewal}',
    on: 'renews itself the day before',
    off: 'does not renew itself',
    insufficient_credits: 'could not renew itself: your balance is too low',
    action: 'Open my numbers',
  },
  numbers_to_confirm: {
    subject: 'Please confirm your numbers again',
    text: 'Numbers that were not bought here have to be confirmed again from time to time: a number may get another owner. You can send and call from them until the day below.',
    line: 'until {day}',
    action: 'Confirm numbers',
  },
  sudden_rise: {
    subject: 'Messages and calls to {code} are stopped',
    text: 'In the last hour your account spent {spent} on numbers that begin with {code}. In a usual hour it is {usual}.',
    stopped: 'Messages and calls to these numbers are stopped, in case somebody else uses your account.',
    action: 'Open spend limits',
    ifYou: 'If this was you, let them go on under spend limits.',
    notYou: 'If it was not you, change your password and replace your API keys.',
    ofAccount:
      'In the last hour {account} spent {spent} on numbers that begin with {code}. In a usual hour it is {usual}.',
    stoppedThere:
      'Messages and calls to these numbers are stopped for this account. Its owner is told, and can let them go on.',
    openAccounts: 'Open the admin panel',
  },
  message_received: {
    subject: 'Message from {from}',
    action: 'Open the inbox',
    stop: 'You can stop these emails on the page of your numbers.',
  },
  unknown_messages: {
    subject: 'Messages with unknown outcome',
    text: 'Providers gave no clear result for some messages. Customers stay charged for them until somebody marks each message, or until they are refunded.',
    recipients: { one: '{count} recipient, {cost}', other: '{count} recipients, {cost}' },
    action: 'Mark them',
    daily: 'You receive this once a day while there are any.',
  },
  sender_decided: {
    accepted: 'Sender name {name} accepted',
    acceptedText: 'You can send messages from {name} now.',
    rejected: 'Sender name {name} not accepted',
    rejectedText:
      'Messages cannot be sent from {name}. What was waiting to be sent from it is not sent, and is refunded.',
    action: 'Open senders',
  },
  papers_decided: {
    accepted: 'Documents for numbers in {country} accepted',
    acceptedText: 'You can buy numbers in {country} now.',
    rejected: 'Documents for numbers in {country} not accepted',
    rejectedText: 'You can correct them and submit them again. Nothing was charged.',
    action: 'Open numbers',
  },
  carrier_credit_low: {
    subject: 'Our credit at {carrier} is low',
    text: 'Our credit at {carrier} has fallen below {level}. Without credit it refuses messages and calls.',
    credit: 'Credit',
    action: 'See providers',
    once: 'You receive this once for each fall.',
  },
  losing_destinations: {
    subject: 'Destinations that lose money',
    text: 'Providers ask more for these destinations than customers paid. Check their prices and price lists.',
    figures: '{revenue} came in, {cost} goes to providers',
    action: 'See the figures',
    daily: 'You receive this once a day for each destination.',
  },
  low_balance: {
    subject: 'Your balance is below {level}',
    text: 'Your balance has fallen below {level}, the threshold that you set.',
    action: 'Add credit',
    change: 'You can change the threshold in your settings, under notifications.',
  },
  /** What was paid for, by the code of the ledger's wording. */
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
