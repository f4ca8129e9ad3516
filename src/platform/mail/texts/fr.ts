import type { LetterTexts } from './en.ts';

export const fr: LetterTexts = {
  greeting: 'Bonjour {name},',
  greetingNobody: 'Bonjour,',
  questions: 'Des questions ? {support}',
  fact: '{name} : {value}',
  via: '{brand} via {operator}',
  operator: '{brand} utilise {operator} ({host}), qui gère votre compte et vous envoie cet e-mail.',
  utc: '{time} UTC',
  openSettings: 'Ouvrir les paramètres',
  openBilling: 'Ouvrir la facturation',
  confirmAddress: 'Confirmer l’adresse',
  chooseNew: 'Choisir un nouveau mot de passe',
  notMe: 'Ce n’était pas moi',
  linkHours: {
    one: 'Le lien fonctionne une seule fois, pendant {count} heure.',
    other: 'Le lien fonctionne une seule fois, pendant {count} heures.',
  },
  linkMinutes: {
    one: 'Le lien fonctionne une seule fois, pendant {count} minute.',
    other: 'Le lien fonctionne une seule fois, pendant {count} minutes.',
  },
  undoDays: {
    one: 'Si ce n’était pas vous, annulez ce changement sous {count} jour : cette adresse redevient celle du compte, les sessions et les clés API prennent fin et vous choisissez un nouveau mot de passe.',
    other:
      'Si ce n’était pas vous, annulez ce changement sous {count} jours : cette adresse redevient celle du compte, les sessions et les clés API prennent fin et vous choisissez un nouveau mot de passe.',
  },
  noAccount:
    'Si vous n’avez pas de compte, quelqu’un s’est trompé en saisissant son adresse : vous n’avez rien à faire.',
  newAddress: 'Nouvelle adresse',
  payment: 'Paiement',
  amount: 'Montant',
  received: 'Reçu',
  balance: 'Solde',
  reason: 'Motif',
  takenBack: 'Montant repris',
  owed: 'Montant dû',
  from: 'De',
  to: 'À',
  confirm_email: {
    subject: 'Confirmez votre adresse e-mail pour {sender}',
    text: 'Veuillez confirmer que cette adresse est celle de votre compte {sender}.',
  },
  reset_password: {
    subject: 'Choisissez un nouveau mot de passe pour {sender}',
    text: 'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte {sender}.',
    notYou: 'Si ce n’était pas vous, ne faites rien : votre mot de passe ne change pas.',
  },
  invitation: {
    subject: 'Vous êtes administrateur de {sender}',
    text: 'Un administrateur a créé pour vous un compte chez {sender}, comme administrateur. Choisissez un mot de passe : personne d’autre ne le connaît. Configurez ensuite un second facteur dans vos paramètres.',
    action: 'Choisir un mot de passe',
    ended: 'Si le lien ne fonctionne plus, demandez un nouveau mot de passe à la connexion.',
  },
  password_changed: {
    subject: 'Votre mot de passe pour {sender} a été modifié',
    withKeys:
      'Votre mot de passe a été modifié, vous avez été déconnecté partout ailleurs et vos clés API ont été révoquées.',
    text: 'Votre mot de passe a été modifié et vous avez été déconnecté partout ailleurs. Vos clés API restent valables.',
    ended: {
      one: 'Cela a été créé ou modifié dans le délai de {count} jour avant, et a donc pris fin aussi. Rétablissez ce qui venait de vous ; les systèmes téléphoniques ont besoin de nouveaux identifiants SIP.',
      many: 'Cela a été créé ou modifié dans les {count} de jours précédents, et a donc pris fin aussi. Rétablissez ce qui venait de vous ; les systèmes téléphoniques ont besoin de nouveaux identifiants SIP.',
      other:
        'Cela a été créé ou modifié dans les {count} jours précédents, et a donc pris fin aussi. Rétablissez ce qui venait de vous ; les systèmes téléphoniques ont besoin de nouveaux identifiants SIP.',
    },
    notYou:
      'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe et remplacez vos clés API.',
  },
  new_sign_in: {
    subject: 'Nouvelle connexion à {sender}',
    text: 'Une connexion à votre compte a eu lieu depuis un appareil que nous ne connaissions pas.',
    device: 'Appareil',
    unknownDevice: 'inconnu',
    at: 'Date et heure',
    notYou:
      'Si ce n’était pas vous, changez votre mot de passe et déconnectez-vous partout, dans vos paramètres.',
  },
  key_made: {
    subject: 'Nouvelle clé API pour {sender}',
    text: 'Une clé API a été créée pour votre compte. Quiconque la possède peut utiliser le compte.',
    key: 'Clé',
    notYou: 'Si ce n’était pas vous, révoquez la clé et changez votre mot de passe, dans vos paramètres.',
  },
  access_changed: {
    subject: 'Votre compte chez {sender} a été modifié',
    webhook: 'Un webhook a été créé ou modifié. Il apprend ce qui se passe dans votre compte.',
    sip: 'De nouveaux identifiants SIP ont été créés. Qui les possède peut appeler à vos frais.',
    addresses:
      'Les adresses depuis lesquelles on peut appeler sans mot de passe par un trunk SIP ont été modifiées. Qui appelle de là le fait à vos frais.',
    calls: 'Le traitement des appels vers l’un de vos numéros a été modifié.',
    answers: 'Ce que l’un de vos numéros répond aux messages, ou transfère, a été modifié.',
    host: 'Le nom d’hôte de votre portail a été modifié.',
    notYou:
      'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe : ce qui a été créé dans les jours précédents prend alors fin.',
  },
  leftBehind: {
    webhook: 'Webhook',
    sip: 'Utilisateur SIP',
    addresses: 'Adresses du trunk SIP',
    calls: 'Appels vers',
    answers: 'Messages vers',
    host: 'Nom d’hôte',
    passkey: 'Clé d’accès',
  },
  factor_changed: {
    subject: 'Votre connexion à {sender} a été modifiée',
    'totp.enabled': 'Désormais, votre application d’authentification est nécessaire pour vous connecter.',
    'totp.disabled': 'Votre application d’authentification n’est plus nécessaire pour vous connecter.',
    'recovery_codes.created':
      'Vos codes de récupération ont été remplacés. Les précédents ne fonctionnent plus.',
    'passkey.added':
      'Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter sans mot de passe.',
    'passkey.removed': 'Une clé d’accès a été retirée de votre compte.',
    notYou:
      'Si ce n’était pas vous, choisissez immédiatement un nouveau mot de passe et vérifiez vos clés d’accès et votre application d’authentification dans vos paramètres.',
  },
  prices_rising: {
    subject: 'Les prix de {sender} vont augmenter',
    text: 'À partir du {time}, vous paierez plus. D’ici là, rien ne change.',
    price: '{after} (actuellement : {before})',
    sms: 'Un segment SMS vers un destinataire',
    voice: 'Une minute d’appel',
    number: 'Un numéro pendant un mois',
    received: 'Un message reçu',
    mms: 'Un message avec image (MMS)',
    standard: 'le prix standard',
    percent: '{percent} du prix standard',
    action: 'Voir les prix',
  },
  destinations_rising: {
    sms: 'À partir du {time}, les messages vers certaines destinations coûteront plus cher. D’ici là, rien ne change.',
    voice:
      'À partir du {time}, les appels vers certaines destinations coûteront plus cher. D’ici là, rien ne change.',
  },
  destinations_dropped: {
    subject: 'Certaines destinations ne seront bientôt plus disponibles',
    sms: 'À partir du {time}, vous ne pourrez plus envoyer de messages vers ces destinations, que vous avez utilisées récemment.',
    voice:
      'À partir du {time}, vous ne pourrez plus appeler ces destinations, que vous avez utilisées récemment.',
    destinations: 'Destinations',
  },
  host_missing: {
    subject: 'L’enregistrement DNS de votre nom d’hôte {host} a disparu',
    text: {
      one: 'L’enregistrement TXT qui montre que {host} vous appartient est introuvable. Rétablissez-le sous {count} heure, sinon votre portail n’y sera plus accessible.',
      other:
        'L’enregistrement TXT qui montre que {host} vous appartient est introuvable. Rétablissez-le sous {count} heures, sinon votre portail n’y sera plus accessible.',
    },
    name: 'Nom',
    value: 'Valeur',
    action: 'Ouvrir le tableau de bord',
  },
  change_email: {
    subject: 'Confirmez votre nouvelle adresse e-mail pour {sender}',
    text: 'Veuillez confirmer que votre compte {sender} doit utiliser cette adresse.',
    before: 'D’ici là, l’adresse précédente reste valable.',
  },
  email_changing: {
    subject: 'Votre adresse e-mail pour {sender} va changer',
    text: 'Une autre adresse e-mail a été demandée. Elle sera utilisée dès qu’elle aura été confirmée depuis cette adresse.',
  },
  email_changed: {
    subject: 'Votre adresse e-mail pour {sender} a été modifiée',
    text: 'Votre compte a maintenant une autre adresse e-mail. Les e-mails y sont envoyés et elle sert à vous connecter.',
  },
  account_closed: {
    subject: 'Votre compte {sender} a été fermé',
    text: 'Votre compte a été fermé. Personne ne peut plus s’y connecter ; ses clés API, clés d’accès, applications d’authentification et webhooks ne sont plus valables.',
    erased:
      'Le {day}, votre nom, vos adresses, vos messages et vos fichiers seront effacés et le solde restant sera perdu. Ce dont notre comptabilité a besoin est conservé sans votre nom.',
    action: 'Annuler la fermeture',
    undo: 'D’ici là, vous pouvez l’annuler avec ce lien et choisir un nouveau mot de passe. Si ce n’était pas vous, faites-le immédiatement.',
  },
  payment_verified: {
    subject: 'Paiement de {amount} validé',
    order: 'Votre paiement a été validé et votre commande est active.',
    credit: 'Votre paiement a été validé et le crédit a été ajouté à votre solde.',
  },
  payment_rejected: {
    subject: 'Paiement de {amount} refusé',
    text: 'Votre paiement n’a pas pu être validé. Rien n’a été ajouté à votre solde.',
    again: 'Si vous avez payé, vous pouvez déclarer à nouveau le paiement avec le bon hash de transaction.',
  },
  payment_unclear: {
    subject: 'Ce paiement de {amount} est-il le vôtre ?',
    text: '{amount} sont arrivés à notre adresse. C’est un peu moins que ce qui vous était demandé, à vous ou à un autre client : on ne sait donc pas avec certitude qui l’a envoyé. Une personne décide, et rien n’est crédité avant.',
    yours:
      'Si vous l’avez envoyé, ouvrez Facturation et indiquez le hash de votre transaction. Vous pouvez aussi signer avec l’adresse depuis laquelle vous avez payé : cela montre qu’il est à vous.',
    notYours: 'Si vous ne l’avez pas envoyé, vous n’avez rien à faire.',
  },
  invoice_issued: {
    invoice: 'Facture {number} de {seller}',
    credit_note: 'Avoir {number} de {seller}',
    text: 'Son montant est de {amount} et le PDF est joint. Toutes vos factures se trouvent sous Facturation.',
  },
  payment_reversed: {
    subject: 'Paiement de {amount} contrepassé',
    text: 'Un paiement validé a été contrepassé et son crédit a été repris.',
    owed: 'Votre solde ne suffisait pas : il reste {owed} à payer. Votre prochaine recharge règle d’abord ce montant ; d’ici là, rien ne peut être envoyé.',
  },
  numbers_expiring: {
    subjectOne: '{number} expire bientôt',
    subject: 'Vos numéros expirent bientôt',
    textOne: 'Un de vos numéros expire bientôt.',
    text: 'Certains de vos numéros expirent bientôt.',
    line: '{day}, {renewal}',
    on: 'renouvelé automatiquement la veille',
    off: 'sans renouvellement automatique',
    insufficient_credits: 'n’a pas pu être renouvelé : votre solde est trop bas',
    action: 'Ouvrir mes numéros',
  },
  numbers_to_confirm: {
    subject: 'Confirmez à nouveau vos numéros',
    text: 'Les numéros qui n’ont pas été achetés ici doivent être confirmés de temps en temps : un numéro peut changer de titulaire. Jusqu’au jour indiqué, vous pouvez les utiliser comme avant pour envoyer et appeler.',
    line: 'jusqu’au {day}',
    action: 'Confirmer les numéros',
  },
  sudden_rise: {
    subject: 'Les messages et appels vers {code} sont arrêtés',
    text: 'Au cours de la dernière heure, votre compte a dépensé {spent} pour des numéros commençant par {code}. En temps normal, c’est {usual} par heure.',
    stopped:
      'Les messages et appels vers ces numéros sont arrêtés, au cas où quelqu’un d’autre utiliserait votre compte.',
    action: 'Ouvrir les plafonds de dépenses',
    ifYou: 'Si c’était vous, autorisez-les de nouveau sous les plafonds de dépenses.',
    notYou: 'Si ce n’était pas vous, changez votre mot de passe et remplacez vos clés API.',
    ofAccount:
      'Au cours de la dernière heure, {account} a dépensé {spent} pour des numéros commençant par {code}. En temps normal, c’est {usual} par heure.',
    stoppedThere:
      'Les messages et les appels vers ces numéros sont arrêtés pour ce compte. Son titulaire est prévenu et peut les rétablir.',
    openAccounts: 'Ouvrir l’administration',
  },
  received_calls: {
    missed: 'Appel manqué de {from}',
    missedText: 'Quelqu’un a appelé le {to} et personne n’a répondu.',
    voicemail: 'Message vocal de {from}',
    voicemailText: 'Un appelant vous a laissé un message.',
    action: 'Voir tous les appels',
    stop: 'Vous pouvez désactiver ces e-mails sur la page de vos numéros.',
  },
  message_received: {
    subject: 'Message de {from}',
    action: 'Ouvrir la boîte de réception',
    stop: 'Vous pouvez désactiver ces e-mails sur la page de vos numéros.',
  },
  alarm: {
    subject: '{sender}: {what}',
    text: 'La première carte du panneau d’administration dit quoi faire.',
    about: 'Concerne',
    action: 'Ouvrir le panneau d’administration',
    daily: 'Vous recevez de nouveau ce message une fois par jour tant que cela dure.',
    items: {
      books: 'Les comptes ne sont pas justes',
      lost: 'Un paiement vérifié a disparu de sa blockchain',
      outside: 'Les comptes et l’extérieur diffèrent',
      messages: 'Des messages attendent d’être envoyés',
      unknown: 'Messages au résultat inconnu',
      carriers: 'Un opérateur est en panne',
      carrierCredit: 'Le crédit chez un opérateur est bas',
      edges: 'Un serveur SIP ne répond plus',
      payments: 'Des paiements attendent une décision',
      wallets: 'Une adresse de portefeuille n’est pas surveillée',
      unclaimed: 'Des cryptomonnaies reçues n’appartiennent à aucun paiement',
      addresses: 'De nombreuses adresses de paiement de suite n’ont pas servi',
      rates: 'Le cours d’une cryptomonnaie est incertain',
      losses: 'Une destination perd de l’argent',
      mail: 'Des e-mails attendent d’être envoyés',
      webhooks: 'Des webhooks attendent d’être livrés',
      jobs: 'Une tâche de fond a échoué',
    },
  },
  account_suspended: {
    subject: 'Votre compte est suspendu',
    text: "Personne ne peut se connecter ni utiliser ses clés d'API tant qu'il n'est pas réactivé. Les messages en attente sont retenus et les appels sont terminés. Votre solde est inchangé.",
    remark: "Contactez l'assistance si vous pensez qu'il s'agit d'une erreur.",
  },
  sender_decided: {
    accepted: 'Nom d’expéditeur {name} accepté',
    acceptedText: 'Vous pouvez maintenant envoyer des messages avec {name}.',
    rejected: 'Nom d’expéditeur {name} refusé',
    rejectedText:
      'Aucun message ne peut partir avec {name}. Les messages en attente ne sont pas envoyés et vous sont remboursés.',
    action: 'Ouvrir les expéditeurs',
  },
  papers_decided: {
    accepted: 'Documents acceptés pour les numéros : {country}',
    acceptedText: 'Vous pouvez maintenant acheter des numéros de ce pays : {country}.',
    rejected: 'Documents refusés pour les numéros : {country}',
    rejectedText: 'Vous pouvez les corriger et les envoyer de nouveau. Rien n’a été débité.',
    action: 'Ouvrir les numéros',
  },
  papers_to_delete: {
    subject: 'Documents à supprimer chez {carrier}',
    text: 'Un compte a été effacé ou ses documents ont été refusés. Veuillez supprimer ce que {carrier} garde encore de ses documents pour les numéros de ce pays : {country}. Cela n’a pas pu se faire d’ici.',
    account: 'Compte',
    id: 'Document chez le fournisseur',
    done: 'Vous recevez ce message une seule fois.',
  },
  carrier_credit_low: {
    subject: 'Notre crédit chez {carrier} est faible',
    text: 'Notre crédit chez {carrier} est passé sous {level}. Sans crédit, le fournisseur refuse messages et appels.',
    credit: 'Crédit',
    action: 'Voir les fournisseurs',
    once: 'Vous recevez cet e-mail une fois à chaque passage sous ce seuil.',
  },
  payment_lost: {
    subject: 'Un paiement validé de {amount} n’est plus dans sa blockchain',
    gone: 'La transaction d’un paiement validé et crédité n’est plus dans aucun bloc. Sa blockchain l’a abandonnée.',
    failed:
      'La transaction d’un paiement validé et crédité a échoué dans sa blockchain : elle n’a rien déplacé.',
    changed: 'La transaction d’un paiement validé et crédité montre maintenant un autre montant.',
    replaced:
      'La transaction d’un paiement validé et crédité n’est plus dans aucun bloc. Une autre transaction du même montant est arrivée à sa place et n’appartient à aucun paiement.',
    next: 'Vérifiez vous-même la blockchain. Si le paiement est perdu, contrepassez-le : le crédit peut être dépensé à tout moment.',
    account: 'Compte',
    coin: 'Monnaie',
    hash: 'Hash de la transaction',
    action: 'Ouvrir les paiements',
  },
  losing_destinations: {
    subject: 'Destinations déficitaires',
    text: 'Les fournisseurs facturent ces destinations plus cher que ce que les clients ont payé. Vérifiez leurs prix et listes de prix.',
    figures: '{revenue} encaissés, {cost} dus aux fournisseurs',
    action: 'Voir les chiffres',
    daily: 'Vous recevez cet e-mail une fois par jour et par destination.',
  },
  low_balance: {
    subject: 'Votre solde est inférieur à {level}',
    text: 'Votre solde est passé sous {level}, le seuil que vous avez fixé.',
    action: 'Ajouter du crédit',
    change: 'Vous pouvez modifier le seuil dans vos paramètres, sous Notifications.',
  },
  paidFor: {
    purchase: 'Achat de crédit en {coin}',
    trunk: 'SIP TRUNK {plan}, {count} an',
    trunkUpgrade: 'SIP TRUNK : passage à {plan}',
    resellerMonthly: 'Forfait revendeur, {count} mois',
    resellerYearly: 'Forfait revendeur, {count} mois',
  },
  reasons: {
    paidAnother: 'Ce qui est arrivé avec cette transaction a été validé pour un autre paiement',
    notVerifiedInTime: {
      one: 'Il n’a pas pu être validé sous {count} jour',
      other: 'Il n’a pas pu être validé sous {count} jours',
    },
  },
};
