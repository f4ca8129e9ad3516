import type { LetterTexts } from './en.ts';

export const pt: LetterTexts = {
  greeting: 'Olá, {name},',
  greetingNobody: 'Olá,',
  questions: 'Dúvidas? {support}',
  fact: '{name}: {value}',
  via: '{brand} através de {operator}',
  operator: 'A {brand} funciona com {operator} ({host}), que gere a sua conta e enviou este e-mail.',
  utc: '{time} UTC',
  openSettings: 'Abrir as definições',
  openBilling: 'Abrir os pagamentos',
  confirmAddress: 'Confirmar o endereço',
  chooseNew: 'Escolher uma nova palavra-passe',
  notMe: 'Não fui eu',
  linkHours: {
    one: 'O link funciona uma única vez, durante {count} hora.',
    other: 'O link funciona uma única vez, durante {count} horas.',
  },
  linkMinutes: {
    one: 'O link funciona uma única vez, durante {count} minuto.',
    other: 'O link funciona uma única vez, durante {count} minutos.',
  },
  undoDays: {
    one: 'Se não foi o próprio, anule a alteração no prazo de {count} dia: este endereço volta a ser o da conta, as sessões e as chaves API terminam e escolhe uma nova palavra-passe.',
    other:
      'Se não foi o próprio, anule a alteração no prazo de {count} dias: este endereço volta a ser o da conta, as sessões e as chaves API terminam e escolhe uma nova palavra-passe.',
  },
  noAccount: 'Se não tem uma conta, alguém se enganou ao escrever o endereço: não precisa de fazer nada.',
  newAddress: 'Novo endereço',
  payment: 'Pagamento',
  amount: 'Montante',
  received: 'Recebido',
  balance: 'Saldo',
  reason: 'Motivo',
  takenBack: 'Montante retirado',
  owed: 'Em dívida',
  from: 'De',
  to: 'Para',
  confirm_email: {
    subject: 'Confirme o seu endereço de e-mail para {sender}',
    text: 'Confirme que este endereço pertence à sua conta {sender}.',
  },
  reset_password: {
    subject: 'Escolha uma nova palavra-passe para {sender}',
    text: 'Alguém, esperamos que o próprio, pediu uma nova palavra-passe para a sua conta {sender}.',
    notYou: 'Se não foi o próprio, não faça nada: a palavra-passe fica como está.',
  },
  invitation: {
    subject: 'É administrador de {sender}',
    text: 'Um administrador criou para si uma conta em {sender}, como administrador. Escolha uma palavra-passe: mais ninguém a conhece. Depois configure um segundo fator nas definições.',
    action: 'Escolher uma palavra-passe',
    ended: 'Se a ligação já não funcionar, peça uma nova palavra-passe ao iniciar sessão.',
  },
  password_changed: {
    subject: 'A sua palavra-passe de {sender} foi alterada',
    withKeys:
      'A sua palavra-passe foi alterada, a sua sessão foi terminada em todos os outros dispositivos e as suas chaves API foram revogadas.',
    text: 'A sua palavra-passe foi alterada e a sua sessão foi terminada em todos os outros dispositivos. As suas chaves API continuam a funcionar.',
    ended: {
      one: 'Isto foi criado ou alterado no prazo de {count} dia antes, por isso também terminou. Configure de novo o que era seu; os sistemas telefónicos precisam de novas credenciais SIP.',
      other:
        'Isto foi criado ou alterado nos {count} dias anteriores, por isso também terminou. Configure de novo o que era seu; os sistemas telefónicos precisam de novas credenciais SIP.',
    },
    notYou:
      'Se não foi o próprio, escolha imediatamente uma nova palavra-passe e substitua as suas chaves API.',
  },
  new_sign_in: {
    subject: 'Novo início de sessão em {sender}',
    text: 'Foi iniciada sessão na sua conta a partir de um dispositivo que não conhecíamos.',
    device: 'Dispositivo',
    unknownDevice: 'desconhecido',
    at: 'Hora',
    notYou: 'Se não foi o próprio, altere a palavra-passe e termine todas as sessões nas definições.',
  },
  key_made: {
    subject: 'Nova chave API para {sender}',
    text: 'Foi criada uma chave API para a sua conta. Quem a tiver pode usar a conta com ela.',
    key: 'Chave',
    notYou: 'Se não foi o próprio, revogue a chave e altere a palavra-passe nas definições.',
  },
  access_changed: {
    subject: 'Algo foi alterado na sua conta em {sender}',
    webhook: 'Foi criado ou alterado um webhook. Recebe o que acontece na sua conta.',
    sip: 'Foram criadas novas credenciais SIP. Quem as tiver pode telefonar à sua custa.',
    addresses:
      'Foram alterados os endereços a partir dos quais se pode telefonar sem palavra-passe por um trunk SIP. Quem telefonar de lá fá-lo à sua custa.',
    calls: 'Foi alterado o que acontece com as chamadas para um dos seus números.',
    answers: 'Foi alterado o que um dos seus números responde a mensagens, ou reencaminha.',
    host: 'O nome de anfitrião do seu portal foi alterado.',
    notYou:
      'Se não foi o próprio, escolha imediatamente uma nova palavra-passe: o que foi criado nos dias anteriores termina então.',
  },
  leftBehind: {
    webhook: 'Webhook',
    sip: 'Utilizador SIP',
    addresses: 'Endereços do trunk SIP',
    calls: 'Chamadas para',
    answers: 'Mensagens para',
    host: 'Nome de anfitrião',
    passkey: 'Chave de acesso',
  },
  factor_changed: {
    subject: 'O seu início de sessão em {sender} foi alterado',
    'totp.enabled': 'A partir de agora precisa da aplicação de autenticação para iniciar sessão.',
    'totp.disabled': 'Já não precisa da aplicação de autenticação para iniciar sessão.',
    'recovery_codes.created':
      'Os seus códigos de recuperação foram substituídos. Os anteriores já não funcionam.',
    'passkey.added':
      'Foi adicionada uma chave de acesso à sua conta. Permite iniciar sessão sem palavra-passe.',
    'passkey.removed': 'Foi removida uma chave de acesso da sua conta.',
    notYou:
      'Se não foi o próprio, escolha imediatamente uma nova palavra-passe e verifique as chaves de acesso e a aplicação de autenticação nas definições.',
  },
  prices_rising: {
    subject: 'Os preços de {sender} vão subir',
    text: 'A partir de {time} passa a pagar mais. Até lá nada muda.',
    price: '{after} (agora: {before})',
    sms: 'Um segmento de SMS para um destinatário',
    voice: 'Um minuto de chamada',
    number: 'Um número durante um mês',
    received: 'Uma mensagem recebida',
    mms: 'Uma mensagem com imagem (MMS)',
    standard: 'o preço normal',
    percent: '{percent} do preço normal',
    action: 'Ver os preços',
  },
  destinations_rising: {
    sms: 'A partir de {time}, as mensagens para alguns destinos passam a custar mais. Até lá nada muda.',
    voice: 'A partir de {time}, as chamadas para alguns destinos passam a custar mais. Até lá nada muda.',
  },
  destinations_dropped: {
    subject: 'Alguns destinos vão deixar de estar disponíveis',
    sms: 'A partir de {time}, deixa de poder enviar mensagens para estes destinos, que usou recentemente.',
    voice: 'A partir de {time}, deixa de poder ligar para estes destinos, que usou recentemente.',
    destinations: 'Destinos',
  },
  host_missing: {
    subject: 'Falta o registo DNS do seu nome de domínio {host}',
    text: {
      one: 'O registo TXT que mostra que {host} é seu não foi encontrado. Reponha-o no prazo de {count} hora: depois disso, o seu portal deixa de estar disponível aí.',
      other:
        'O registo TXT que mostra que {host} é seu não foi encontrado. Reponha-o no prazo de {count} horas: depois disso, o seu portal deixa de estar disponível aí.',
    },
    name: 'Nome',
    value: 'Valor',
    action: 'Abrir o painel',
  },
  change_email: {
    subject: 'Confirme o seu novo endereço de e-mail para {sender}',
    text: 'Confirme que a sua conta {sender} deve ter este endereço.',
    before: 'Até lá mantém-se o endereço anterior.',
  },
  email_changing: {
    subject: 'O seu endereço de e-mail de {sender} vai mudar',
    text: 'Foi pedido outro endereço de e-mail. Fica válido assim que for confirmado a partir dele.',
  },
  email_changed: {
    subject: 'O seu endereço de e-mail de {sender} foi alterado',
    text: 'A sua conta tem agora outro endereço de e-mail. Os e-mails vão para lá e é com ele que inicia sessão.',
  },
  account_closed: {
    subject: 'A sua conta {sender} foi encerrada',
    text: 'A sua conta foi encerrada. Ninguém pode iniciar sessão nela, e as chaves API, chaves de acesso, aplicações de autenticação e webhooks deixaram de funcionar.',
    erased:
      'Em {day} o seu nome, endereços, mensagens e ficheiros são apagados e o saldo restante perde-se. O que a nossa contabilidade exige é guardado sem o seu nome.',
    action: 'Anular o encerramento',
    undo: 'Até lá pode anular o encerramento com este link e escolher uma nova palavra-passe. Se não foi o próprio, faça-o imediatamente.',
  },
  payment_verified: {
    subject: 'Pagamento de {amount} verificado',
    order: 'O seu pagamento foi verificado e a sua encomenda está ativa.',
    credit: 'O seu pagamento foi verificado e o crédito foi adicionado ao seu saldo.',
  },
  payment_rejected: {
    subject: 'Pagamento de {amount} rejeitado',
    text: 'Não foi possível verificar o seu pagamento. Nada foi adicionado ao seu saldo.',
    again: 'Se pagou, pode comunicar o pagamento de novo com o hash da transação correto.',
  },
  payment_unclear: {
    subject: 'Este pagamento de {amount} é seu?',
    text: 'Chegaram {amount} ao nosso endereço. É um pouco menos do que lhe foi pedido a si ou a outro cliente, por isso não é certo quem o enviou. Uma pessoa decide, e antes disso nada é creditado.',
    yours:
      'Se o enviou, abra Faturação e indique o hash da sua transação. Também pode assinar com o endereço de onde pagou: isso mostra que é seu.',
    notYours: 'Se não o enviou, não precisa de fazer nada.',
  },
  payment_reversed: {
    subject: 'Pagamento de {amount} anulado',
    text: 'Um pagamento que estava verificado foi anulado e o seu crédito foi retirado.',
    owed: 'O seu saldo não chegava: ficam {owed} em dívida. O próximo carregamento paga primeiro esse valor; até lá nada pode ser enviado.',
  },
  numbers_expiring: {
    subjectOne: '{number} expira em breve',
    subject: 'Os seus números expiram em breve',
    textOne: 'Um dos seus números expira em breve.',
    text: 'Alguns dos seus números expiram em breve.',
    line: '{day}, {renewal}',
    on: 'renova-se automaticamente no dia anterior',
    off: 'não se renova automaticamente',
    insufficient_credits: 'não pôde ser renovado: o seu saldo é demasiado baixo',
    action: 'Abrir os meus números',
  },
  numbers_to_confirm: {
    subject: 'Confirme novamente os seus números',
    text: 'Os números que não foram comprados aqui têm de ser confirmados de novo de vez em quando: um número pode mudar de titular. Até ao dia indicado pode enviar e ligar a partir deles como antes; depois, não.',
    line: 'até {day}',
    action: 'Confirmar números',
  },
  sudden_rise: {
    subject: 'As mensagens e chamadas para {code} estão bloqueadas',
    text: 'Na última hora a sua conta gastou {spent} em números que começam por {code}. O habitual são {usual} por hora.',
    stopped:
      'As mensagens e chamadas para estes números estão bloqueadas, para o caso de outra pessoa estar a usar a sua conta.',
    action: 'Abrir os limites de gastos',
    ifYou: 'Se foi o próprio, volte a permiti-los nos limites de gastos.',
    notYou: 'Se não foi o próprio, altere a palavra-passe e substitua as suas chaves API.',
    ofAccount:
      'Na última hora, {account} gastou {spent} em números que começam por {code}. O habitual são {usual} por hora.',
    stoppedThere:
      'As mensagens e chamadas para estes números estão bloqueadas nesta conta. O titular foi avisado e pode desbloqueá-las.',
    openAccounts: 'Abrir a administração',
  },
  received_calls: {
    missed: 'Chamada não atendida de {from}',
    missedText: 'Alguém ligou para {to} e ninguém atendeu.',
    voicemail: 'Mensagem de voz de {from}',
    voicemailText: 'Quem ligou deixou-lhe uma mensagem.',
    action: 'Ver todas as chamadas',
    stop: 'Pode desativar estes e-mails na página dos seus números.',
  },
  message_received: {
    subject: 'Mensagem de {from}',
    action: 'Abrir a caixa de entrada',
    stop: 'Pode desativar estes e-mails na página dos seus números.',
  },
  unknown_messages: {
    subject: 'Mensagens de resultado desconhecido',
    text: 'Os fornecedores não deram um resultado claro para algumas mensagens. Continuam debitadas aos clientes até que alguém marque cada mensagem ou até serem reembolsadas.',
    recipients: { one: '{count} destinatário, {cost}', other: '{count} destinatários, {cost}' },
    action: 'Marcá-las',
    daily: 'Recebe este e-mail uma vez por dia enquanto houver alguma.',
  },
  account_suspended: {
    subject: 'A sua conta está suspensa',
    text: 'Ninguém pode entrar nem usar as chaves de API até voltar a estar ativa. As mensagens em espera ficam retidas e as chamadas terminaram. O seu saldo não muda.',
    remark: 'Contacte o suporte se achar que é um engano.',
  },
  sender_decided: {
    accepted: 'Nome de remetente {name} aceite',
    acceptedText: 'Já pode enviar mensagens com {name}.',
    rejected: 'Nome de remetente {name} não aceite',
    rejectedText:
      'Não é possível enviar mensagens com {name}. As mensagens em espera não são enviadas e são reembolsadas.',
    action: 'Abrir remetentes',
  },
  papers_decided: {
    accepted: 'Documentos para números aceites: {country}',
    acceptedText: 'Já pode comprar números deste país: {country}.',
    rejected: 'Documentos para números não aceites: {country}',
    rejectedText: 'Pode corrigi-los e enviá-los de novo. Nada foi cobrado.',
    action: 'Abrir os números',
  },
  papers_to_delete: {
    subject: 'Documentos a eliminar na {carrier}',
    text: 'Uma conta foi apagada ou os seus documentos foram recusados. Elimine o que a {carrier} ainda guarda dos seus documentos para números em {country}: não foi possível fazê-lo a partir daqui.',
    account: 'Conta',
    id: 'Documento no fornecedor',
    done: 'Recebe este aviso uma só vez.',
  },
  carrier_credit_low: {
    subject: 'O nosso saldo na {carrier} está baixo',
    text: 'O nosso saldo na {carrier} desceu abaixo de {level}. Sem saldo, o fornecedor recusa mensagens e chamadas.',
    credit: 'Saldo',
    action: 'Ver fornecedores',
    once: 'Recebe este e-mail uma vez sempre que desce abaixo desse valor.',
  },
  payment_lost: {
    subject: 'Um pagamento verificado de {amount} já não está na sua cadeia de blocos',
    gone: 'A transação de um pagamento verificado e creditado já não está em nenhum bloco. A sua cadeia de blocos descartou-a.',
    failed:
      'A transação de um pagamento verificado e creditado falhou na sua cadeia de blocos: não moveu nada.',
    changed: 'A transação de um pagamento verificado e creditado mostra agora outro montante.',
    replaced:
      'A transação de um pagamento verificado e creditado já não está em nenhum bloco. Em vez dela chegou outra transação do mesmo montante, que não pertence a nenhum pagamento.',
    next: 'Veja a cadeia de blocos por si. Se o pagamento está perdido, anule-o: o crédito pode ser gasto a qualquer momento.',
    account: 'Conta',
    coin: 'Moeda',
    hash: 'Hash da transação',
    action: 'Abrir pagamentos',
  },
  losing_destinations: {
    subject: 'Destinos com prejuízo',
    text: 'Os fornecedores cobram por estes destinos mais do que os clientes pagaram. Verifique os preços e as listas de preços.',
    figures: '{revenue} recebidos, {cost} para fornecedores',
    action: 'Ver os números',
    daily: 'Recebe este e-mail uma vez por dia por cada destino.',
  },
  low_balance: {
    subject: 'O seu saldo está abaixo de {level}',
    text: 'O seu saldo desceu abaixo de {level}, o nível que definiu.',
    action: 'Adicionar crédito',
    change: 'Pode alterar o nível nas definições, em Notificações.',
  },
  paidFor: {
    purchase: 'Compra de crédito com {coin}',
    trunk: 'SIP TRUNK {plan}, {count} ano',
    trunkUpgrade: 'SIP TRUNK: mudança para {plan}',
    resellerMonthly: 'Pacote de revendedor, {count} mês',
    resellerYearly: 'Pacote de revendedor, {count} meses',
  },
  reasons: {
    paidAnother: 'O que chegou com esta transação foi verificado para outro pagamento',
    notVerifiedInTime: {
      one: 'Não foi possível verificá-lo no prazo de {count} dia',
      other: 'Não foi possível verificá-lo no prazo de {count} dias',
    },
  },
};
