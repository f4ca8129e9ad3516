import type { LetterTexts } from './en.ts';

export const es: LetterTexts = {
  greeting: 'Hola, {name}:',
  greetingNobody: 'Hola:',
  questions: '¿Preguntas? {support}',
  fact: '{name}: {value}',
  via: '{brand} a través de {operator}',
  operator: '{brand} funciona con {operator} ({host}), que gestiona su cuenta y le envía este correo.',
  utc: '{time} UTC',
  openSettings: 'Abrir los ajustes',
  openBilling: 'Abrir la facturación',
  confirmAddress: 'Confirmar la dirección',
  chooseNew: 'Elegir una contraseña nueva',
  notMe: 'No he sido yo',
  linkHours: {
    one: 'El enlace funciona una sola vez, durante {count} hora.',
    other: 'El enlace funciona una sola vez, durante {count} horas.',
  },
  linkMinutes: {
    one: 'El enlace funciona una sola vez, durante {count} minuto.',
    other: 'El enlace funciona una sola vez, durante {count} minutos.',
  },
  undoDays: {
    one: 'Si no ha sido usted, deshágalo en el plazo de {count} día: esta dirección volverá a ser la de la cuenta, las sesiones y las claves API terminarán y usted elegirá una contraseña nueva.',
    other:
      'Si no ha sido usted, deshágalo en el plazo de {count} días: esta dirección volverá a ser la de la cuenta, las sesiones y las claves API terminarán y usted elegirá una contraseña nueva.',
  },
  noAccount:
    'Si no tiene ninguna cuenta, alguien se equivocó al escribir su dirección: no tiene que hacer nada.',
  newAddress: 'Dirección nueva',
  payment: 'Pago',
  amount: 'Importe',
  received: 'Recibido',
  balance: 'Saldo',
  reason: 'Motivo',
  takenBack: 'Importe retirado',
  owed: 'Pendiente de pago',
  from: 'De',
  to: 'Para',
  confirm_email: {
    subject: 'Confirme su dirección de correo para {sender}',
    text: 'Confirme que esta dirección pertenece a su cuenta de {sender}.',
  },
  reset_password: {
    subject: 'Elija una contraseña nueva para {sender}',
    text: 'Alguien, esperamos que usted, ha pedido una contraseña nueva para su cuenta de {sender}.',
    notYou: 'Si no ha sido usted, no haga nada: su contraseña no cambia.',
  },
  invitation: {
    subject: 'Es administrador de {sender}',
    text: 'Un administrador ha creado una cuenta para usted en {sender}, como administrador. Elija una contraseña: nadie más la conoce. Después configure un segundo factor en los ajustes.',
    action: 'Elegir una contraseña',
    ended: 'Si el enlace ya no funciona, pida una contraseña nueva al iniciar sesión.',
  },
  password_changed: {
    subject: 'Su contraseña de {sender} ha cambiado',
    withKeys:
      'Su contraseña ha cambiado, se ha cerrado su sesión en todos los demás sitios y sus claves API se han revocado.',
    text: 'Su contraseña ha cambiado y se ha cerrado su sesión en todos los demás sitios. Sus claves API siguen funcionando.',
    ended: {
      one: 'Esto se creó o cambió dentro de {count} día antes, por lo que también ha terminado. Vuelva a configurar lo que era suyo; los sistemas telefónicos necesitan credenciales SIP nuevas.',
      other:
        'Esto se creó o cambió dentro de los {count} días anteriores, por lo que también ha terminado. Vuelva a configurar lo que era suyo; los sistemas telefónicos necesitan credenciales SIP nuevas.',
    },
    notYou: 'Si no ha sido usted, elija de inmediato una contraseña nueva y sustituya sus claves API.',
  },
  new_sign_in: {
    subject: 'Nuevo inicio de sesión en {sender}',
    text: 'Se ha iniciado sesión en su cuenta desde un dispositivo que no conocíamos.',
    device: 'Dispositivo',
    unknownDevice: 'desconocido',
    at: 'Hora',
    notYou: 'Si no ha sido usted, cambie su contraseña y cierre todas las sesiones en los ajustes.',
  },
  key_made: {
    subject: 'Nueva clave API para {sender}',
    text: 'Se ha creado una clave API para su cuenta. Quien la tenga puede usar la cuenta con ella.',
    key: 'Clave',
    notYou: 'Si no ha sido usted, revoque la clave y cambie su contraseña en los ajustes.',
  },
  access_changed: {
    subject: 'Se ha cambiado algo en su cuenta de {sender}',
    webhook: 'Se ha creado o cambiado un webhook. Recibe lo que ocurre en su cuenta.',
    sip: 'Se han creado credenciales SIP nuevas. Quien las tenga puede llamar a su costa.',
    addresses:
      'Se ha cambiado desde qué direcciones se puede llamar sin contraseña por una troncal SIP. Quien llame desde ellas lo hace a su costa.',
    calls: 'Se ha cambiado qué ocurre con las llamadas a uno de sus números.',
    answers: 'Se ha cambiado qué responde a los mensajes, o reenvía, uno de sus números.',
    host: 'Se ha cambiado el nombre de host de su portal.',
    notYou:
      'Si no ha sido usted, elija de inmediato una contraseña nueva: lo que se creó en los días anteriores termina entonces.',
  },
  leftBehind: {
    webhook: 'Webhook',
    sip: 'Usuario SIP',
    addresses: 'Direcciones de la troncal SIP',
    calls: 'Llamadas a',
    answers: 'Mensajes a',
    host: 'Nombre de host',
    passkey: 'Llave de acceso',
  },
  factor_changed: {
    subject: 'Su inicio de sesión en {sender} ha cambiado',
    'totp.enabled': 'A partir de ahora necesita su aplicación de autenticación para iniciar sesión.',
    'totp.disabled': 'Ya no necesita su aplicación de autenticación para iniciar sesión.',
    'recovery_codes.created':
      'Sus códigos de recuperación se han sustituido. Los anteriores ya no funcionan.',
    'passkey.added': 'Se ha añadido una llave de acceso a su cuenta. Permite iniciar sesión sin contraseña.',
    'passkey.removed': 'Se ha eliminado una llave de acceso de su cuenta.',
    notYou:
      'Si no ha sido usted, elija de inmediato una contraseña nueva y revise las llaves de acceso y la aplicación de autenticación en los ajustes.',
  },
  prices_rising: {
    subject: 'Los precios de {sender} van a subir',
    text: 'A partir del {time} pagará más. Hasta entonces no cambia nada.',
    price: '{after} (ahora: {before})',
    sms: 'Un segmento de SMS a un destinatario',
    voice: 'Un minuto de llamada',
    number: 'Un número durante un mes',
    received: 'Un mensaje recibido',
    mms: 'Un mensaje con imagen (MMS)',
    standard: 'el precio estándar',
    percent: '{percent} del precio estándar',
    action: 'Ver los precios',
  },
  destinations_rising: {
    sms: 'A partir del {time}, los mensajes a algunos destinos costarán más. Hasta entonces no cambia nada.',
    voice:
      'A partir del {time}, las llamadas a algunos destinos costarán más. Hasta entonces no cambia nada.',
  },
  destinations_dropped: {
    subject: 'Algunos destinos dejarán de estar disponibles',
    sms: 'A partir del {time} ya no podrá enviar mensajes a estos destinos, que ha utilizado recientemente.',
    voice: 'A partir del {time} ya no podrá llamar a estos destinos, que ha utilizado recientemente.',
    destinations: 'Destinos',
  },
  host_missing: {
    subject: 'Falta el registro DNS de su nombre de host {host}',
    text: {
      one: 'No se ha encontrado el registro TXT que muestra que {host} es suyo. Vuelva a ponerlo en el plazo de {count} hora: después, su portal dejará de estar disponible en él.',
      other:
        'No se ha encontrado el registro TXT que muestra que {host} es suyo. Vuelva a ponerlo en el plazo de {count} horas: después, su portal dejará de estar disponible en él.',
    },
    name: 'Nombre',
    value: 'Valor',
    action: 'Abrir el panel',
  },
  change_email: {
    subject: 'Confirme su nueva dirección de correo para {sender}',
    text: 'Confirme que su cuenta de {sender} debe tener esta dirección.',
    before: 'Hasta entonces se mantiene la dirección anterior.',
  },
  email_changing: {
    subject: 'Su dirección de correo de {sender} está a punto de cambiar',
    text: 'Se ha pedido otra dirección de correo para su cuenta. Será válida en cuanto se confirme desde ella.',
  },
  email_changed: {
    subject: 'Su dirección de correo de {sender} ha cambiado',
    text: 'Su cuenta tiene ahora otra dirección de correo. Los correos se envían allí y usted inicia sesión con ella.',
  },
  account_closed: {
    subject: 'Su cuenta de {sender} se ha cerrado',
    text: 'Su cuenta se ha cerrado. Nadie puede iniciar sesión en ella, y sus claves API, llaves de acceso, aplicaciones de autenticación y webhooks han dejado de valer.',
    erased:
      'El {day} se borrarán su nombre, direcciones, mensajes y archivos, y se perderá el saldo restante. Lo que necesita nuestra contabilidad se conserva sin su nombre.',
    action: 'Deshacer el cierre',
    undo: 'Hasta entonces puede deshacerlo con este enlace y elegir una contraseña nueva. Si no ha sido usted, hágalo de inmediato.',
  },
  payment_verified: {
    subject: 'Pago de {amount} verificado',
    order: 'Su pago se ha verificado y su pedido está activo.',
    credit: 'Su pago se ha verificado y el importe se ha añadido a su saldo.',
  },
  payment_rejected: {
    subject: 'Pago de {amount} rechazado',
    text: 'No se ha podido verificar su pago. No se ha añadido nada a su saldo.',
    again: 'Si ha pagado, puede notificar el pago otra vez con el hash de transacción correcto.',
  },
  payment_unclear: {
    subject: '¿Es suyo este pago de {amount}?',
    text: 'A nuestra dirección llegaron {amount}. Es un poco menos de lo que se le pidió a usted o a otro cliente, así que no es seguro quién lo envió. Decide una persona, y antes no se abona nada.',
    yours:
      'Si lo envió usted, abra Facturación e indique el hash de su transacción. También puede firmar con la dirección desde la que pagó: eso demuestra que es suyo.',
    notYours: 'Si no lo envió usted, no tiene que hacer nada.',
  },
  payment_reversed: {
    subject: 'Pago de {amount} anulado',
    text: 'Un pago que estaba verificado se ha anulado y su saldo se ha retirado.',
    owed: 'Su saldo no alcanzaba: quedan {owed} pendientes de pago. La próxima recarga lo paga primero; hasta entonces no se puede enviar nada.',
  },
  numbers_expiring: {
    subjectOne: '{number} caduca pronto',
    subject: 'Sus números caducan pronto',
    textOne: 'Uno de sus números caduca pronto.',
    text: 'Algunos de sus números caducan pronto.',
    line: '{day}, {renewal}',
    on: 'se renueva automáticamente el día anterior',
    off: 'no se renueva automáticamente',
    insufficient_credits: 'no se pudo renovar: su saldo es demasiado bajo',
    action: 'Abrir mis números',
  },
  numbers_to_confirm: {
    subject: 'Confirme de nuevo sus números',
    text: 'Los números que no se compraron aquí deben confirmarse de nuevo de vez en cuando: un número puede cambiar de dueño. Hasta el día indicado puede enviar y llamar desde ellos como antes; después, ya no.',
    line: 'hasta el {day}',
    action: 'Confirmar números',
  },
  sudden_rise: {
    subject: 'Los mensajes y llamadas a {code} están detenidos',
    text: 'En la última hora su cuenta ha gastado {spent} en números que empiezan por {code}. Lo habitual son {usual} por hora.',
    stopped:
      'Los mensajes y llamadas a estos números están detenidos, por si otra persona está usando su cuenta.',
    action: 'Abrir los límites de gasto',
    ifYou: 'Si ha sido usted, vuelva a permitirlos en los límites de gasto.',
    notYou: 'Si no ha sido usted, cambie su contraseña y sustituya sus claves API.',
    ofAccount:
      'En la última hora, {account} gastó {spent} en números que empiezan por {code}. Lo habitual son {usual} por hora.',
    stoppedThere:
      'Los mensajes y las llamadas a estos números están detenidos para esta cuenta. Su titular está avisado y puede reanudarlos.',
    openAccounts: 'Abrir la administración',
  },
  received_calls: {
    missed: 'Llamada perdida de {from}',
    missedText: 'Alguien llamó al {to} y nadie respondió.',
    voicemail: 'Mensaje de voz de {from}',
    voicemailText: 'Alguien que llamó le dejó un mensaje.',
    action: 'Ver todas las llamadas',
    stop: 'Puede desactivar estos correos en la página de sus números.',
  },
  message_received: {
    subject: 'Mensaje de {from}',
    action: 'Abrir la bandeja de entrada',
    stop: 'Puede desactivar estos correos en la página de sus números.',
  },
  unknown_messages: {
    subject: 'Mensajes de resultado desconocido',
    text: 'Los proveedores no dieron un resultado claro para algunos mensajes. Se siguen cobrando a los clientes hasta que alguien marque cada mensaje o hasta que se reembolsen.',
    recipients: { one: '{count} destinatario, {cost}', other: '{count} destinatarios, {cost}' },
    action: 'Marcarlos',
    daily: 'Recibirá este correo una vez al día mientras haya alguno.',
  },
  account_suspended: {
    subject: 'Su cuenta está suspendida',
    text: 'Nadie puede iniciar sesión ni usar sus claves de API hasta que vuelva a estar activa. Los mensajes en espera se retienen y las llamadas han terminado. Su saldo no cambia.',
    remark: 'Contacte con soporte si cree que es un error.',
  },
  sender_decided: {
    accepted: 'Nombre de remitente {name} aceptado',
    acceptedText: 'Ya puede enviar mensajes con {name}.',
    rejected: 'Nombre de remitente {name} no aceptado',
    rejectedText:
      'No se pueden enviar mensajes con {name}. Los mensajes en espera no se envían y se reembolsan.',
    action: 'Abrir remitentes',
  },
  papers_decided: {
    accepted: 'Documentos para números en {country} aceptados',
    acceptedText: 'Ya puede comprar números en {country}.',
    rejected: 'Documentos para números en {country} no aceptados',
    rejectedText: 'Puede corregirlos y enviarlos de nuevo. No se ha cobrado nada.',
    action: 'Abrir números',
  },
  papers_to_delete: {
    subject: 'Documentos por eliminar en {carrier}',
    text: 'Se ha borrado una cuenta o se han rechazado sus documentos. Elimine lo que {carrier} aún guarda de sus documentos para números de {country}: desde aquí no ha sido posible.',
    account: 'Cuenta',
    id: 'Documento en el proveedor',
    done: 'Recibe este aviso una sola vez.',
  },
  carrier_credit_low: {
    subject: 'Nuestro saldo en {carrier} es bajo',
    text: 'Nuestro saldo en {carrier} ha bajado de {level}. Sin saldo, el proveedor rechaza mensajes y llamadas.',
    credit: 'Saldo',
    action: 'Ver proveedores',
    once: 'Recibirá este correo una vez cada vez que baje de ese nivel.',
  },
  payment_lost: {
    subject: 'Un pago verificado de {amount} ya no está en su cadena de bloques',
    gone: 'La transacción de un pago verificado y abonado ya no está en ningún bloque. Su cadena de bloques la ha descartado.',
    failed:
      'La transacción de un pago verificado y abonado ha fallado en su cadena de bloques: no movió nada.',
    changed: 'La transacción de un pago verificado y abonado muestra ahora otro importe.',
    replaced:
      'La transacción de un pago verificado y abonado ya no está en ningún bloque. En su lugar llegó otra transacción del mismo importe que no pertenece a ningún pago.',
    next: 'Compruebe usted mismo la cadena de bloques. Si el pago se ha perdido, anúlelo: el saldo puede gastarse en cualquier momento.',
    account: 'Cuenta',
    coin: 'Moneda',
    hash: 'Hash de la transacción',
    action: 'Abrir pagos',
  },
  losing_destinations: {
    subject: 'Destinos con pérdidas',
    text: 'Los proveedores cobran por estos destinos más de lo que pagaron los clientes. Revise sus precios y listas de precios.',
    figures: '{revenue} ingresados, {cost} para proveedores',
    action: 'Ver las cifras',
    daily: 'Recibirá este correo una vez al día por cada destino.',
  },
  low_balance: {
    subject: 'Su saldo está por debajo de {level}',
    text: 'Su saldo ha bajado de {level}, el nivel que usted fijó.',
    action: 'Añadir saldo',
    change: 'Puede cambiar el nivel en los ajustes, en Notificaciones.',
  },
  paidFor: {
    purchase: 'Compra de saldo con {coin}',
    trunk: 'SIP TRUNK {plan}, {count} año',
    trunkUpgrade: 'SIP TRUNK: cambio a {plan}',
    resellerMonthly: 'Paquete de revendedor, {count} mes',
    resellerYearly: 'Paquete de revendedor, {count} meses',
  },
  reasons: {
    paidAnother: 'Lo que llegó con esta transacción se verificó para otro pago',
    notVerifiedInTime: {
      one: 'No se pudo verificar en el plazo de {count} día',
      other: 'No se pudo verificar en el plazo de {count} días',
    },
  },
};
