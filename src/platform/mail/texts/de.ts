import type { LetterTexts } from './en.ts';

export const de: LetterTexts = {
  greeting: 'Hallo {name},',
  greetingNobody: 'Hallo,',
  questions: 'Fragen? {support}',
  fact: '{name}: {value}',
  via: '{brand} über {operator}',
  operator:
    '{brand} nutzt {operator} ({host}). Dort wird Ihr Konto geführt, und von dort kommt diese E-Mail.',
  utc: '{time} UTC',
  openSettings: 'Einstellungen öffnen',
  openBilling: 'Abrechnung öffnen',
  confirmAddress: 'Adresse bestätigen',
  chooseNew: 'Neues Passwort wählen',
  notMe: 'Das war ich nicht',
  linkHours: {
    one: 'Der Link funktioniert einmal, innerhalb von {count} Stunde.',
    other: 'Der Link funktioniert einmal, innerhalb von {count} Stunden.',
  },
  linkMinutes: {
    one: 'Der Link funktioniert einmal, innerhalb von {count} Minute.',
    other: 'Der Link funktioniert einmal, innerhalb von {count} Minuten.',
  },
  undoDays: {
    one: 'Wenn Sie das nicht waren, machen Sie es innerhalb von {count} Tag rückgängig: Dann gehört das Konto wieder zu dieser Adresse, Sitzungen und API-Schlüssel enden, und Sie wählen ein neues Passwort.',
    other:
      'Wenn Sie das nicht waren, machen Sie es innerhalb von {count} Tagen rückgängig: Dann gehört das Konto wieder zu dieser Adresse, Sitzungen und API-Schlüssel enden, und Sie wählen ein neues Passwort.',
  },
  noAccount: 'Wenn Sie kein solches Konto haben, hat sich jemand vertippt: Sie brauchen nichts zu tun.',
  newAddress: 'Neue Adresse',
  payment: 'Zahlung',
  amount: 'Betrag',
  received: 'Eingegangen',
  balance: 'Guthaben',
  reason: 'Grund',
  takenBack: 'Abgezogen',
  owed: 'Offener Betrag',
  from: 'Von',
  to: 'An',
  confirm_email: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse für {sender}',
    text: 'Bitte bestätigen Sie, dass diese Adresse zu Ihrem Konto bei {sender} gehört.',
  },
  reset_password: {
    subject: 'Neues Passwort für {sender} wählen',
    text: 'Jemand, hoffentlich Sie, hat ein neues Passwort für Ihr Konto bei {sender} angefordert.',
    notYou: 'Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
  },
  invitation: {
    subject: 'Sie sind Administrator von {sender}',
    text: 'Ein Administrator hat für Sie ein Konto bei {sender} angelegt, als Administrator. Wählen Sie ein Passwort: Niemand sonst kennt es. Richten Sie dann in den Einstellungen einen zweiten Faktor ein.',
    action: 'Passwort wählen',
    ended: 'Wenn der Link nicht mehr funktioniert, fordern Sie bei der Anmeldung ein neues Passwort an.',
  },
  password_changed: {
    subject: 'Ihr Passwort für {sender} wurde geändert',
    withKeys:
      'Ihr Passwort wurde geändert, Sie wurden überall sonst abgemeldet, und Ihre API-Schlüssel wurden widerrufen.',
    text: 'Ihr Passwort wurde geändert, und Sie wurden überall sonst abgemeldet. Ihre API-Schlüssel gelten weiter.',
    ended: {
      one: 'Das wurde innerhalb von {count} Tag davor eingerichtet oder geändert und endete deshalb auch. Richten Sie wieder ein, was von Ihnen war; Telefonanlagen brauchen neue SIP-Zugangsdaten.',
      other:
        'Das wurde innerhalb von {count} Tagen davor eingerichtet oder geändert und endete deshalb auch. Richten Sie wieder ein, was von Ihnen war; Telefonanlagen brauchen neue SIP-Zugangsdaten.',
    },
    notYou:
      'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort und ersetzen Sie Ihre API-Schlüssel.',
  },
  new_sign_in: {
    subject: 'Neue Anmeldung bei {sender}',
    text: 'Jemand hat sich mit einem uns unbekannten Gerät bei Ihrem Konto angemeldet.',
    device: 'Gerät',
    unknownDevice: 'unbekannt',
    at: 'Zeit',
    notYou:
      'Wenn Sie das nicht waren, ändern Sie in den Einstellungen Ihr Passwort und melden Sie sich überall ab.',
  },
  key_made: {
    subject: 'Neuer API-Schlüssel für {sender}',
    text: 'Für Ihr Konto wurde ein API-Schlüssel erstellt. Wer ihn hat, kann das Konto damit nutzen.',
    key: 'Schlüssel',
    notYou:
      'Wenn Sie das nicht waren, widerrufen Sie in den Einstellungen den Schlüssel und ändern Sie Ihr Passwort.',
  },
  access_changed: {
    subject: 'In Ihrem Konto bei {sender} wurde etwas geändert',
    webhook: 'Ein Webhook wurde eingerichtet oder geändert. Er erfährt, was in Ihrem Konto geschieht.',
    sip: 'Neue SIP-Zugangsdaten wurden erstellt. Wer sie hat, kann auf Ihre Kosten telefonieren.',
    addresses:
      'Es wurde geändert, von welchen Adressen ohne Passwort über einen SIP-Trunk telefoniert werden kann. Wer von dort anruft, tut es auf Ihre Kosten.',
    calls: 'Es wurde geändert, was mit Anrufen an eine Ihrer Nummern geschieht.',
    answers: 'Es wurde geändert, was eine Ihrer Nummern auf Nachrichten antwortet oder weiterleitet.',
    host: 'Der Hostname Ihres Portals wurde geändert.',
    notYou:
      'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort: Was in den Tagen davor eingerichtet wurde, endet dann.',
  },
  leftBehind: {
    webhook: 'Webhook',
    sip: 'SIP-Benutzer',
    addresses: 'Adressen des SIP-Trunks',
    calls: 'Anrufe an',
    answers: 'Nachrichten an',
    host: 'Hostname',
    passkey: 'Passkey',
  },
  factor_changed: {
    subject: 'Ihre Anmeldung bei {sender} wurde geändert',
    'totp.enabled': 'Ab jetzt brauchen Sie zum Anmelden Ihre Authenticator-App.',
    'totp.disabled': 'Zum Anmelden brauchen Sie Ihre Authenticator-App nicht mehr.',
    'recovery_codes.created':
      'Ihre Wiederherstellungscodes wurden ersetzt. Die bisherigen gelten nicht mehr.',
    'passkey.added': 'Ihrem Konto wurde ein Passkey hinzugefügt. Damit meldet man sich ohne Passwort an.',
    'passkey.removed': 'Ein Passkey wurde aus Ihrem Konto entfernt.',
    notYou:
      'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort und prüfen Sie Passkeys und Authenticator-App in den Einstellungen.',
  },
  prices_rising: {
    subject: 'Die Preise von {sender} steigen',
    text: 'Ab {time} zahlen Sie mehr. Bis dahin ändert sich nichts.',
    price: '{after} (jetzt: {before})',
    sms: 'Ein SMS-Segment an einen Empfänger',
    voice: 'Eine Gesprächsminute',
    number: 'Eine Nummer für einen Monat',
    received: 'Eine empfangene Nachricht',
    mms: 'Eine Nachricht mit Bild (MMS)',
    standard: 'der Normalpreis',
    percent: '{percent} des Normalpreises',
    action: 'Preise ansehen',
  },
  destinations_rising: {
    sms: 'Ab {time} kosten Nachrichten an einige Ziele mehr. Bis dahin ändert sich nichts.',
    voice: 'Ab {time} kosten Anrufe zu einigen Zielen mehr. Bis dahin ändert sich nichts.',
  },
  destinations_dropped: {
    subject: 'Einige Ziele sind bald nicht mehr verfügbar',
    sms: 'Ab {time} können Sie an diese Ziele, die Sie kürzlich genutzt haben, keine Nachrichten mehr senden.',
    voice: 'Ab {time} können Sie diese Ziele, die Sie kürzlich genutzt haben, nicht mehr anrufen.',
    destinations: 'Ziele',
  },
  host_missing: {
    subject: 'Der DNS-Eintrag Ihres Hostnamens {host} fehlt',
    text: {
      one: 'Der TXT-Eintrag, der zeigt, dass {host} Ihnen gehört, wurde nicht gefunden. Legen Sie ihn innerhalb von {count} Stunde wieder an, sonst ist Ihr Portal dort nicht mehr erreichbar.',
      other:
        'Der TXT-Eintrag, der zeigt, dass {host} Ihnen gehört, wurde nicht gefunden. Legen Sie ihn innerhalb von {count} Stunden wieder an, sonst ist Ihr Portal dort nicht mehr erreichbar.',
    },
    name: 'Name',
    value: 'Wert',
    action: 'Dashboard öffnen',
  },
  change_email: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse für {sender}',
    text: 'Bitte bestätigen Sie, dass Ihr Konto bei {sender} diese Adresse haben soll.',
    before: 'Bis dahin bleibt die bisherige Adresse.',
  },
  email_changing: {
    subject: 'Ihre E-Mail-Adresse für {sender} soll sich ändern',
    text: 'Für Ihr Konto wurde eine andere E-Mail-Adresse angegeben. Sie gilt, sobald sie von dort bestätigt wird.',
  },
  email_changed: {
    subject: 'Ihre E-Mail-Adresse für {sender} wurde geändert',
    text: 'Ihr Konto hat jetzt eine andere E-Mail-Adresse. E-Mails gehen dorthin, und Sie melden sich damit an.',
  },
  account_closed: {
    subject: 'Ihr Konto bei {sender} wurde geschlossen',
    text: 'Ihr Konto wurde geschlossen. Niemand kann sich mehr anmelden, und API-Schlüssel, Passkeys, Authenticator-Apps und Webhooks gelten nicht mehr.',
    erased:
      'Am {day} werden Ihr Name, Ihre Adressen, Nachrichten und Dateien gelöscht, und das restliche Guthaben verfällt. Was unsere Bücher brauchen, bleibt ohne Ihren Namen.',
    action: 'Rückgängig machen',
    undo: 'Bis dahin können Sie es mit diesem Link rückgängig machen und ein neues Passwort wählen. Wenn Sie das nicht waren, tun Sie es sofort.',
  },
  payment_verified: {
    subject: 'Zahlung über {amount} bestätigt',
    order: 'Ihre Zahlung wurde bestätigt, und Ihre Bestellung ist aktiv.',
    credit: 'Ihre Zahlung wurde bestätigt, und das Guthaben wurde gutgeschrieben.',
  },
  payment_rejected: {
    subject: 'Zahlung über {amount} abgelehnt',
    text: 'Ihre Zahlung konnte nicht bestätigt werden. Es wurde nichts gutgeschrieben.',
    again:
      'Wenn Sie gezahlt haben, können Sie die Zahlung mit dem richtigen Transaktions-Hash noch einmal melden.',
  },
  payment_unclear: {
    subject: 'Ist diese Zahlung über {amount} von Ihnen?',
    text: '{amount} sind bei unserer Adresse angekommen. Das ist etwas weniger, als von Ihnen oder einem anderen Kunden verlangt war; deshalb ist nicht sicher, wer es geschickt hat. Ein Mensch entscheidet, und vorher wird nichts gutgeschrieben.',
    yours:
      'Wenn Sie es geschickt haben, öffnen Sie Abrechnung und geben Sie den Hash Ihrer Transaktion an. Sie können auch mit der Adresse unterschreiben, von der Sie gezahlt haben: Das zeigt, dass es Ihre Zahlung ist.',
    notYours: 'Wenn Sie es nicht geschickt haben, brauchen Sie nichts zu tun.',
  },
  invoice_issued: {
    invoice: 'Rechnung {number} von {seller}',
    credit_note: 'Gutschrift {number} von {seller}',
    text: 'Sie lautet auf {amount} und liegt als PDF bei. Alle Ihre Rechnungen stehen unter Abrechnung.',
  },
  payment_reversed: {
    subject: 'Zahlung über {amount} rückgängig gemacht',
    text: 'Eine bestätigte Zahlung wurde rückgängig gemacht, und ihr Guthaben wurde abgezogen.',
    owed: 'Ihr Guthaben reichte dafür nicht: {owed} sind offen. Die nächste Aufladung begleicht das zuerst; bis dahin kann nichts gesendet werden.',
  },
  numbers_expiring: {
    subjectOne: '{number} läuft bald ab',
    subject: 'Ihre Nummern laufen bald ab',
    textOne: 'Eine Ihrer Nummern läuft bald ab.',
    text: 'Einige Ihrer Nummern laufen bald ab.',
    line: '{day}, {renewal}',
    on: 'verlängert sich am Tag davor automatisch',
    off: 'verlängert sich nicht automatisch',
    insufficient_credits: 'konnte nicht verlängert werden: Ihr Guthaben reicht nicht',
    action: 'Meine Nummern öffnen',
  },
  numbers_to_confirm: {
    subject: 'Bitte bestätigen Sie Ihre Nummern erneut',
    text: 'Nummern, die Sie nicht hier gekauft haben, müssen ab und zu neu bestätigt werden: Eine Nummer kann den Besitzer wechseln. Bis zum unten genannten Tag können Sie wie bisher von ihnen senden und anrufen, danach nicht mehr.',
    line: 'bis {day}',
    action: 'Nummern bestätigen',
  },
  sudden_rise: {
    subject: 'Nachrichten und Anrufe an Nummern mit {code} sind gestoppt',
    text: 'In der letzten Stunde hat Ihr Konto {spent} für Nummern ausgegeben, die mit {code} beginnen. Üblich sind {usual} pro Stunde.',
    stopped: 'Nachrichten und Anrufe an diese Nummern sind gestoppt, falls jemand anderes Ihr Konto benutzt.',
    action: 'Ausgabenlimits öffnen',
    ifYou: 'Wenn Sie das waren, geben Sie diese Nummern unter den Ausgabenlimits wieder frei.',
    notYou: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und ersetzen Sie Ihre API-Schlüssel.',
    ofAccount:
      'In der letzten Stunde hat {account} {spent} für Nummern ausgegeben, die mit {code} beginnen. Üblich sind {usual} pro Stunde.',
    stoppedThere:
      'Nachrichten und Anrufe an diese Nummern sind für dieses Konto gestoppt. Der Inhaber weiß Bescheid und kann sie wieder freigeben.',
    openAccounts: 'Verwaltung öffnen',
  },
  received_calls: {
    missed: 'Verpasster Anruf von {from}',
    missedText: 'Jemand hat {to} angerufen, und niemand hat abgehoben.',
    voicemail: 'Sprachnachricht von {from}',
    voicemailText: 'Ein Anrufer hat Ihnen eine Nachricht hinterlassen.',
    action: 'Alle Anrufe ansehen',
    stop: 'Diese E-Mails können Sie auf der Seite Ihrer Nummern abstellen.',
  },
  message_received: {
    subject: 'Nachricht von {from}',
    action: 'Posteingang öffnen',
    stop: 'Diese E-Mails können Sie auf der Seite Ihrer Nummern abstellen.',
  },
  alarm: {
    subject: '{sender}: {what}',
    text: 'Die erste Karte der Verwaltung sagt, was zu tun ist.',
    about: 'Betroffen',
    action: 'Verwaltung öffnen',
    daily: 'Diese E-Mail kommt einmal am Tag wieder, solange es andauert.',
    items: {
      books: 'Die Bücher gehen nicht auf',
      lost: 'Eine bestätigte Zahlung fehlt auf ihrer Blockchain',
      outside: 'Die Bücher und die Außenwelt weichen voneinander ab',
      messages: 'Nachrichten warten auf den Versand',
      unknown: 'Nachrichten mit unbekanntem Ergebnis',
      carriers: 'Ein Anbieter ist ausgefallen',
      carrierCredit: 'Guthaben bei einem Anbieter ist niedrig',
      edges: 'Ein SIP-Edge meldet sich nicht',
      payments: 'Zahlungen warten auf eine Entscheidung',
      wallets: 'Eine Wallet-Adresse wird nicht beobachtet',
      unclaimed: 'Coins kamen an, die zu keiner Zahlung gehören',
      addresses: 'Viele Zahlungsadressen hintereinander blieben unbenutzt',
      rates: 'Der Kurs einer Coin ist nicht sicher',
      losses: 'Ein Ziel bringt Verlust',
      mail: 'E-Mails warten auf den Versand',
      webhooks: 'Webhooks warten auf die Zustellung',
      jobs: 'Arbeit im Hintergrund ist gescheitert',
    },
  },
  account_suspended: {
    subject: 'Ihr Konto ist gesperrt',
    text: 'Bis es wieder aktiv ist, kann sich niemand anmelden oder seine API-Schlüssel benutzen. Wartende Nachrichten werden zurückgehalten, Anrufe sind beendet. Ihr Guthaben ist unverändert.',
    remark: 'Wenden Sie sich an den Support, wenn Sie das für einen Irrtum halten.',
  },
  sender_decided: {
    accepted: 'Absendername {name} angenommen',
    acceptedText: 'Sie können jetzt Nachrichten von {name} senden.',
    rejected: 'Absendername {name} nicht angenommen',
    rejectedText:
      'Von {name} können keine Nachrichten gesendet werden. Wartende Nachrichten werden nicht gesendet und erstattet.',
    action: 'Absender öffnen',
  },
  papers_decided: {
    accepted: 'Unterlagen für Nummern angenommen: {country}',
    acceptedText: 'Sie können jetzt Nummern dieses Landes kaufen: {country}.',
    rejected: 'Unterlagen für Nummern nicht angenommen: {country}',
    rejectedText: 'Sie können sie berichtigen und noch einmal einreichen. Es wurde nichts berechnet.',
    action: 'Nummern öffnen',
  },
  papers_to_delete: {
    subject: 'Bei {carrier} zu löschende Unterlagen',
    text: 'Ein Konto wurde gelöscht, oder seine Unterlagen wurden abgelehnt. Bitte löschen Sie, was {carrier} noch von seinen Unterlagen für Nummern dieses Landes hat: {country}. Von hier aus war das nicht möglich.',
    account: 'Konto',
    id: 'Unterlage dort',
    done: 'Sie erhalten dies einmal.',
  },
  carrier_credit_low: {
    subject: 'Unser Guthaben bei {carrier} ist niedrig',
    text: 'Unser Guthaben bei {carrier} ist unter {level} gefallen. Ohne Guthaben lehnt der Anbieter Nachrichten und Anrufe ab.',
    credit: 'Guthaben',
    action: 'Anbieter ansehen',
    once: 'Diese E-Mail kommt einmal, jedes Mal wenn es darunter fällt.',
  },
  payment_lost: {
    subject: 'Eine bestätigte Zahlung über {amount} steht nicht mehr in ihrer Blockchain',
    gone: 'Die Transaktion einer bestätigten und gutgeschriebenen Zahlung steht in keinem Block mehr. Ihre Blockchain hat sie verworfen.',
    failed:
      'Die Transaktion einer bestätigten und gutgeschriebenen Zahlung ist in ihrer Blockchain fehlgeschlagen: Sie hat nichts bewegt.',
    changed:
      'Die Transaktion einer bestätigten und gutgeschriebenen Zahlung zeigt jetzt einen anderen Betrag.',
    replaced:
      'Die Transaktion einer bestätigten und gutgeschriebenen Zahlung steht in keinem Block mehr. Stattdessen kam eine andere Transaktion über denselben Betrag an, die zu keiner Zahlung gehört.',
    next: 'Sehen Sie selbst in der Blockchain nach. Ist die Zahlung verloren, nehmen Sie sie zurück: Das Guthaben kann jederzeit ausgegeben werden.',
    account: 'Konto',
    coin: 'Währung',
    hash: 'Transaktions-Hash',
    action: 'Zahlungen öffnen',
  },
  losing_destinations: {
    subject: 'Ziele mit Verlust',
    text: 'Anbieter verlangen für diese Ziele mehr, als Kunden bezahlt haben. Prüfen Sie deren Preise und Preislisten.',
    figures: '{revenue} eingenommen, {cost} an Anbieter',
    action: 'Zahlen ansehen',
    daily: 'Diese E-Mail kommt für jedes Ziel einmal am Tag.',
  },
  low_balance: {
    subject: 'Ihr Guthaben liegt unter {level}',
    text: 'Ihr Guthaben ist unter {level} gefallen, die von Ihnen gewählte Schwelle.',
    action: 'Guthaben aufladen',
    change: 'Die Schwelle ändern Sie in den Einstellungen unter Mitteilungen.',
  },
  paidFor: {
    purchase: 'Guthabenkauf mit {coin}',
    trunk: 'SIP TRUNK {plan}, {count} Jahr',
    trunkUpgrade: 'SIP TRUNK: Wechsel zu {plan}',
    resellerMonthly: 'Resellerpaket, {count} Monat',
    resellerYearly: 'Resellerpaket, {count} Monate',
  },
  reasons: {
    paidAnother: 'Was mit dieser Transaktion einging, wurde für eine andere Zahlung bestätigt',
    notVerifiedInTime: {
      one: 'Sie konnte nicht innerhalb von {count} Tag bestätigt werden',
      other: 'Sie konnte nicht innerhalb von {count} Tagen bestätigt werden',
    },
  },
};
