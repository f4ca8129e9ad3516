import type { Language } from '../platform/kit/languages.ts';

/** The texts that a voice reads out on calls, beside those of a number's owner. */
export interface Speech {
  greeting: string;
  connect: string;
  message: string;
  conference: string;
  again: string;
  leaveMessage: string;
  goodbye: string;
  /** The announcement that both ends of a call hear before it is recorded. */
  recorded: string;
}

export const SPEECH: Readonly<Record<Language, Speech>> = {
  en: {
    greeting: 'Hello. You have a call.',
    connect: 'Press 1 to be connected.',
    message: 'Press 2 to leave a message.',
    conference: 'Press 3 to join the conference.',
    again: 'Press 1 to hear this again.',
    leaveMessage: 'Please leave a message after the tone.',
    goodbye: 'Thank you. Goodbye.',
    recorded: 'This call is recorded.',
  },
  es: {
    greeting: 'Hola. Tiene una llamada.',
    connect: 'Pulse 1 para que le pongamos en contacto.',
    message: 'Pulse 2 para dejar un mensaje.',
    conference: 'Pulse 3 para entrar en la conferencia.',
    again: 'Pulse 1 para escuchar esto de nuevo.',
    leaveMessage: 'Deje un mensaje después de la señal, por favor.',
    goodbye: 'Gracias. Adiós.',
    recorded: 'Esta llamada se graba.',
  },
  fr: {
    greeting: 'Bonjour. Vous avez un appel.',
    connect: 'Appuyez sur 1 pour être mis en relation.',
    message: 'Appuyez sur 2 pour laisser un message.',
    conference: 'Appuyez sur 3 pour rejoindre la conférence.',
    again: 'Appuyez sur 1 pour réécouter.',
    leaveMessage: 'Veuillez laisser un message après le signal sonore.',
    goodbye: 'Merci. Au revoir.',
    recorded: 'Cet appel est enregistré.',
  },
  de: {
    greeting: 'Guten Tag. Sie haben einen Anruf.',
    connect: 'Drücken Sie 1, um verbunden zu werden.',
    message: 'Drücken Sie 2, um eine Nachricht zu hinterlassen.',
    conference: 'Drücken Sie 3, um der Konferenz beizutreten.',
    again: 'Drücken Sie 1, um dies noch einmal zu hören.',
    leaveMessage: 'Bitte hinterlassen Sie eine Nachricht nach dem Ton.',
    goodbye: 'Vielen Dank. Auf Wiederhören.',
    recorded: 'Dieser Anruf wird aufgezeichnet.',
  },
  it: {
    greeting: 'Buongiorno. Ha una chiamata.',
    connect: 'Prema 1 per essere messo in contatto.',
    message: 'Prema 2 per lasciare un messaggio.',
    conference: 'Prema 3 per entrare in conferenza.',
    again: 'Prema 1 per riascoltare.',
    leaveMessage: 'Lasci un messaggio dopo il segnale acustico.',
    goodbye: 'Grazie. Arrivederci.',
    recorded: 'Questa chiamata viene registrata.',
  },
  pt: {
    greeting: 'Olá. Tem uma chamada.',
    connect: 'Prima 1 para estabelecer a ligação.',
    message: 'Prima 2 para deixar uma mensagem.',
    conference: 'Prima 3 para entrar na conferência.',
    again: 'Prima 1 para ouvir de novo.',
    leaveMessage: 'Deixe uma mensagem depois do sinal, por favor.',
    goodbye: 'Obrigado. Adeus.',
    recorded: 'Esta chamada é gravada.',
  },
  ru: {
    greeting: 'Здравствуйте. Вам поступил звонок.',
    connect: 'Нажмите 1, чтобы вас соединили.',
    message: 'Нажмите 2, чтобы оставить сообщение.',
    conference: 'Нажмите 3, чтобы войти в конференцию.',
    again: 'Нажмите 1, чтобы прослушать ещё раз.',
    leaveMessage: 'Оставьте сообщение после сигнала.',
    goodbye: 'Спасибо. До свидания.',
    recorded: 'Этот звонок записывается.',
  },
  zh: {
    greeting: '您好，您有一个来电。',
    connect: '接通请按 1。',
    message: '留言请按 2。',
    conference: '加入会议请按 3。',
    again: '重听请按 1。',
    leaveMessage: '请在提示音后留言。',
    goodbye: '谢谢，再见。',
    recorded: '本次通话将被录音。',
  },
  ja: {
    greeting: 'お電話がかかっています。',
    connect: 'おつなぎするには、1 を押してください。',
    message: '伝言を残すには、2 を押してください。',
    conference: '会議に参加するには、3 を押してください。',
    again: 'もう一度聞くには、1 を押してください。',
    leaveMessage: '発信音のあとに、伝言をお話しください。',
    goodbye: 'ありがとうございました。失礼いたします。',
    recorded: 'この通話は録音されます。',
  },
  ar: {
    greeting: 'مرحبًا. لديك مكالمة.',
    connect: 'اضغط 1 لإتمام الاتصال.',
    message: 'اضغط 2 لترك رسالة.',
    conference: 'اضغط 3 للانضمام إلى المكالمة الجماعية.',
    again: 'اضغط 1 لسماع هذا مرة أخرى.',
    leaveMessage: 'يرجى ترك رسالة بعد الصافرة.',
    goodbye: 'شكرًا لك. مع السلامة.',
    recorded: 'يجري تسجيل هذه المكالمة.',
  },
};
