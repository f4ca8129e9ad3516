import type { Language } from '../../../platform/kit/languages.ts';
import type { OptOutKeyword } from './words.ts';

/**
 * The answers to such words from a number whose account has no text of its own. Each fits into one part: 160
 * characters of the GSM alphabet, otherwise 70.
 */
export const USUAL_TEXTS: Readonly<Record<Language, Readonly<Record<OptOutKeyword, string>>>> = {
  en: {
    stop: 'You will receive no more messages from us. Reply START to receive them again.',
    start: 'You will receive messages from us again. Reply STOP to stop them.',
    help: 'Reply STOP to receive no more messages from us, or START to receive them again.',
  },
  es: {
    stop: 'Ya no recibe mensajes nuestros. Responda ALTA para volver a recibirlos.',
    start: 'Vuelve a recibir mensajes nuestros. Responda BAJA para dejar de recibirlos.',
    help: 'Responda BAJA para dejar de recibir mensajes nuestros, o ALTA para volver a recibirlos.',
  },
  fr: {
    stop: 'Vous ne recevrez plus nos messages. Répondez START pour les recevoir à nouveau.',
    start: 'Vous recevrez à nouveau nos messages. Répondez STOP pour les arrêter.',
    help: 'Répondez STOP pour ne plus recevoir nos messages, START pour les recevoir à nouveau.',
  },
  de: {
    stop: 'Sie erhalten von uns keine Nachrichten mehr. Mit START erhalten Sie sie wieder.',
    start: 'Sie erhalten wieder Nachrichten von uns. Mit STOPP beenden Sie das.',
    help: 'Antworten Sie STOPP, um keine Nachrichten mehr zu erhalten, oder START, um sie wieder zu erhalten.',
  },
  it: {
    stop: 'Non riceverà più messaggi da noi. Risponda START per riceverli di nuovo.',
    start: 'Riceverà di nuovo i nostri messaggi. Risponda STOP per non riceverli più.',
    help: 'Risponda STOP per non ricevere più i nostri messaggi, START per riceverli di nuovo.',
  },
  pt: {
    stop: 'Deixa de receber mensagens nossas. Responda START para voltar a receber.',
    start: 'Volta a receber mensagens nossas. Responda STOP para deixar de receber.',
    help: 'Responda STOP para deixar de receber mensagens nossas, ou START para voltar a receber.',
  },
  ru: {
    stop: 'Мы больше не будем вам писать. СТАРТ: снова получать сообщения.',
    start: 'Вы снова получаете наши сообщения. СТОП: отказаться от них.',
    help: 'СТОП: не получать наших сообщений. СТАРТ: снова получать.',
  },
  zh: {
    stop: '您将不再收到我们的短信。回复 START 可重新接收。',
    start: '您将重新收到我们的短信。回复 TD 可退订。',
    help: '回复 TD 不再接收我们的短信，回复 START 重新接收。',
  },
  ja: {
    stop: '今後メッセージは届きません。再開するには START と返信してください。',
    start: 'メッセージの配信を再開しました。停止するには STOP と返信してください。',
    help: '配信を停止するには STOP、再開するには START と返信してください。',
  },
  ar: {
    stop: 'لن تصلك رسائل منا بعد الآن. أرسل START لتصلك من جديد.',
    start: 'ستصلك رسائلنا من جديد. أرسل STOP لإيقافها.',
    help: 'أرسل STOP لإيقاف رسائلنا، أو START لتصلك من جديد.',
  },
};
