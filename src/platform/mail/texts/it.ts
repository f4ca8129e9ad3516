import type { LetterTexts } from './en.ts';

export const it: LetterTexts = {
  greeting: 'Gentile {name},',
  greetingNobody: 'Buongiorno,',
  questions: 'Domande? {support}',
  fact: '{name}: {value}',
  via: '{brand} tramite {operator}',
  operator: '{brand} utilizza {operator} ({host}), che gestisce il Suo account e ha inviato questa email.',
  utc: '{time} UTC',
  openSettings: 'Apri le impostazioni',
  openBilling: 'Apri i pagamenti',
  confirmAddress: 'Conferma l’indirizzo',
  chooseNew: 'Scegli una nuova password',
  notMe: 'Non sono stato io',
  linkHours: {
    one: 'Il link funziona una sola volta, entro {count} ora.',
    other: 'Il link funziona una sola volta, entro {count} ore.',
  },
  linkMinutes: {
    one: 'Il link funziona una sola volta, entro {count} minuto.',
    other: 'Il link funziona una sola volta, entro {count} minuti.',
  },
  undoDays: {
    one: 'Se non è stato Lei, annulli la modifica entro {count} giorno: questo indirizzo torna a essere quello dell’account, le sessioni e le chiavi API terminano e Lei sceglie una nuova password.',
    other:
      'Se non è stato Lei, annulli la modifica entro {count} giorni: questo indirizzo torna a essere quello dell’account, le sessioni e le chiavi API terminano e Lei sceglie una nuova password.',
  },
  noAccount:
    'Se non ha un account, qualcuno ha sbagliato a scrivere il proprio indirizzo: non deve fare nulla.',
  newAddress: 'Nuovo indirizzo',
  payment: 'Pagamento',
  amount: 'Importo',
  received: 'Ricevuto',
  balance: 'Saldo',
  reason: 'Motivo',
  takenBack: 'Importo ripreso',
  owed: 'Da pagare',
  from: 'Da',
  to: 'A',
  confirm_email: {
    subject: 'Confermi il Suo indirizzo email per {sender}',
    text: 'Confermi che questo indirizzo appartiene al Suo account {sender}.',
  },
  reset_password: {
    subject: 'Scelga una nuova password per {sender}',
    text: 'Qualcuno, speriamo Lei, ha chiesto una nuova password per il Suo account {sender}.',
    notYou: 'Se non è stato Lei, non faccia nulla: la password resta quella che è.',
  },
  invitation: {
    subject: 'È amministratore di {sender}',
    text: 'Un amministratore ha creato per lei un account su {sender}, come amministratore. Scelga una password: nessun altro la conosce. Poi imposti un secondo fattore nelle impostazioni.',
    action: 'Scegli una password',
    ended: 'Se il link non funziona più, richieda una nuova password dalla pagina di accesso.',
  },
  password_changed: {
    subject: 'La Sua password per {sender} è stata modificata',
    withKeys:
      'La Sua password è stata modificata, tutte le altre sessioni sono state chiuse e le Sue chiavi API sono state revocate.',
    text: 'La Sua password è stata modificata e tutte le altre sessioni sono state chiuse. Le Sue chiavi API restano valide.',
    ended: {
      one: 'Questo è stato creato o modificato entro {count} giorno prima, quindi è terminato anch’esso. Configuri di nuovo ciò che era Suo; i sistemi telefonici hanno bisogno di nuove credenziali SIP.',
      other:
        'Questo è stato creato o modificato nei {count} giorni precedenti, quindi è terminato anch’esso. Configuri di nuovo ciò che era Suo; i sistemi telefonici hanno bisogno di nuove credenziali SIP.',
    },
    notYou: 'Se non è stato Lei, scelga immediatamente una nuova password e sostituisca le Sue chiavi API.',
  },
  new_sign_in: {
    subject: 'Nuovo accesso a {sender}',
    text: 'È stato effettuato l’accesso al Suo account da un dispositivo che non conoscevamo.',
    device: 'Dispositivo',
    unknownDevice: 'sconosciuto',
    at: 'Ora',
    notYou: 'Se non è stato Lei, cambi la password e chiuda tutte le sessioni nelle impostazioni.',
  },
  key_made: {
    subject: 'Nuova chiave API per {sender}',
    text: 'È stata creata una chiave API per il Suo account. Chi la possiede può usare l’account.',
    key: 'Chiave',
    notYou: 'Se non è stato Lei, revochi la chiave e cambi la password nelle impostazioni.',
  },
  access_changed: {
    subject: 'È cambiato qualcosa nel Suo account {sender}',
    webhook: 'Un webhook è stato creato o modificato. Riceve ciò che accade nel Suo account.',
    sip: 'Sono state create nuove credenziali SIP. Chi le possiede può chiamare a Sue spese.',
    addresses:
      'Sono stati modificati gli indirizzi da cui si può chiamare senza password tramite un trunk SIP. Chi chiama da lì lo fa a Sue spese.',
    calls: 'È cambiato che cosa succede con le chiamate a uno dei Suoi numeri.',
    answers: 'È cambiato che cosa uno dei Suoi numeri risponde ai messaggi o inoltra.',
    host: 'Il nome host del Suo portale è stato modificato.',
    notYou:
      'Se non è stato Lei, scelga subito una nuova password: ciò che è stato creato nei giorni precedenti termina allora.',
  },
  leftBehind: {
    webhook: 'Webhook',
    sip: 'Utente SIP',
    addresses: 'Indirizzi del trunk SIP',
    calls: 'Chiamate a',
    answers: 'Messaggi a',
    host: 'Nome host',
    passkey: 'Passkey',
  },
  factor_changed: {
    subject: 'Il Suo accesso a {sender} è stato modificato',
    'totp.enabled': 'D’ora in poi per accedere serve la Sua app di autenticazione.',
    'totp.disabled': 'Per accedere non serve più la Sua app di autenticazione.',
    'recovery_codes.created':
      'I Suoi codici di recupero sono stati sostituiti. I precedenti non funzionano più.',
    'passkey.added': 'Una passkey è stata aggiunta al Suo account. Permette di accedere senza password.',
    'passkey.removed': 'Una passkey è stata rimossa dal Suo account.',
    notYou:
      'Se non è stato Lei, scelga immediatamente una nuova password e controlli passkey e app di autenticazione nelle impostazioni.',
  },
  prices_rising: {
    subject: 'I prezzi di {sender} stanno per aumentare',
    text: 'Dal {time} pagherà di più. Fino ad allora non cambia nulla.',
    price: '{after} (ora: {before})',
    sms: 'Un segmento SMS a un destinatario',
    voice: 'Un minuto di chiamata',
    number: 'Un numero per un mese',
    received: 'Un messaggio ricevuto',
    mms: 'Un messaggio con immagine (MMS)',
    standard: 'il prezzo standard',
    percent: '{percent} del prezzo standard',
    action: 'Vedi i prezzi',
  },
  destinations_rising: {
    sms: 'Dal {time} i messaggi verso alcune destinazioni costeranno di più. Fino ad allora non cambia nulla.',
    voice:
      'Dal {time} le chiamate verso alcune destinazioni costeranno di più. Fino ad allora non cambia nulla.',
  },
  destinations_dropped: {
    subject: 'Alcune destinazioni non saranno più disponibili',
    sms: 'Dal {time} non potrà più inviare messaggi a queste destinazioni, che ha usato di recente.',
    voice: 'Dal {time} non potrà più chiamare queste destinazioni, che ha usato di recente.',
    destinations: 'Destinazioni',
  },
  host_missing: {
    subject: 'Manca il record DNS del Suo nome host {host}',
    text: {
      one: 'Il record TXT che dimostra che {host} è Suo non è stato trovato. Lo ripristini entro {count} ora: dopo, il Suo portale non sarà più raggiungibile a quell’indirizzo.',
      other:
        'Il record TXT che dimostra che {host} è Suo non è stato trovato. Lo ripristini entro {count} ore: dopo, il Suo portale non sarà più raggiungibile a quell’indirizzo.',
    },
    name: 'Nome',
    value: 'Valore',
    action: 'Apri la dashboard',
  },
  change_email: {
    subject: 'Confermi il Suo nuovo indirizzo email per {sender}',
    text: 'Confermi che il Suo account {sender} deve avere questo indirizzo.',
    before: 'Fino ad allora resta l’indirizzo precedente.',
  },
  email_changing: {
    subject: 'Il Suo indirizzo email per {sender} sta per cambiare',
    text: 'È stato richiesto un altro indirizzo email. Sarà valido appena verrà confermato da quell’indirizzo.',
  },
  email_changed: {
    subject: 'Il Suo indirizzo email per {sender} è stato modificato',
    text: 'Il Suo account ha ora un altro indirizzo email. Le email arrivano a quell’indirizzo, che serve anche per accedere.',
  },
  account_closed: {
    subject: 'Il Suo account {sender} è stato chiuso',
    text: 'Il Suo account è stato chiuso. Nessuno può accedervi e le sue chiavi API, passkey, app di autenticazione e webhook non sono più validi.',
    erased:
      'Il {day} il Suo nome, gli indirizzi, i messaggi e i file saranno cancellati e il saldo rimanente andrà perso. Ciò che serve alla nostra contabilità viene conservato senza il Suo nome.',
    action: 'Annulla la chiusura',
    undo: 'Fino ad allora può annullare la chiusura con questo link e scegliere una nuova password. Se non è stato Lei, lo faccia immediatamente.',
  },
  payment_verified: {
    subject: 'Pagamento di {amount} verificato',
    order: 'Il Suo pagamento è stato verificato e il Suo ordine è attivo.',
    credit: 'Il Suo pagamento è stato verificato e il credito è stato aggiunto al Suo saldo.',
  },
  payment_rejected: {
    subject: 'Pagamento di {amount} rifiutato',
    text: 'Non è stato possibile verificare il Suo pagamento. Al Suo saldo non è stato aggiunto nulla.',
    again: 'Se ha pagato, può segnalare di nuovo il pagamento con l’hash della transazione corretto.',
  },
  payment_unclear: {
    subject: 'Questo pagamento di {amount} è suo?',
    text: 'Al nostro indirizzo sono arrivati {amount}. È un po’ meno di quanto era chiesto a lei o a un altro cliente, quindi non è certo chi lo abbia inviato. Decide una persona, e prima non viene accreditato nulla.',
    yours:
      'Se l’ha inviato lei, apra Fatturazione e indichi l’hash della sua transazione. Può anche firmare con l’indirizzo da cui ha pagato: questo dimostra che è suo.',
    notYours: 'Se non l’ha inviato lei, non deve fare nulla.',
  },
  payment_reversed: {
    subject: 'Pagamento di {amount} stornato',
    text: 'Un pagamento già verificato è stato stornato e il suo credito è stato ripreso.',
    owed: 'Il Suo saldo non era sufficiente: restano da pagare {owed}. La prossima ricarica copre prima questo importo; fino ad allora non si può inviare nulla.',
  },
  numbers_expiring: {
    subjectOne: '{number} scade presto',
    subject: 'I Suoi numeri scadono presto',
    textOne: 'Uno dei Suoi numeri scade presto.',
    text: 'Alcuni dei Suoi numeri scadono presto.',
    line: '{day}, {renewal}',
    on: 'si rinnova automaticamente il giorno prima',
    off: 'non si rinnova automaticamente',
    insufficient_credits: 'non è stato rinnovato: il Suo saldo è troppo basso',
    action: 'Apri i miei numeri',
  },
  numbers_to_confirm: {
    subject: 'Confermi di nuovo i Suoi numeri',
    text: 'I numeri non acquistati qui vanno confermati di nuovo ogni tanto: un numero può cambiare titolare. Fino al giorno indicato può inviare e chiamare da essi come prima, dopo non più.',
    line: 'fino al {day}',
    action: 'Conferma numeri',
  },
  sudden_rise: {
    subject: 'Messaggi e chiamate verso {code} sono bloccati',
    text: 'Nell’ultima ora il Suo account ha speso {spent} per numeri che iniziano con {code}. Di solito sono {usual} all’ora.',
    stopped:
      'Messaggi e chiamate verso questi numeri sono bloccati, nel caso qualcun altro usi il Suo account.',
    action: 'Apri i limiti di spesa',
    ifYou: 'Se è stato Lei, li consenta di nuovo nei limiti di spesa.',
    notYou: 'Se non è stato Lei, cambi la password e sostituisca le Sue chiavi API.',
    ofAccount:
      'Nell’ultima ora {account} ha speso {spent} per numeri che iniziano con {code}. Di solito sono {usual} all’ora.',
    stoppedThere:
      'Messaggi e chiamate verso questi numeri sono bloccati per questo account. Il titolare è avvisato e può riattivarli.',
    openAccounts: 'Apri l’amministrazione',
  },
  received_calls: {
    missed: 'Chiamata persa da {from}',
    missedText: 'Qualcuno ha chiamato {to} e nessuno ha risposto.',
    voicemail: 'Messaggio vocale da {from}',
    voicemailText: 'Chi ha chiamato Le ha lasciato un messaggio.',
    action: 'Vedi tutte le chiamate',
    stop: 'Può disattivare queste e-mail nella pagina dei Suoi numeri.',
  },
  message_received: {
    subject: 'Messaggio da {from}',
    action: 'Apri la posta in arrivo',
    stop: 'Può disattivare queste email nella pagina dei Suoi numeri.',
  },
  unknown_messages: {
    subject: 'Messaggi dall’esito sconosciuto',
    text: 'Alcuni provider non hanno dato un esito chiaro per certi messaggi. Restano addebitati ai clienti finché qualcuno non contrassegna ogni messaggio o finché non vengono rimborsati.',
    recipients: { one: '{count} destinatario, {cost}', other: '{count} destinatari, {cost}' },
    action: 'Contrassegnali',
    daily: 'Riceverà questa email una volta al giorno finché ce ne sono.',
  },
  account_suspended: {
    subject: 'Il suo account è sospeso',
    text: 'Nessuno può accedere o usare le sue chiavi API finché non è di nuovo attivo. I messaggi in attesa sono trattenuti e le chiamate sono terminate. Il suo saldo è invariato.',
    remark: 'Contatti l’assistenza se pensa che sia un errore.',
  },
  sender_decided: {
    accepted: 'Nome mittente {name} accettato',
    acceptedText: 'Ora può inviare messaggi da {name}.',
    rejected: 'Nome mittente {name} non accettato',
    rejectedText:
      'Non si possono inviare messaggi da {name}. I messaggi in attesa non vengono inviati e sono rimborsati.',
    action: 'Apri i mittenti',
  },
  papers_decided: {
    accepted: 'Documenti per numeri accettati: {country}',
    acceptedText: 'Ora può acquistare numeri di questo paese: {country}.',
    rejected: 'Documenti per numeri non accettati: {country}',
    rejectedText: 'Può correggerli e inviarli di nuovo. Non è stato addebitato nulla.',
    action: 'Apri i numeri',
  },
  papers_to_delete: {
    subject: 'Documenti da eliminare presso {carrier}',
    text: 'Un account è stato cancellato o i suoi documenti sono stati rifiutati. Elimini ciò che {carrier} conserva ancora dei suoi documenti per numeri in {country}: da qui non è stato possibile.',
    account: 'Account',
    id: 'Documento presso il fornitore',
    done: 'Riceve questo avviso una sola volta.',
  },
  carrier_credit_low: {
    subject: 'Il nostro credito presso {carrier} è basso',
    text: 'Il nostro credito presso {carrier} è sceso sotto {level}. Senza credito il provider rifiuta messaggi e chiamate.',
    credit: 'Credito',
    action: 'Vedi i provider',
    once: 'Riceverà questa email una volta ogni volta che scende sotto.',
  },
  payment_lost: {
    subject: 'Un pagamento verificato di {amount} non è più nella sua blockchain',
    gone: 'La transazione di un pagamento verificato e accreditato non è più in alcun blocco. La sua blockchain l’ha scartata.',
    failed:
      'La transazione di un pagamento verificato e accreditato è fallita nella sua blockchain: non ha spostato nulla.',
    changed: 'La transazione di un pagamento verificato e accreditato mostra ora un altro importo.',
    replaced:
      'La transazione di un pagamento verificato e accreditato non è più in alcun blocco. Al suo posto è arrivata un’altra transazione dello stesso importo, che non appartiene ad alcun pagamento.',
    next: 'Controlli lei stesso la blockchain. Se il pagamento è perso, lo storni: il credito può essere speso in qualsiasi momento.',
    account: 'Account',
    coin: 'Moneta',
    hash: 'Hash della transazione',
    action: 'Apri i pagamenti',
  },
  losing_destinations: {
    subject: 'Destinazioni in perdita',
    text: 'Per queste destinazioni i provider chiedono più di quanto hanno pagato i clienti. Controlli prezzi e listini.',
    figures: '{revenue} incassati, {cost} ai provider',
    action: 'Vedi le cifre',
    daily: 'Riceverà questa email una volta al giorno per ogni destinazione.',
  },
  low_balance: {
    subject: 'Il Suo saldo è sotto {level}',
    text: 'Il Suo saldo è sceso sotto {level}, la soglia che ha impostato.',
    action: 'Aggiungi credito',
    change: 'Può cambiare la soglia nelle impostazioni, sotto Notifiche.',
  },
  paidFor: {
    purchase: 'Acquisto di credito con {coin}',
    trunk: 'SIP TRUNK {plan}, {count} anno',
    trunkUpgrade: 'SIP TRUNK: passaggio a {plan}',
    resellerMonthly: 'Pacchetto rivenditore, {count} mese',
    resellerYearly: 'Pacchetto rivenditore, {count} mesi',
  },
  reasons: {
    paidAnother: 'Ciò che è arrivato con questa transazione è stato verificato per un altro pagamento',
    notVerifiedInTime: {
      one: 'Non è stato possibile verificarlo entro {count} giorno',
      other: 'Non è stato possibile verificarlo entro {count} giorni',
    },
  },
};
