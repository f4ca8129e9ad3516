// Written by clients/generate.ts: do not change it by hand.

/** A refusal: branch on `code`, show `message`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly problem: unknown,
  ) {
    super(message);
  }
}

export interface Options {
  /** Where the program runs, such as `https://sms.example.com`. */
  url: string;
  /** `tl_live_…`, or `tl_test_…` for tests that cost nothing. */
  key: string;
  /** How often a request is sent at most, and how long it waits for the first time, in milliseconds. */
  attempts?: number;
  waitMs?: number;
}

type Call = Record<string, unknown>;
const OPERATIONS: Record<string, readonly [method: string, path: string, query: readonly string[], once: boolean]> = {
  logout: ['POST', '/api/auth/logout', [], false],
  getSession: ['GET', '/api/auth/session', [], false],
  sendConfirmation: ['POST', '/api/users/{id}/confirmation', [], false],
  getUser: ['GET', '/api/users/{id}', [], false],
  updateUser: ['PUT', '/api/users/{id}', [], false],
  setLowBalanceLevel: ['PUT', '/api/users/{id}/low-balance-level', [], false],
  getStats: ['GET', '/api/users/{id}/stats', [], false],
  getOverview: ['GET', '/api/users/{id}/overview', [], false],
  listPeople: ['GET', '/api/users/{id}/people', [], false],
  getBanner: ['GET', '/api/banner', [], false],
  getPortal: ['GET', '/api/users/{id}/portal', [], false],
  getBrandSettings: ['GET', '/api/users/{id}/brand', [], false],
  checkHost: ['POST', '/api/users/{id}/brand/check-host', [], false],
  setBrand: ['PUT', '/api/users/{id}/brand', [], false],
  getLimits: ['GET', '/api/users/{id}/limits', [], false],
  listCustomers: ['GET', '/api/users/{id}/customers', ["limit","before","search","status"], false],
  createCustomer: ['POST', '/api/users/{id}/customers', [], false],
  getCustomer: ['GET', '/api/users/{id}/customers/{customerId}', [], false],
  suspendCustomer: ['PUT', '/api/users/{id}/customers/{customerId}/suspend', [], false],
  activateCustomer: ['PUT', '/api/users/{id}/customers/{customerId}/activate', [], false],
  limitCustomer: ['PUT', '/api/users/{id}/customers/{customerId}/limit', [], false],
  sendCustomerLink: ['POST', '/api/users/{id}/customers/{customerId}/links', [], false],
  getPriceList: ['GET', '/api/users/{id}/price-list', [], false],
  setPriceList: ['PUT', '/api/users/{id}/price-list', [], false],
  getCustomerPrices: ['GET', '/api/users/{id}/customers/{customerId}/price-list', [], false],
  setCustomerPrices: ['PUT', '/api/users/{id}/customers/{customerId}/price-list', [], false],
  transferCredit: ['POST', '/api/users/{id}/customers/{customerId}/transfers', [], true],
  getMargins: ['GET', '/api/users/{id}/margins', [], false],
  getRates: ['GET', '/api/users/{id}/rates', [], false],
  sendSms: ['POST', '/api/users/{id}/sms', [], true],
  quoteSms: ['POST', '/api/users/{id}/sms/quote', [], false],
  listSms: ['GET', '/api/users/{id}/sms', ["limit","before","search","status","from","to","test"], false],
  getSms: ['GET', '/api/users/{id}/sms/{messageId}', [], false],
  listSmsRecipients: ['GET', '/api/users/{id}/sms/{messageId}/recipients', ["limit","before","status","search"], false],
  traceSms: ['GET', '/api/users/{id}/sms/{messageId}/trace', ["limit","before","recipient"], false],
  cancelSms: ['POST', '/api/users/{id}/sms/{messageId}/cancel', [], true],
  moveSms: ['PUT', '/api/users/{id}/sms/{messageId}/send-at', [], false],
  resendSms: ['POST', '/api/users/{id}/sms/{messageId}/resend', [], true],
  listReceivedMessages: ['GET', '/api/users/{id}/messages/received', ["limit","before"], false],
  listConversations: ['GET', '/api/users/{id}/conversations', ["limit","before","search"], false],
  countUnreadConversations: ['GET', '/api/users/{id}/conversations/unread/count', [], false],
  listConversationMessages: ['GET', '/api/users/{id}/conversations/{conversationId}/messages', ["limit","before"], false],
  updateConversation: ['PUT', '/api/users/{id}/conversations/{conversationId}', [], false],
  replyToConversation: ['POST', '/api/users/{id}/conversations/{conversationId}/messages', [], true],
  tryNumber: ['POST', '/api/users/{id}/did-numbers/{numberId}/try', [], false],
  redactSms: ['DELETE', '/api/users/{id}/sms/{messageId}/text', [], false],
  redactConversationMessage: ['DELETE', '/api/users/{id}/conversations/{conversationId}/messages/{messageId}/text', [], false],
  erasePerson: ['POST', '/api/users/{id}/contacts/erase', [], false],
  getNumberAnswers: ['GET', '/api/users/{id}/did-numbers/{numberId}/answers', [], false],
  setNumberAnswers: ['PUT', '/api/users/{id}/did-numbers/{numberId}/answers', [], false],
  tryNumberAnswers: ['POST', '/api/users/{id}/did-numbers/{numberId}/answers/try', [], false],
  listAutoReplies: ['GET', '/api/users/{id}/auto-replies', ["limit","before","number"], false],
  listAvailableNumbers: ['GET', '/api/did-numbers/available', ["country"], false],
  listNumberHolds: ['GET', '/api/did-numbers/holds', [], false],
  holdNumber: ['POST', '/api/did-numbers/holds', [], false],
  releaseNumberHold: ['DELETE', '/api/did-numbers/holds/{number}', [], false],
  listNumbers: ['GET', '/api/users/{id}/did-numbers', ["limit","before","search"], false],
  purchaseNumber: ['POST', '/api/users/{id}/did-numbers', [], true],
  getNumber: ['GET', '/api/users/{id}/did-numbers/{numberId}', [], false],
  updateNumber: ['PUT', '/api/users/{id}/did-numbers/{numberId}', [], false],
  checkNumber: ['POST', '/api/users/{id}/did-numbers/{numberId}/check', [], false],
  renewNumber: ['POST', '/api/users/{id}/did-numbers/{numberId}/renew', [], true],
  getNumberHoldPapers: ['GET', '/api/did-numbers/holds/{number}/papers', [], false],
  listNumberPapers: ['GET', '/api/users/{id}/number-papers', [], false],
  handInNumberPapers: ['PUT', '/api/users/{id}/number-papers', [], false],
  listNumberPorts: ['GET', '/api/users/{id}/number-ports', ["limit","before"], false],
  requestNumberPort: ['POST', '/api/users/{id}/number-ports', [], true],
  correctNumberPort: ['PUT', '/api/users/{id}/number-ports/{portId}', [], false],
  withdrawNumberPort: ['POST', '/api/users/{id}/number-ports/{portId}/withdraw', [], false],
  listVoicePackages: ['GET', '/api/users/{id}/voice-packages', ["limit","before"], false],
  createVoicePackage: ['POST', '/api/users/{id}/voice-packages', [], true],
  upgradeVoicePackage: ['POST', '/api/users/{id}/voice-packages/{packageId}/upgrade', [], true],
  changeSipCredentials: ['PUT', '/api/users/{id}/voice-packages/{packageId}/credentials', [], false],
  updateVoicePackage: ['PUT', '/api/users/{id}/voice-packages/{packageId}', [], false],
  setTrunkAddresses: ['PUT', '/api/users/{id}/voice-packages/{packageId}/addresses', [], false],
  listCoins: ['GET', '/api/coins', [], false],
  listTransactions: ['GET', '/api/users/{id}/transactions', ["limit","before","calls","status"], false],
  createTransaction: ['POST', '/api/users/{id}/transactions', [], true],
  createQuote: ['POST', '/api/users/{id}/quotes', [], true],
  listQuotes: ['GET', '/api/users/{id}/quotes', [], false],
  getQuote: ['GET', '/api/users/{id}/quotes/{quoteId}', [], false],
  listOrders: ['GET', '/api/users/{id}/orders', [], false],
  payOrder: ['POST', '/api/users/{id}/transactions/{transactionId}/pay', [], true],
  cancelOrder: ['POST', '/api/users/{id}/transactions/{transactionId}/cancel', [], true],
  getTimeline: ['GET', '/api/users/{id}/transactions/{transactionId}/timeline', [], false],
  getSigning: ['GET', '/api/users/{id}/transactions/{transactionId}/signatures', [], false],
  signPayment: ['POST', '/api/users/{id}/transactions/{transactionId}/signatures', [], true],
  listInvoices: ['GET', '/api/users/{id}/invoices', ["limit","before"], false],
  getBillingDetails: ['GET', '/api/users/{id}/billing-details', [], false],
  setBillingDetails: ['PUT', '/api/users/{id}/billing-details', [], false],
  getProviders: ['GET', '/api/telecom/providers', [], false],
  getProviderHealth: ['GET', '/api/telecom/providers/health', [], false],
  searchRates: ['GET', '/api/users/{id}/destinations', ["search","codes"], false],
  getResellerStatus: ['GET', '/api/users/{id}/reseller', [], false],
  getStatement: ['GET', '/api/users/{id}/statement', ["from","to","type"], false],
  listStatementLines: ['GET', '/api/users/{id}/statement/lines', ["limit","before","from","to","type"], false],
  getSpend: ['GET', '/api/users/{id}/spend', [], false],
  listSmsTemplates: ['GET', '/api/users/{id}/sms-templates', [], false],
  createSmsTemplate: ['POST', '/api/users/{id}/sms-templates', [], true],
  deleteSmsTemplate: ['DELETE', '/api/users/{id}/sms-templates/{templateId}', [], false],
  listContacts: ['GET', '/api/users/{id}/contacts', ["limit","before","search","list"], false],
  listContactLists: ['GET', '/api/users/{id}/contact-lists', [], false],
  renameContactList: ['PUT', '/api/users/{id}/contact-lists', [], false],
  createContact: ['POST', '/api/users/{id}/contacts', [], false],
  importContacts: ['POST', '/api/users/{id}/contacts/import', [], false],
  updateContact: ['PUT', '/api/users/{id}/contacts/{contactId}', [], false],
  removeContact: ['DELETE', '/api/users/{id}/contacts/{contactId}', [], false],
  listCampaigns: ['GET', '/api/users/{id}/campaigns', ["limit","before"], false],
  getCampaign: ['GET', '/api/users/{id}/campaigns/{campaignId}', [], false],
  createCampaign: ['POST', '/api/users/{id}/campaigns', [], true],
  setCampaignStatus: ['PUT', '/api/users/{id}/campaigns/{campaignId}/status', [], false],
  listOptOuts: ['GET', '/api/users/{id}/opt-outs', ["limit","before","search"], false],
  addOptOut: ['POST', '/api/users/{id}/opt-outs', [], false],
  importOptOuts: ['POST', '/api/users/{id}/opt-outs/import', [], false],
  removeOptOut: ['DELETE', '/api/users/{id}/opt-outs/{optOutId}', [], false],
  getOptOutTexts: ['GET', '/api/users/{id}/opt-out-texts', [], false],
  setOptOutTexts: ['PUT', '/api/users/{id}/opt-out-texts', [], false],
  createVerification: ['POST', '/api/users/{id}/verifications', [], true],
  sendVerificationAgain: ['POST', '/api/users/{id}/verifications/{verificationId}/send', [], true],
  checkVerification: ['POST', '/api/users/{id}/verifications/{verificationId}/check', [], false],
  getVerification: ['GET', '/api/users/{id}/verifications/{verificationId}', [], false],
  listVerifications: ['GET', '/api/users/{id}/verifications', ["limit","before"], false],
  getVerificationFigures: ['GET', '/api/users/{id}/verification-figures', [], false],
  listSenders: ['GET', '/api/users/{id}/senders', [], false],
  requestSenderName: ['POST', '/api/users/{id}/sender-names', [], true],
  removeSenderName: ['DELETE', '/api/users/{id}/sender-names/{nameId}', [], false],
  textNumberCode: ['POST', '/api/users/{id}/number-proofs/message', [], true],
  speakNumberCode: ['POST', '/api/users/{id}/number-proofs/call', [], true],
  proveNumber: ['PUT', '/api/users/{id}/number-proofs', [], false],
  removeProof: ['DELETE', '/api/users/{id}/number-proofs/{proofId}', [], false],
  requestUpload: ['PUT', '/api/objects/upload', [], false],
  listWebhooks: ['GET', '/api/users/{id}/webhooks', [], false],
  createWebhook: ['POST', '/api/users/{id}/webhooks', [], true],
  updateWebhook: ['PUT', '/api/users/{id}/webhooks/{webhookId}', [], false],
  deleteWebhook: ['DELETE', '/api/users/{id}/webhooks/{webhookId}', [], false],
  rotateWebhookSecret: ['POST', '/api/users/{id}/webhooks/{webhookId}/secret', [], false],
  testWebhook: ['POST', '/api/users/{id}/webhooks/{webhookId}/test', ["event"], false],
  listWebhookDeliveries: ['GET', '/api/users/{id}/webhooks/{webhookId}/deliveries', ["limit","before"], false],
  replayWebhookDelivery: ['POST', '/api/users/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/replay', [], false],
  placeCall: ['POST', '/api/users/{id}/voice', [], true],
  listCalls: ['GET', '/api/users/{id}/voice', ["limit","before","search","status","from","to"], false],
  getCallQuote: ['GET', '/api/users/{id}/voice/quote', ["destination","forwardTo"], false],
  getCall: ['GET', '/api/users/{id}/voice/{callId}', [], false],
  getCallTrace: ['GET', '/api/users/{id}/voice/{callId}/trace', [], false],
  hangUpCall: ['POST', '/api/users/{id}/voice/{callId}/hang-up', [], true],
  deleteRecording: ['DELETE', '/api/users/{id}/voice/{callId}/recordings/{recordingId}', [], false],
  listReceivedCalls: ['GET', '/api/users/{id}/calls/received', ["limit","before","outcome"], false],
  listBlockedCallers: ['GET', '/api/users/{id}/blocked-callers', [], false],
  blockCaller: ['POST', '/api/users/{id}/blocked-callers', [], false],
  unblockCaller: ['DELETE', '/api/users/{id}/blocked-callers/{number}', [], false],
  callNumber: ['POST', '/api/users/{id}/did-numbers/{numberId}/call', [], false],
  getTrunkEcho: ['GET', '/api/users/{id}/voice-packages/{packageId}/echo', [], false],
  listTrunkRegistrations: ['GET', '/api/users/{id}/voice-packages/{packageId}/registrations', [], false],
};

/** What may go better a second time. */
const AGAIN = new Set([429, 500, 502, 503, 504]);

/**
 * A client of the API. What may be done twice, and what has an `Idempotency-Key`, is sent again after a broken connection
 * or a busy server; each call that can have a key gets one.
 */
export function createClient({ url, key, attempts = 4, waitMs = 500 }: Options): Client {
  const send = async (name: string, call: Call): Promise<unknown> => {
    const [method, path, query, once] = OPERATIONS[name] ?? ['GET', name, [], false];
    const target = new URL(path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(call[part]))), url);
    for (const part of query) if (call[part] !== undefined) target.searchParams.set(part, String(call[part]));
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    if (once) headers['idempotency-key'] = String(call.idempotencyKey ?? crypto.randomUUID());
    const mayRepeat = once || method === 'GET' || method === 'PUT' || method === 'DELETE';
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === attempts || !mayRepeat;
      const response = await fetch(target, {
        ...{ method, headers },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      }).catch((error: unknown) => {
        if (isLast) throw error;
        return null;
      });
      if (response?.ok) return response.status === 204 ? undefined : await response.json();
      const problem = response && ((await response.json().catch(() => ({}))) as { code?: string; detail?: string });
      const isBusy = !response || AGAIN.has(response.status) || problem?.code === 'idempotency_in_progress';
      if (response && (isLast || !isBusy)) {
        throw new ApiError(response.status, problem?.code ?? 'unknown', problem?.detail ?? response.statusText, problem);
      }
      const after = Number(response?.headers.get('retry-after') ?? 0) * 1000;
      await new Promise((resolve) => setTimeout(resolve, Math.max(after, waitMs * 2 ** (attempt - 1) * (0.5 + Math.random()))));
    }
  };
  return new Proxy({} as Client, {
    get: (_, name) => (name === 'then' ? undefined : (call: Call = {}) => send(String(name), call)),
  });
}

/** The rows of all pages of a list, newest first: `for await (const row of pages((page) => client.listSms({ id, ...page })))`. */
export async function* pages<Row extends { id: string }>(
  read: (page: { before?: string; limit: number }) => Promise<Row[]>,
  limit = 100,
): AsyncGenerator<Row> {
  for (let before: string | undefined; ; ) {
    const rows = await read({ ...(before !== undefined && { before }), limit });
    yield* rows;
    before = rows.at(-1)?.id;
    if (rows.length < limit || before === undefined) return;
  }
}

export interface Client {
  /** End this session. */
  logout(call?: {  }): Promise<void>;
  /** Who is signed in. */
  getSession(call?: {  }): Promise<GetSessionAnswer>;
  /** Send the link that confirms the e-mail address again. */
  sendConfirmation(call: { id: string }): Promise<void>;
  /** Balance and profile of an account. */
  getUser(call: { id: string }): Promise<User>;
  /** Change the profile; the e-mail address only signed in, not with an API key. */
  updateUser(call: { id: string; body: UpdateUserBody }): Promise<User>;
  /** Choose below which balance a mail is sent; null for none. */
  setLowBalanceLevel(call: { id: string; body: { level: string | number | null } }): Promise<User>;
  /** Counters for the overview. */
  getStats(call: { id: string }): Promise<Stats>;
  /** The last 30 days of an account: what they cost, what was delivered, what runs, and what needs its owner. */
  getOverview(call: { id: string }): Promise<GetOverviewAnswer>;
  /** Who may act in an account beside its owner, and who is invited to. */
  listPeople(call: { id: string }): Promise<(ListPeopleAnswer)[]>;
  /** The notices on top of every page. */
  getBanner(call?: {  }): Promise<GetBannerAnswer>;
  /** The brand that this account sees: its reseller’s, or null. */
  getPortal(call: { id: string }): Promise<GetPortalAnswer>;
  /** A reseller’s brand; null before it is set. */
  getBrandSettings(call: { id: string }): Promise<GetBrandSettingsAnswer>;
  /** Ask the DNS now whose a brand’s host name is. */
  checkHost(call: { id: string }): Promise<SetBrandAnswer>;
  /** Set the brand that a reseller’s customers see. */
  setBrand(call: { id: string; body: SetBrandBody }): Promise<SetBrandAnswer>;
  /** Spend limits of messages and calls, and what was spent of them today. */
  getLimits(call: { id: string }): Promise<GetLimitsAnswer>;
  /** A reseller's customers, newest first. */
  listCustomers(call: { id: string; limit?: number; before?: string; search?: string; status?: "active" | "suspended" }): Promise<(ListCustomersAnswer)[]>;
  /** Create an account for a customer; without a password one is made and shown once. */
  createCustomer(call: { id: string; body: CreateCustomerBody }): Promise<CreateCustomerAnswer>;
  /** Read a customer. */
  getCustomer(call: { id: string; customerId: string }): Promise<ListCustomersAnswer>;
  /** Shut a customer out, at once. */
  suspendCustomer(call: { id: string; customerId: string }): Promise<ListCustomersAnswer>;
  /** Let a customer in again. */
  activateCustomer(call: { id: string; customerId: string }): Promise<ListCustomersAnswer>;
  /** Bound what messages and calls of a customer may cost in a UTC day. */
  limitCustomer(call: { id: string; customerId: string; body: { dailyLimit: string | number | null } }): Promise<ListCustomersAnswer>;
  /** Mail a customer a link to choose a password, as a reset or as an invitation. */
  sendCustomerLink(call: { id: string; customerId: string; body: { kind: "invitation" | "reset_password" } }): Promise<{ sentTo: string }>;
  /** The prices for all customers. */
  getPriceList(call: { id: string }): Promise<GetPriceListAnswer>;
  /** Set the prices for all customers, none below the own rate. */
  setPriceList(call: { id: string; body: SetPriceListBody }): Promise<GetPriceListAnswer>;
  /** The prices for one customer. */
  getCustomerPrices(call: { id: string; customerId: string }): Promise<GetPriceListAnswer>;
  /** Set prices for one customer that go before the list. */
  setCustomerPrices(call: { id: string; customerId: string; body: SetPriceListBody }): Promise<GetPriceListAnswer>;
  /** Pass credit to a customer, or take it back. */
  transferCredit(call: { id: string; customerId: string; body: TransferCreditBody; idempotencyKey?: string }): Promise<TransferCreditAnswer>;
  /** How many customers there are and what they left the reseller. */
  getMargins(call: { id: string }): Promise<GetMarginsAnswer>;
  /** What this account pays at this moment. */
  getRates(call: { id: string }): Promise<GetRatesAnswer>;
  /** Send a message to one or many recipients. */
  sendSms(call: { id: string; body: SendSmsBody; idempotencyKey?: string }): Promise<SmsMessage>;
  /** What a message costs, by destination, and what it would be refused for, before it is sent. */
  quoteSms(call: { id: string; body: QuoteSmsBody }): Promise<QuoteSmsAnswer>;
  /** Messages, newest first; search looks at sender, text and numbers. */
  listSms(call: { id: string; limit?: number; before?: string; search?: string; status?: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "partial" | "failed" | "cancelled"; from?: string; to?: string; test?: "true" | "false" }): Promise<(SmsMessage)[]>;
  /** One message, with its first recipients. */
  getSms(call: { id: string; messageId: string }): Promise<SmsMessage>;
  /** Every recipient of a message with its state. */
  listSmsRecipients(call: { id: string; messageId: string; limit?: number; before?: string; status?: "queued" | "sent" | "delivered" | "failed" | "unknown" | "opted_out"; search?: string }): Promise<(ListSmsRecipientsAnswer)[]>;
  /** What carriers answered about a message or one of its recipients, newest first. */
  traceSms(call: { id: string; messageId: string; limit?: number; before?: string; recipient?: string }): Promise<(TraceSmsAnswer)[]>;
  /** Stop a message: what has not left is refunded. */
  cancelSms(call: { id: string; messageId: string; idempotencyKey?: string }): Promise<SmsMessage>;
  /** Send a scheduled message at another time. */
  moveSms(call: { id: string; messageId: string; body: { sendAt: string } }): Promise<SmsMessage>;
  /** Send a message anew to those it failed to reach, charged anew. */
  resendSms(call: { id: string; messageId: string; idempotencyKey?: string }): Promise<SmsMessage>;
  /** Messages that came in, newest first. */
  listReceivedMessages(call: { id: string; limit?: number; before?: string }): Promise<(ReceivedMessage)[]>;
  /** Conversations, the one with the newest message first. */
  listConversations(call: { id: string; limit?: number; before?: string; search?: string }): Promise<(Conversation)[]>;
  /** How many of the newest 1000 conversations have messages that nobody read. */
  countUnreadConversations(call: { id: string }): Promise<{ count: number }>;
  /** The messages of a conversation, newest first. */
  listConversationMessages(call: { id: string; conversationId: string; limit?: number; before?: string }): Promise<(ListConversationMessagesAnswer)[]>;
  /** Give the other a name, or mark all messages as read. */
  updateConversation(call: { id: string; conversationId: string; body: { name?: string; read?: true } }): Promise<Conversation>;
  /** Reply from the same number, at the price of a message. */
  replyToConversation(call: { id: string; conversationId: string; body: ReplyToConversationBody; idempotencyKey?: string }): Promise<SmsMessage>;
  /** Have a simulated carrier deliver a message to a number. */
  tryNumber(call: { id: string; numberId: string; body: TryNumberBody }): Promise<void>;
  /** Take the text out of a message everywhere; not while some of it is on its way. */
  redactSms(call: { id: string; messageId: string }): Promise<void>;
  /** Take text and pictures out of a message of a conversation, everywhere. */
  redactConversationMessage(call: { id: string; conversationId: string; messageId: string }): Promise<void>;
  /** Remove a person everywhere: contact, conversations, what messages hold; an opt-out stays. */
  erasePerson(call: { id: string; body: ErasePersonBody }): Promise<void>;
  /** What a number answers by itself to messages. */
  getNumberAnswers(call: { id: string; numberId: string }): Promise<NumberAnswers>;
  /** Set the rules, in their order, the answer outside of hours, and how often one sender is answered. */
  setNumberAnswers(call: { id: string; numberId: string; body: SetNumberAnswersBody }): Promise<NumberAnswers>;
  /** See what would be done with a message, without doing it. */
  tryNumberAnswers(call: { id: string; numberId: string; body: TryNumberBody }): Promise<TryNumberAnswersAnswer>;
  /** What numbers answered by themselves and why, newest first. */
  listAutoReplies(call: { id: string; limit?: number; before?: string; number?: string }): Promise<(AutomaticReply)[]>;
  /** Numbers of a country that are free. */
  listAvailableNumbers(call?: { country?: string }): Promise<(string)[]>;
  /** The numbers that the caller holds. */
  listNumberHolds(call?: {  }): Promise<(ListNumberHoldsAnswer)[]>;
  /** Keep a free number for 15 minutes. */
  holdNumber(call: { body: HoldNumberBody }): Promise<ListNumberHoldsAnswer>;
  /** Give a held number back. */
  releaseNumberHold(call: { number: string }): Promise<void>;
  /** Numbers bought, newest first. */
  listNumbers(call: { id: string; limit?: number; before?: string; search?: string }): Promise<(ListNumbersAnswer)[]>;
  /** Buy a number for a month, from the balance. */
  purchaseNumber(call: { id: string; body: PurchaseNumberBody; idempotencyKey?: string }): Promise<ListNumbersAnswer>;
  /** One number: what it can, where it leads, and its traffic of 30 days. */
  getNumber(call: { id: string; numberId: string }): Promise<GetNumberAnswer>;
  /** Name a number, switch renewal and mail on or off, or say what happens with calls. */
  updateNumber(call: { id: string; numberId: string; body: UpdateNumberBody }): Promise<ListNumbersAnswer>;
  /** Tell the carrier once more where messages and calls to a number go, and ask it what the number carries. */
  checkNumber(call: { id: string; numberId: string }): Promise<void>;
  /** Pay a number for one more month, from the balance. */
  renewNumber(call: { id: string; numberId: string; body?: { price?: string | null }; idempotencyKey?: string }): Promise<ListNumbersAnswer>;
  /** What the country of a held number asks of who buys it, and how far the caller’s papers are. */
  getNumberHoldPapers(call: { number: string }): Promise<GetNumberHoldPapersAnswer>;
  /** What an account has handed in for countries that ask for papers, newest first. */
  listNumberPapers(call: { id: string }): Promise<(Papers)[]>;
  /** Hand in, or correct, the papers that the country of a held number asks for. */
  handInNumberPapers(call: { id: string; body: HandInNumberPapersBody }): Promise<Papers>;
  /** Requests to bring numbers from other carriers, newest first. */
  listNumberPorts(call: { id: string; limit?: number; before?: string }): Promise<(ListNumberPortsAnswer)[]>;
  /** Ask to bring numbers from another carrier; without both files its state is `papers_wanted`. */
  requestNumberPort(call: { id: string; body: RequestNumberPortBody; idempotencyKey?: string }): Promise<ListNumberPortsAnswer>;
  /** Correct such a request or hand in missing papers, before it is in progress. */
  correctNumberPort(call: { id: string; portId: string; body: RequestNumberPortBody }): Promise<ListNumberPortsAnswer>;
  /** Withdraw such a request while it is open. */
  withdrawNumberPort(call: { id: string; portId: string }): Promise<ListNumberPortsAnswer>;
  /** SIP trunk packages, newest first. */
  listVoicePackages(call: { id: string; limit?: number; before?: string }): Promise<(ListVoicePackagesAnswer)[]>;
  /** Order a SIP trunk package. */
  createVoicePackage(call: { id: string; body: CreateVoicePackageBody; idempotencyKey?: string }): Promise<ListVoicePackagesAnswer>;
  /** Order the upgrade of a package to a higher plan. */
  upgradeVoicePackage(call: { id: string; packageId: string; body: CreateVoicePackageBody; idempotencyKey?: string }): Promise<ListVoicePackagesAnswer>;
  /** Choose by which algorithm a package shows that it knows its secret. */
  changeSipCredentials(call: { id: string; packageId: string; body: { digestAlgorithm: "MD5" | "SHA-256" } }): Promise<ListVoicePackagesAnswer>;
  /** Change how a package calls. */
  updateVoicePackage(call: { id: string; packageId: string; body: UpdateVoicePackageBody }): Promise<ListVoicePackagesAnswer>;
  /** Choose from which addresses a package calls without registering. */
  setTrunkAddresses(call: { id: string; packageId: string; body: SetTrunkAddressesBody }): Promise<ListVoicePackagesAnswer>;
  /** The coins offered, with rate and address. */
  listCoins(call?: {  }): Promise<(Coin)[]>;
  /** Transactions, newest first; with `calls=settled` one row for each call, with what it came to. */
  listTransactions(call: { id: string; limit?: number; before?: string; calls?: "all" | "settled"; status?: "all" | "pending" }): Promise<(Transaction)[]>;
  /** Submit a purchase of credit, or place an order. */
  createTransaction(call: { id: string; body: CreateTransactionBody; idempotencyKey?: string }): Promise<Transaction>;
  /** Ask what to pay in a coin, and where to. */
  createQuote(call: { id: string; body: CreateQuoteBody; idempotencyKey?: string }): Promise<Quote>;
  /** Quotes that are open, newest first. */
  listQuotes(call: { id: string }): Promise<(Quote)[]>;
  /** A quote, open or not. */
  getQuote(call: { id: string; quoteId: string }): Promise<Quote>;
  /** Orders that wait for payment or its verification, newest first. */
  listOrders(call: { id: string }): Promise<(Transaction)[]>;
  /** Pay an order from the balance. */
  payOrder(call: { id: string; transactionId: string; body?: { price?: string | number }; idempotencyKey?: string }): Promise<Transaction>;
  /** Cancel an order that is not paid. */
  cancelOrder(call: { id: string; transactionId: string; idempotencyKey?: string }): Promise<Transaction>;
  /** What has become of a payment in a coin, step by step. */
  getTimeline(call: { id: string; transactionId: string }): Promise<GetTimelineAnswer>;
  /** The text by which a payment’s sender shows whose it is. */
  getSigning(call: { id: string; transactionId: string }): Promise<GetSigningAnswer>;
  /** Show by a signed text that a payment is one’s own. */
  signPayment(call: { id: string; transactionId: string; body: SignPaymentBody; idempotencyKey?: string }): Promise<GetSigningAnswer>;
  /** Invoices and credit notes of an account, newest first. */
  listInvoices(call: { id: string; limit?: number; before?: string }): Promise<(Invoice)[]>;
  /** What invoices say of an account. */
  getBillingDetails(call: { id: string }): Promise<BillingDetails>;
  /** Change what invoices say of an account; issued ones stay as they are. */
  setBillingDetails(call: { id: string; body: SetBillingDetailsBody }): Promise<BillingDetails>;
  /** The active carrier, all carriers, and their health. */
  getProviders(call?: {  }): Promise<ProviderStatus>;
  /** How each carrier was in the last 24 hours, by slices of 15 minutes. */
  getProviderHealth(call?: {  }): Promise<(GetProviderHealthAnswer)[]>;
  /** What destinations cost this account, by number, beginning or name. */
  searchRates(call: { id: string; search?: string; codes?: string }): Promise<SearchRatesAnswer>;
  /** The reseller package: expiry, rates, usage and what it saved. */
  getResellerStatus(call: { id: string }): Promise<GetResellerStatusAnswer>;
  /** Balances and totals of a period. */
  getStatement(call: { id: string; from?: string; to?: string; type?: "credit_purchase" | "sms_charge" | "voice_charge" | "reseller_package" | "voice_package" | "did_purchase" | "refund" | "adjustment" | "credit_transfer" | "reseller_margin" | "payment_reversal" | "debt_payment" | "other" }): Promise<GetStatementAnswer>;
  /** Movements of a period, newest first. */
  listStatementLines(call: { id: string; limit?: number; before?: string; from?: string; to?: string; type?: "credit_purchase" | "sms_charge" | "voice_charge" | "reseller_package" | "voice_package" | "did_purchase" | "refund" | "adjustment" | "credit_transfer" | "reseller_margin" | "payment_reversal" | "debt_payment" | "other" }): Promise<(ListStatementLinesAnswer)[]>;
  /** What the last 12 months cost, by kind. */
  getSpend(call: { id: string }): Promise<(GetSpendAnswer)[]>;
  /** Message texts kept for another time, newest first. */
  listSmsTemplates(call: { id: string }): Promise<(ListSmsTemplatesAnswer)[]>;
  /** Keep a message text for another time. */
  createSmsTemplate(call: { id: string; body: CreateSmsTemplateBody; idempotencyKey?: string }): Promise<ListSmsTemplatesAnswer>;
  /** Remove a template. */
  deleteSmsTemplate(call: { id: string; templateId: string }): Promise<void>;
  /** Contacts, newest first; search takes digits of a number or parts of a name. */
  listContacts(call: { id: string; limit?: number; before?: string; search?: string; list?: string }): Promise<(Contact)[]>;
  /** The lists that contacts are in, how many each has, and the names of their fields. */
  listContactLists(call: { id: string }): Promise<ListContactListsAnswer>;
  /** Give a list another name; campaigns to it that are not over go on. */
  renameContactList(call: { id: string; body: RenameContactListBody }): Promise<void>;
  /** Note a contact; one with this number is completed. */
  createContact(call: { id: string; body: CreateContactBody }): Promise<Contact>;
  /** Note many contacts at once; the same request again changes nothing. */
  importContacts(call: { id: string; body: ImportContactsBody }): Promise<ImportContactsAnswer>;
  /** Change a contact: what is given replaces what was there. */
  updateContact(call: { id: string; contactId: string; body: UpdateContactBody }): Promise<Contact>;
  /** Delete a contact; messages to it stay. */
  removeContact(call: { id: string; contactId: string }): Promise<void>;
  /** Campaigns, newest first. */
  listCampaigns(call: { id: string; limit?: number; before?: string }): Promise<(Campaign)[]>;
  /** A campaign and what became of it. */
  getCampaign(call: { id: string; campaignId: string }): Promise<GetCampaignAnswer>;
  /** Send a text to the contacts of lists, bit by bit, each charged as a message. */
  createCampaign(call: { id: string; body: CreateCampaignBody; idempotencyKey?: string }): Promise<Campaign>;
  /** Pause a campaign, let it go on, or cancel it: what has not left is refunded. */
  setCampaignStatus(call: { id: string; campaignId: string; body: { status: "running" | "paused" | "cancelled" } }): Promise<Campaign>;
  /** Numbers that want no messages from this account, newest first. */
  listOptOuts(call: { id: string; limit?: number; before?: string; search?: string }): Promise<(OptOut)[]>;
  /** Send no more messages to a number. */
  addOptOut(call: { id: string; body: ErasePersonBody }): Promise<OptOut>;
  /** Send no more messages to the numbers of a CSV file. */
  importOptOuts(call: { id: string; body: ImportOptOutsBody }): Promise<ImportOptOutsAnswer>;
  /** Take a number from the list: messages to it are sent again. */
  removeOptOut(call: { id: string; optOutId: string }): Promise<void>;
  /** What numbers answer to STOP, START and HELP. */
  getOptOutTexts(call: { id: string }): Promise<GetOptOutTextsAnswer>;
  /** Set what numbers answer to STOP, START and HELP; empty for the usual text. */
  setOptOutTexts(call: { id: string; body: SetOptOutTextsBody }): Promise<Own2>;
  /** Send a verification code to a number; charged as the message or the call. */
  createVerification(call: { id: string; body: CreateVerificationBody; idempotencyKey?: string }): Promise<Verification>;
  /** Send the same code again, 30 seconds after the last time at the earliest. */
  sendVerificationAgain(call: { id: string; verificationId: string; body: { channel?: "sms" | "call" }; idempotencyKey?: string }): Promise<Verification>;
  /** Check the code that somebody entered; it is right once. */
  checkVerification(call: { id: string; verificationId: string; body: { code: string } }): Promise<Verification>;
  /** One verification. */
  getVerification(call: { id: string; verificationId: string }): Promise<Verification>;
  /** Verifications, newest first. */
  listVerifications(call: { id: string; limit?: number; before?: string }): Promise<(Verification)[]>;
  /** How many numbers were verified in the last 30 days, by country. */
  getVerificationFigures(call: { id: string }): Promise<(GetVerificationFiguresAnswer)[]>;
  /** What an account may send from: names and numbers, newest first. */
  listSenders(call: { id: string }): Promise<ListSendersAnswer>;
  /** Register a sender name; an administrator accepts it. */
  requestSenderName(call: { id: string; body: RequestSenderNameBody; idempotencyKey?: string }): Promise<Names>;
  /** Remove a sender name: messages that wait are not sent from it. */
  removeSenderName(call: { id: string; nameId: string }): Promise<void>;
  /** Send a code to a number, to confirm that it is yours; charged as a message. */
  textNumberCode(call: { id: string; body: ErasePersonBody; idempotencyKey?: string }): Promise<SmsMessage>;
  /** Have a code read out at a number, to confirm that it is yours; charged as a call. */
  speakNumberCode(call: { id: string; body: ErasePersonBody; idempotencyKey?: string }): Promise<SpeakNumberCodeAnswer>;
  /** Confirm a number with the code that came there: it may be sender and caller ID then. */
  proveNumber(call: { id: string; body: ProveNumberBody }): Promise<Numbers>;
  /** Remove a confirmed number: nothing is sent from it any more. */
  removeProof(call: { id: string; proofId: string }): Promise<void>;
  /** A link to upload one file to: the picture of a message, a receipt or a recording; good for 10 minutes. */
  requestUpload(call?: { body?: RequestUploadBody }): Promise<{ uploadURL: string; objectPath: string }>;
  /** Addresses that are told of what happens, newest first. */
  listWebhooks(call: { id: string }): Promise<(ListWebhooksAnswer)[]>;
  /** Register an address; its signing secret is shown here only. */
  createWebhook(call: { id: string; body: CreateWebhookBody; idempotencyKey?: string }): Promise<CreateWebhookAnswer>;
  /** Change name, address or events. */
  updateWebhook(call: { id: string; webhookId: string; body: CreateWebhookBody }): Promise<ListWebhooksAnswer>;
  /** Remove an address with its log; what waits for it is dropped. */
  deleteWebhook(call: { id: string; webhookId: string }): Promise<void>;
  /** Make a new signing secret; the old one signs along for 24 hours. */
  rotateWebhookSecret(call: { id: string; webhookId: string }): Promise<{ secret: string }>;
  /** Send a test event, or an example of another. */
  testWebhook(call: { id: string; webhookId: string; event?: "message-status" | "call-status" | "payment-verified" | "message-received" | "papers-changed" | "port-changed" | "call-received" | "call-missed" | "voicemail-received" | "payment-rejected" | "payment-reversed" | "order-changed" | "limit-reached" | "destination-stopped" | "number-status" | "number-expiring" | "senders-changed" | "opt-outs-changed" | "contacts-changed" | "verification-changed" | "trunk-registrations" }): Promise<TestWebhookAnswer>;
  /** What was sent and what came of each attempt, newest first. */
  listWebhookDeliveries(call: { id: string; webhookId: string; limit?: number; before?: string }): Promise<(TestWebhookAnswer)[]>;
  /** Send a delivery again, with the same id and body. */
  replayWebhookDelivery(call: { id: string; webhookId: string; deliveryId: string }): Promise<TestWebhookAnswer>;
  /** Place a call. */
  placeCall(call: { id: string; body: PlaceCallBody; idempotencyKey?: string }): Promise<SpeakNumberCodeAnswer>;
  /** Calls, newest first. */
  listCalls(call: { id: string; limit?: number; before?: string; search?: string; status?: "queued" | "dialing" | "ringing" | "in-progress" | "completed" | "busy" | "no-answer" | "failed" | "cancelled"; from?: string; to?: string }): Promise<(SpeakNumberCodeAnswer)[]>;
  /** What a call costs, and how long one the balance and the spend limits allow. */
  getCallQuote(call: { id: string; destination?: string; forwardTo?: string }): Promise<GetCallQuoteAnswer>;
  /** One call. */
  getCall(call: { id: string; callId: string }): Promise<SpeakNumberCodeAnswer>;
  /** The SIP messages between the telephone system and us in a call. */
  getCallTrace(call: { id: string; callId: string }): Promise<GetCallTraceAnswer>;
  /** Hang up a call that is under way. */
  hangUpCall(call: { id: string; callId: string; idempotencyKey?: string }): Promise<SpeakNumberCodeAnswer>;
  /** Delete a recording, here and at its carrier. */
  deleteRecording(call: { id: string; callId: string; recordingId: string }): Promise<void>;
  /** Calls to the numbers of an account, newest first. */
  listReceivedCalls(call: { id: string; limit?: number; before?: string; outcome?: "ringing" | "answered" | "voicemail" | "missed" | "blocked" }): Promise<(ReceivedCall)[]>;
  /** Callers who hear the busy tone at all numbers of an account. */
  listBlockedCallers(call: { id: string }): Promise<(ListBlockedCallersAnswer)[]>;
  /** Block a caller. */
  blockCaller(call: { id: string; body: ErasePersonBody }): Promise<ListBlockedCallersAnswer>;
  /** Let a caller through again. */
  unblockCaller(call: { id: string; number: string }): Promise<void>;
  /** Have somebody call a number of a simulated carrier. */
  callNumber(call: { id: string; numberId: string; body: CallNumberBody }): Promise<void>;
  /** The newest call of a package to the echo. */
  getTrunkEcho(call: { id: string; packageId: string }): Promise<GetTrunkEchoAnswer>;
  /** What is registered with a package now, newest first. */
  listTrunkRegistrations(call: { id: string; packageId: string }): Promise<ListTrunkRegistrationsAnswer>;
}

export type Actor = { id: string; email: string };
export type Address = { name: string; street: string; city: string; region: string; postalCode: string; countryCode: string };
export type Addresses = { networks: (string)[]; prefix: string; overUdp: boolean };
export type AnswerPlan = { timeZone: string; steps: (Steps)[] };
export type AutomaticReply = { id: string; conversationId: string; from: string; sender: string; to: string; cause: "stop" | "start" | "help" | "rule" | "hours"; keyword: string | null; text: string; status: "waiting" | "sent" | "refused"; problem: string | null; messageId: string | null; at: string };
export type Banner = { text: string; texts: Record<string, string>; tone: Tone; from: string | null; to: string | null };
export type BillingDetails = { isBusiness: boolean; legalName: string | null; street: string | null; city: string | null; postcode: string | null; vatNumber: string | null; vatIsValid: boolean | null; vatCheckedAt: string | null; vatReference: string | null; byMail: boolean };
export type Brand = { name: string; color: string | null; logoUrl: string | null; supportEmail: string | null; supportChat: string | null; supportWhatsApp: string | null; cryptoPayments: boolean; banner: Banner | null; hostName: string | null; host: Host | null };
export type By = { id: string; email: string; fullName: string };
export type ByDestination = { sms: boolean; voice: boolean };
export type CallDetails = { callId: string };
export type CallNumberBody = { from: string; presses?: "1" | "2" | "" };
export type Campaign = { id: string; name: string; senderId: string; texts: (string)[]; lists: (string)[]; againOf: string | null; startAt: string; isLocal: boolean; quietHours: boolean; shortLinks: boolean; perMinute: number; status: "running" | "paused" | "done" | "cancelled"; problem: string | null; contacts: number; done: number; failed: number; cost: FinePounds; actualCost: FinePounds; nextAt: string; isNight: boolean; createdAt: string; endedAt: string | null };
export type Certificate = { until: string | null; fault: Fault2 };
export type Codecs = "opus" | "G722" | "PCMA" | "PCMU" | "G729";
export type Coin = { id: Cryptocurrency2; name: string; symbol: string; network: string; rate: string; paused: boolean; minimum: Pounds; walletAddress: string; demo: boolean; decimals: number; confirmations: number | null; contract: string | null; watched: boolean };
export type Contact = { id: string; number: string; country: string; name: string | null; fields: Record<string, string>; lists: (string)[]; optedInAt: string | null; optInSource: string | null; createdAt: string };
export type Contacts = { lists?: (string)[]; search?: string };
export type Conversation = { id: string; ownNumber: string; otherNumber: string; name: string | null; lastAt: string; lastText: string; lastIncoming: boolean; unread: number; canReply: boolean };
export type Counts = { queued: number; sent: number; delivered: number; failed: number; unknown: number; optedOut: number };
export type CreateCampaignBody = { name: string; senderId: string; texts: (string)[]; lists?: (string)[]; againOf?: string | null; replaces?: string | null; startAt?: string | null; isLocal?: boolean; quietHours?: boolean; shortLinks?: boolean; perMinute?: number };
export type CreateContactBody = (UpdateContactBody) & ({ number: string });
export type CreateCustomerAnswer = (ListCustomersAnswer) & ({ password?: string });
export type CreateCustomerBody = { email: string; fullName: string; company?: string | null; password?: string };
export type CreateQuoteBody = { amount: string | number; cryptocurrency: Cryptocurrency2; settlesTransactionId?: string | null; description?: string };
export type CreateSmsTemplateBody = { name: string; message: string };
export type CreateTransactionBody = { type: "credit_purchase" | "reseller_package" | "voice_package"; amount?: string | number | null; description?: string; status?: "pending"; cryptocurrency?: Cryptocurrency; cryptoAmount?: string | number | null; walletAddress?: string | null; transactionHash?: string | null; outputIndex?: number | null; receiptImageUrl?: string | null; quoteId?: string | null; settlesTransactionId?: string | null; resellerPackage?: "monthly" | "yearly" | null; voicePackageId?: string | null };
export type CreateVerificationBody = { to: string; channel?: "sms" | "call"; ttl?: number; language?: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ar"; senderId?: string };
export type CreateVoicePackageBody = { packageType: PackageType };
export type CreateWebhookAnswer = (ListWebhooksAnswer) & ({ secret: string });
export type CreateWebhookBody = { name: string; url: string; events: (Events)[] };
export type Cryptocurrency = "BTC" | "USDT_TRC20" | "USDT_ERC20" | "ETH" | "SOL" | null;
export type Cryptocurrency2 = "BTC" | "USDT_TRC20" | "USDT_ERC20" | "ETH" | "SOL";
export type Decks = { id: string; name: string; service: "sms" | "voice"; rows: number; offered: boolean };
export type Details = { key: string; name: string; description: string };
export type Documents = { key: string; accepted: string; fields: Record<string, string>; objectPath: string | null };
export type Effective = { sms: FinePounds; voice: FinePounds; numbersFrom: Pounds; numbersTo: Pounds; trunkPercent: number };
export type ErasePersonBody = { number: string };
export type Event = "message-status" | "call-status" | "payment-verified" | "message-received" | "papers-changed" | "port-changed" | "call-received" | "call-missed" | "voicemail-received" | "payment-rejected" | "payment-reversed" | "order-changed" | "limit-reached" | "destination-stopped" | "number-status" | "number-expiring" | "senders-changed" | "opt-outs-changed" | "contacts-changed" | "verification-changed" | "trunk-registrations" | "rule-matched" | "test";
export type Events = "message-status" | "call-status" | "payment-verified" | "message-received" | "papers-changed" | "port-changed" | "call-received" | "call-missed" | "voicemail-received" | "payment-rejected" | "payment-reversed" | "order-changed" | "limit-reached" | "destination-stopped" | "number-status" | "number-expiring" | "senders-changed" | "opt-outs-changed" | "contacts-changed" | "verification-changed" | "trunk-registrations";
export type Fault = "missing" | "different" | "unreachable" | "taken" | null;
export type Fault2 = "unreachable" | "invalid" | null;
export type FinePounds = string;
export type GetBannerAnswer = { banner: { id: string; text: string; texts: Record<string, string>; tone: "info" | "warning" | "danger" } | null; changesAt: string | null; slow: ({ service: "messages" | "calls" | "numbers" | "trunks" | "payments"; since: string })[] };
export type GetBrandSettingsAnswer = { brand: Brand | null };
export type GetCallQuoteAnswer = { ratePerMinute: FinePounds | null; connectionFee: FinePounds | null; firstInterval: number | null; nextInterval: number | null; destinationName: string | null; packageMinutes: number; leg: { ratePerMinute: FinePounds | null; connectionFee: FinePounds | null; firstInterval: number | null; nextInterval: number | null; destinationName: string | null } | null; maxMinutes: number; reserved: FinePounds };
export type GetCallTraceAnswer = { messages: ({ id: number; at: string; from: "telephone" | "edge"; text: string })[] };
export type GetCampaignAnswer = (Campaign) & ({ variants: ({ variant: number; recipients: number; sent: number; delivered: number; failed: number; optedOut: number; clicked: number; clicks: number; cost: FinePounds })[]; failures: ({ count: number; reason: string })[]; refusals: ({ count: number; code: string })[]; replies: number; optOuts: number; hours: ({ count: number; at: string })[]; links: ({ url: string; recipients: number; clicks: number })[] });
export type GetLimitsAnswer = { dailyLimit: Pounds | null; resellerLimit: Pounds | null; countryLimit: Pounds | null; countries: Record<string, Pounds | null>; spentToday: Pounds; spentByCountry: Record<string, Pounds>; resetsAt: string; reachedAt: string | null; liftedUntil: string | null; openedDestinations: (string)[]; closedCountries: { messages: (string)[]; calls: (string)[] }; stoppedCodes: (string)[]; callsAtOnce: number | null };
export type GetMarginsAnswer = { customers: number; month: Pounds; total: Pounds; waiting: Pounds };
export type GetNumberAnswer = (ListNumbersAnswer) & ({ abilities: { receiveMessages: boolean | null; sendMessages: boolean | null; receiveCalls: boolean | null; makeCalls: boolean | null; ringTrunks: boolean }; traffic: { since: string; messagesIn: number; messagesOut: number; callsIn: number; callsOut: number; minutes: number; cost: FinePounds }; papers: { id: string; country: string; countryCode: string; kind: "local" | "mobile"; status: Status4; reason: string | null; byHand: boolean; handedInAt: string; decidedAt: string | null } | null });
export type GetNumberHoldPapersAnswer = { state: "not-needed" | "missing" | "in-review" | "rejected" | "approved"; asked: ({ owner: Owner; details: (Details)[]; address: boolean; documents: ({ key: string; name: string; description: string; accepted: ({ key: string; name: string; fields: (Details)[]; file: boolean })[] })[] })[]; papers: Papers | null };
export type GetOptOutTextsAnswer = { own: Own2; usual: Own2 };
export type GetOverviewAnswer = { days: ({ total: Pounds; kinds: Kinds; day: string; recipients: number; delivered: number })[]; countries: ({ country: string | null; sent: number; delivered: number })[]; running: ({ id: string; kind: "campaign" | "message"; name: string; done: number; of: number })[]; failed: number; optedOut: number; expiring: ({ id: string; number: string; expiresAt: string })[] };
export type GetPortalAnswer = { brand: { name: string; color: string | null; logoUrl: string | null; supportEmail: string | null; supportChat: string | null; supportWhatsApp: string | null; cryptoPayments: boolean } | null };
export type GetPriceListAnswer = { own: Own; held: Own | null; rising: (Rising)[]; effective: Effective; byDestination: ByDestination; decks: (Decks)[]; rates: Rates };
export type GetProviderHealthAnswer = { provider: string; healthy: boolean; detail: string | null; checkedAt: string | null; balance: { amount: string; currency: string; isLow: boolean; saidAt: string } | null; sip: { healthy: boolean; registered: boolean | null } | null; slices: ({ at: string; probes: number; healthy: number; latencyMs: number; sends: number | null; failures: number | null })[] };
export type GetRatesAnswer = { sms: FinePounds | null; voice: FinePounds | null; received: Pounds; receivedSoon: ReceivedSoon | null; numbers: Record<string, Pounds>; numbersSoon: Record<string, ReceivedSoon>; trunks: Record<string, Pounds>; apart: ({ subject: Subject; percent: number | null; byDestination: boolean; holdsFrom: string })[]; rising: (Rising)[]; switching: ({ service: "sms" | "voice"; holdsFrom: string })[]; cryptoPayments: boolean };
export type GetResellerStatusAnswer = { active: boolean; resellerPackage: "monthly" | "yearly" | null; expiresAt: string | null; since: string | null; savings: { total: Pounds; sms: Pounds; voice: Pounds; numbers: Pounds }; usage: { sms: number; minutes: number; numbers: number }; rates: { sms: Sms2; voice: Sms2; numberDiscountPercent: number } };
export type GetSessionAnswer = { user: User; person: { email: string; role: "finance" | "sender" | "developer" | "reader" } | null };
export type GetSigningAnswer = { message: string; cryptocurrency: Cryptocurrency2; open: boolean; senders: (string)[]; signatures: (Signatures)[] };
export type GetSpendAnswer = { month: string; total: Pounds; kinds: Kinds };
export type GetStatementAnswer = { from: string; to: string; openingBalance: Pounds; closingBalance: Pounds; totalIn: Pounds; totalOut: Pounds; count: number };
export type GetTimelineAnswer = { transaction: Transaction; steps: ({ step: "submitted" | "found" | "seen" | "signed" | "confirmed" | "approved" | "verified" | "lost" | "rejected" | "reversed"; state: "done" | "current" | "upcoming"; at: string | null; confirmations: number | null; confirmationsWanted: number | null; by: By | null; automatic: boolean; sources: (string)[]; reason: string | null; reasonWording: Wording | null; lost: Lost; amount: Pounds | null; doubts: ("other_hash" | "wrong_address" | "wrong_token" | "too_little" | "too_much" | "failed_on_chain" | "used_before" | "anothers_amount" | "before_quote" | "after_quote" | "not_found" | "too_few_confirmations" | "internal_transfer" | "several_outputs" | "unclear_amount" | "not_quoted" | "no_block_time" | "endpoint_failed")[] })[]; quoted: Quoted | null };
export type GetTrunkEchoAnswer = { number: string; call: { state: "arrived" | "answered" | "ended" | "failed" | "lost"; source: string; calledAt: string; answeredAt: string | null; endedAt: string | null; sipStatus: number | null; heard: number | null; sent: number | null } | null };
export type GetVerificationFiguresAnswer = { country: string | null; started: number; verified: number };
export type Given = { owner: Owner; details: Record<string, string>; address: Address | null; documents: (Documents)[] };
export type Given2 = { accountNumber: string; holder: Address; authorityPath: string | null; billPath: string | null };
export type HandInNumberPapersBody = { owner: Owner; details: Record<string, string>; address: Address | null; documents: ({ key: string; accepted: string; fields?: Record<string, string>; objectPath: string | null })[]; number: string };
export type HoldNumberBody = { number: string; country: string };
export type Host = { record: Record2; state: "waiting" | "proven" | "missing"; fault: Fault; provenAt: string | null; checkedAt: string | null; servedUntil: string | null; certificate: Certificate };
export type Hours = { days: (number)[]; from: string; to: string };
export type ImportContactsAnswer = { added: number; completed: number; refused: (number)[] };
export type ImportContactsBody = { contacts: (CreateContactBody)[]; lists?: (string)[]; country?: string };
export type ImportOptOutsAnswer = { added: number; known: number; mended: number; refused: number; lines: (number)[] };
export type ImportOptOutsBody = { file: string; country?: string };
export type Invoice = { id: string; kind: "invoice" | "credit_note"; number: string; account: Actor; seller: string; issuedAt: string; periodFrom: string; periodTo: string; correctsId: string | null; treatment: "standard" | "reverse" | "zero" | "exempt"; vatRate: string; net: Pounds; vat: Pounds; gross: Pounds; lines: ({ item: "messages" | "calls" | "numbers" | "trunks" | "reseller_package" | "other" | "customers" | "credit"; net: Pounds })[] };
export type Kind = "number" | "trunk";
export type Kinds = { sms: Pounds; voice: Pounds; numbers: Pounds; packages: Pounds; reseller: Pounds; other: Pounds };
export type Legs = { id: string; kind: Kind; destination: string; status: Status6; duration: number; cost: FinePounds; actualCost: FinePounds; exactCost: FinePounds | null; ratePerMinute: FinePounds; maxMinutes: number; billedMinutes: number; packageMinutes: number; error: string | null; sipStatus: number | null; answeredAt: string | null; endedAt: string | null };
export type ListBlockedCallersAnswer = { number: string; blockedAt: string };
export type ListContactListsAnswer = { contacts: number; lists: ({ name: string; contacts: number })[]; fields: (string)[] };
export type ListConversationMessagesAnswer = { id: string; incoming: boolean; text: string; pictures: (ReceivedPicture)[]; at: string; messageId: string | null; status: "scheduled" | "queued" | "sending" | "sent" | "delivered" | "partial" | "failed" | "cancelled" | null; cost: Pounds; unpaid: Pounds };
export type ListCustomersAnswer = { id: string; email: string; fullName: string; company: string | null; status: Status; credits: Pounds; createdAt: string; dailyLimit: Pounds | null; usage: Usage; margin: Margin };
export type ListNumberHoldsAnswer = { number: string; country: string; carriesMessages: boolean | null; carriesCalls: boolean | null; heldUntil: string; secondsLeft: number };
export type ListNumberPortsAnswer = { id: string; numbers: (string)[]; countryCode: string; losingCarrier: string; status: Status5; words: string | null; wishedOn: string | null; portsOn: string | null; requestedAt: string; changedAt: string; given: Given2 | null };
export type ListNumbersAnswer = { id: string; userId: string; number: string; name: string | null; country: string; countryCode: string; monthlyPrice: Pounds; renewalPrice: Pounds; status: Status3; state: State; autoRenew: boolean; mailMessages: boolean; mailCalls: boolean; answerPlan: AnswerPlan | null; simulated: boolean; purchasedAt: string; expiresAt: string; graceEndsAt: string };
export type ListPeopleAnswer = { id: string; email: string; fullName: string | null; role: "finance" | "sender" | "developer" | "reader"; createdAt: string; invitedUntil: string | null; seenAt: string | null };
export type ListSendersAnswer = { approval: boolean; calls: boolean; names: (Names)[]; numbers: (Numbers)[]; countries: { never: (string)[]; registration: (string)[] } };
export type ListSmsRecipientsAnswer = { number: string; messageId: string; status: Status2; cost: FinePounds; error: string | null; text: string | null; mms: boolean; provider: string | null; queuedAt: string; sentAt: string | null; settledAt: string | null };
export type ListSmsTemplatesAnswer = { id: string; name: string; message: string; createdAt: string };
export type ListStatementLinesAnswer = { id: string; at: string; type: Type; description: string; wording: Wording | null; amount: Pounds; balanceAfter: Pounds; quoted: Quoted | null };
export type ListTrunkRegistrationsAnswer = { registrations: ({ address: string; device: string | null; transport: "udp" | "tcp" | "tls" | "ws" | "wss"; expiresAt: string })[] };
export type ListVoicePackagesAnswer = { id: string; userId: string; packageType: PackageType; packageName: string; price: Pounds; features: (string)[]; callMinutesIncluded: number; ivrEnabled: boolean; pbxFeaturesEnabled: boolean; conferenceCallsEnabled: boolean; voicemailEnabled: boolean; callForwardingEnabled: boolean; purchasedAt: string; expiresAt: string; isActive: boolean; state: State2; transactionId: string | null; minutesUsed: number; minutesLeft: number; minutesResetAt: string; upgrades: (Upgrades)[]; sip: Sip | null; callsASecond: number; mostCallsASecond: number; tracedUntil: string | null; callsInTo: (string)[]; codecs: (Codecs)[]; recorded: boolean; sound: Sound; telephone: boolean; addresses: Addresses | null };
export type ListWebhooksAnswer = { id: string; name: string; url: string; events: (Events)[]; previousSecretUntil: string | null; createdAt: string };
export type Log = { at: string; latencyMs: number; answerStatus: number | null; answer: string | null; error: string | null };
export type Lost = "gone" | "failed" | "changed" | "replaced" | null;
export type Margin = { month: Pounds; total: Pounds };
export type Match = "word" | "begins" | "any";
export type Mms = { recipients: number; cost: FinePounds; numbers: (string)[] };
export type Names = { id: string; name: string; purpose: string; status: "requested" | "accepted" | "rejected"; reason: string | null; registeredIn: (string)[]; requestedAt: string; decidedAt: string | null };
export type NumberAnswers = { rules: ({ match: Match; keyword: string | null; id: string; works: boolean; kind: "reply"; text: string } | { match: Match; keyword: string | null; id: string; works: boolean; kind: "template"; templateId: string } | { match: Match; keyword: string | null; id: string; works: boolean; kind: "forward"; number: string } | { match: Match; keyword: string | null; id: string; works: boolean; kind: "mail" } | { match: Match; keyword: string | null; id: string; works: boolean; kind: "webhook"; webhookId: string })[]; office: Office | null; answersPerDay: number | null; usual: { answersPerDay: number; answersPerMinute: number; forwardsPerDay: number } };
export type Numbers = { number: string; state: "bought" | "proven" | "ending" | "ended" | "code_sent"; proofId: string | null; expiresAt: string | null };
export type Office = { timeZone: string; hours: (Hours)[]; closedDays: (string)[]; text: string };
export type OptOut = { id: string; number: string; source: "message" | "carrier" | "hand" | "file" | "support"; word: string | null; ownNumber: string | null; at: string };
export type Origin = "browser" | "trunk" | "incoming";
export type Outcome = "ringing" | "answered" | "voicemail" | "missed" | "blocked";
export type Own = { sms: Pounds | null; smsPercent: number | null; smsDeckId: string | null; smsDestinations: (SmsDestinations)[]; voice: Pounds | null; voicePercent: number | null; voiceDeckId: string | null; voiceDestinations: (SmsDestinations)[]; numberPrice: Pounds | null; numberPercent: number | null; trunkPercent: number | null };
export type Own2 = { stop: string | null; start: string | null; help: string | null };
export type Owner = "individual" | "business" | "anybody";
export type PackageType = "basic" | "professional" | "enterprise";
export type Papers = { id: string; country: string; countryCode: string; kind: "local" | "mobile"; status: Status4; reason: string | null; byHand: boolean; handedInAt: string; decidedAt: string | null; given: Given | null };
export type PbxFeatures = { callForwarding: boolean; forwardingNumber: string | null; voicemail: boolean; conferenceCall: boolean };
export type PlaceCallBody = { callerId: string; destination: string; recorded?: boolean; ivrEnabled?: boolean; ratePerMinute?: string | null; pbxFeatures?: { callForwarding?: boolean | string; forwardingNumber?: string | null; voicemail?: boolean; conferenceCall?: boolean } };
export type Pounds = string;
export type ProveNumberBody = { number: string; code: string };
export type ProviderStatus = { activeProvider: string; providers: (string)[]; health: Record<string, boolean> };
export type PurchaseNumberBody = { number: string; country: string; price?: string | null; autoRenew?: boolean };
export type Quality = { mos: number; lost: number; jitter: number; roundTrip: number };
export type Quote = { id: string; userId: string; amount: Pounds; cryptocurrency: Cryptocurrency2; cryptoAmount: string; rate: string; rateSources: (Sources)[]; walletAddress: string; ownAddress: boolean; paymentUri: string; status: "open" | "expired" | "used"; transactionId: string | null; settlesTransactionId: string | null; description: string; createdAt: string; expiresAt: string };
export type QuoteSmsAnswer = { total: FinePounds; unfilled: number; optedOut: number; senderCountries: { never: (string)[]; registration: (string)[] }; destinations: ({ name: string | null; rate: FinePounds | null; mms: boolean; recipients: number; cost: FinePounds })[]; media: { mms: Mms; link: Mms } | null; refused: number; refusals: ({ number: string | null; code: "destination_closed" | "destination_not_sold" | "sender_not_allowed" | "spend_limit_reached" | "fixed_line"; message: string; sentence: Sentence })[] };
export type QuoteSmsBody = { recipients: (string)[]; contacts?: Contacts; message: string; media?: string | null; senderId?: string; fields?: (unknown)[]; cheaperSpelling?: boolean; unfilledPlaceholders?: boolean; leaveOutUnfilled?: boolean };
export type Quoted = { cryptocurrency: Cryptocurrency2; cryptoAmount: string; rate: string; sources: (Sources)[] };
export type Rates = { sms: FinePounds; voice: FinePounds; numberPercent: number; trunkPercent: number };
export type ReceivedCall = { id: string; userId: string; from: string; to: string; outcome: Outcome; notForwarded: string | null; duration: number; cost: FinePounds; receivedAt: string; endedAt: string | null; legs: (Legs)[]; recordings: (Recordings)[]; transcript: string | null; quality: Quality | null };
export type ReceivedMessage = { id: string; conversationId: string; to: string; from: string; text: string; pictures: (ReceivedPicture)[]; cost: Pounds; unpaid: Pounds; receivedAt: string };
export type ReceivedPicture = { id: string; status: Status7; contentType: string | null; size: number | null; url: string };
export type ReceivedSoon = { price: Pounds; holdsFrom: string };
export type Record2 = { name: string; value: string };
export type Recordings = { id: string; status: Status7; duration: number | null; contentType: string | null; bytes: number | null; createdAt: string };
export type RenameContactListBody = { name: string; to: string };
export type ReplyToConversationBody = { message: string; media?: string | null; unfilledPlaceholders?: boolean };
export type RequestNumberPortBody = (Given2) & ({ numbers: (string)[]; losingCarrier: string; pin: string; wishedOn: string | null });
export type RequestSenderNameBody = { name: string; purpose: string };
export type RequestUploadBody = { contentType?: string; kind?: "receipt" | "sound"; size?: number };
export type Ring = "together" | "in-turn";
export type Rising = { subject: Subject; price: Pounds | FinePounds | null; percent: number | null; byDestination: boolean; holdsFrom: string };
export type SearchRatesAnswer = { number: string | null; lines: ({ service: "sms" | "voice"; prefix: string | null; name: string | null; rate: FinePounds | null; fee: FinePounds | null; firstInterval: number | null; nextInterval: number | null; soonRate: FinePounds | null; soonFrom: string | null; endsFrom: string | null; closed: string | null })[]; closed: { sms: string | null; voice: string | null }; sentences: { sms: Sentence | null; voice: Sentence | null } };
export type SendSmsBody = { senderId: string; recipients: (string)[]; contacts?: Contacts; message: string; media?: string | null; fields?: (unknown)[]; cheaperSpelling?: boolean; unfilledPlaceholders?: boolean; sendAt?: string | null; price?: string | null; kind?: "message" | "one-time-code"; validityMinutes?: number; test?: true };
export type Sentence = { code: string; values: Record<string, string | number> };
export type SetBillingDetailsBody = { isBusiness: boolean; legalName?: string | null; street?: string | null; city?: string | null; postcode?: string | null; vatNumber?: string | null; byMail?: boolean };
export type SetBrandAnswer = { brand: Brand };
export type SetBrandBody = { name: string; color?: string | null; logoUrl?: string | null; supportEmail?: string | null; supportChat?: string | null; supportWhatsApp?: string | null; hostName?: string | null; cryptoPayments?: boolean; banner?: { text: string; texts?: Record<string, string>; tone?: Tone; from?: string | null; to?: string | null } | null };
export type SetNumberAnswersBody = { rules: ({ match: Match; keyword?: string | null; id?: string; kind: "reply"; text: string } | { match: Match; keyword?: string | null; id?: string; kind: "template"; templateId: string } | { match: Match; keyword?: string | null; id?: string; kind: "forward"; number: string } | { match: Match; keyword?: string | null; id?: string; kind: "mail" } | { match: Match; keyword?: string | null; id?: string; kind: "webhook"; webhookId: string })[]; office: Office | null; answersPerDay: number | null };
export type SetOptOutTextsBody = { stop: string | null; start: string | null; help: string | null };
export type SetPriceListBody = { sms?: string | number | null; smsPercent?: number | null; smsDeckId?: string | null; smsDestinations?: (SmsDestinations)[]; voice?: string | number | null; voicePercent?: number | null; voiceDeckId?: string | null; voiceDestinations?: (SmsDestinations)[]; numberPrice?: string | number | null; numberPercent?: number | null; trunkPercent?: number | null; mayRaise?: boolean };
export type SetTrunkAddressesBody = { networks: (string)[]; prefix?: string; overUdp?: boolean };
export type SignPaymentBody = { address: string; signature: string };
export type Signatures = { address: string; at: string; sent: boolean };
export type Sip = { realm: string; username: string; rotatedAt: string; digestAlgorithm: "MD5" | "SHA-256" };
export type Sms2 = { standard: FinePounds; reseller: FinePounds };
export type SmsDestinations = { prefix: string; rate: string };
export type SmsMessage = { id: string; userId: string; senderId: string; recipients: (string)[]; message: string; media: string | null; parts: number; status: Status9; cost: FinePounds; actualCost: FinePounds; provider: string | null; sentAt: string; sendAt: string | null; inReview?: boolean; recipientCount: number; counts: Counts; messageDetails: { recipients: (SmsRecipient)[] }; replaced?: (string)[]; test?: true };
export type SmsRecipient = { number: string; messageId: string; status: Status2; cost: FinePounds; error: string | null; text?: string | null };
export type Sound = "direct" | "relayed" | "recorded";
export type Source = "kraken" | "coinbase" | "coingecko" | "binance" | "fixed";
export type Sources = { source: Source; price: string | null };
export type SpeakNumberCodeAnswer = { id: string; userId: string; origin: Origin; callerId: string; destination: string; status: Status6; duration: number; cost: FinePounds; actualCost: FinePounds; exactCost: FinePounds | null; ratePerMinute: FinePounds; maxMinutes: number; billedMinutes: number; packageMinutes: number; error: string | null; sipStatus: number | null; answeredAt: string | null; endedAt: string | null; recorded: boolean; ivrEnabled: boolean; pbxFeatures: PbxFeatures; provider: string | null; quality: Quality | null; hangUpRequested: boolean; calledAt: string; recordings: (Recordings)[]; legs: (Legs)[]; callDetails: CallDetails };
export type State = "active" | "expiring" | "expired";
export type State2 = "pending" | "active" | "expired";
export type Stats = { smsSent: number; voiceMinutes: number; didNumbers: number; monthlySpend: Pounds; credits: Pounds; onHold: Pounds; onTrial: boolean; firstSteps: { addressConfirmed: boolean; messageSent: boolean; creditAdded: boolean; keyMade: boolean } };
export type Status = "active" | "suspended";
export type Status10 = "pending" | "verified" | "completed" | "failed";
export type Status2 = "queued" | "sent" | "delivered" | "failed" | "unknown" | "opted_out";
export type Status3 = "provisioning" | "active";
export type Status4 = "handing-in" | "in-review" | "rejected" | "approved";
export type Status5 = "submitted" | "papers_wanted" | "in_progress" | "ported" | "refused" | "withdrawn";
export type Status6 = "queued" | "dialing" | "ringing" | "in-progress" | "completed" | "busy" | "no-answer" | "failed" | "cancelled";
export type Status7 = "processing" | "ready" | "failed";
export type Status8 = "pending" | "delivered" | "failed";
export type Status9 = "scheduled" | "queued" | "sending" | "sent" | "delivered" | "partial" | "failed" | "cancelled";
export type Steps = Steps2 | Steps3 | Steps4 | Steps5 | Steps6;
export type Steps2 = { hours: Hours | null; kind: "forward"; number: string; ringSeconds: number };
export type Steps3 = { hours: Hours | null; kind: "trunk"; trunkId: string; ring: Ring; ringSeconds: number };
export type Steps4 = { hours: Hours | null; kind: "menu"; greeting: string; recording?: string };
export type Steps5 = { hours: Hours | null; kind: "voicemail"; greeting: string; recording?: string };
export type Steps6 = { hours: Hours | null; kind: "busy" };
export type Subject = "sms" | "voice" | "number" | "trunk";
export type TestWebhookAnswer = { id: string; webhookId: string; event: Event; status: Status8; attempts: number; nextAttemptAt: string | null; createdAt: string; body: string; log: (Log)[] };
export type Tone = "info" | "warning" | "danger";
export type TraceSmsAnswer = { id: string; messageId: string; number: string; at: string; provider: string; answer: "accepted" | "refused" | "uncertain" | "found" | "absent" | "undelivered" | "withdrawn" | "settled"; words: string; money: "charged" | "held" | "refunded"; code: string | null; detail: string | null; routeBy: "fixed" | "cheapest" | "delivered" | "share" | "plan" | null; routeCost: FinePounds | null };
export type Transaction = { id: string; userId: string; type: Type; amount: Pounds; description: string; wording: Wording | null; status: Status10; balanceChange: Pounds; balanceAfter: Pounds | null; cryptocurrency: Cryptocurrency; cryptoAmount: string | null; walletAddress: string | null; quoteId: string | null; receivedAmount: Pounds | null; receivedCryptoAmount: string | null; transactionHash: string | null; outputIndex: number | null; receiptImageUrl: string | null; explorerUrl: string | null; settlesTransactionId: string | null; refundsTransactionId: string | null; counterpartTransactionId: string | null; resellerPackage: "monthly" | "yearly" | null; voicePackageId: string | null; reason: string | null; reasonWording: Wording | null; createdAt: string; settledAt: string | null };
export type TransferCreditAnswer = { transactionId: string; counterpartTransactionId: string; credits: Pounds; customerCredits: Pounds };
export type TransferCreditBody = { amount: string | number; direction: "to_customer" | "from_customer" };
export type TryNumberAnswersAnswer = { optOutKeyword: "stop" | "start" | "help" | null; closed: boolean; ruleId: string | null; acts: ({ kind: "answer" | "forward" | "mail" | "webhook"; cause: "rule" | "hours"; to: string | null; text: string | null; heldBack: "own_number" | "automatic" | "no_number" | "opted_out" | "itself" | "too_often" | "does_not_work" | null })[] };
export type TryNumberBody = { from: string; text: string };
export type Type = "credit_purchase" | "sms_charge" | "voice_charge" | "reseller_package" | "voice_package" | "did_purchase" | "refund" | "adjustment" | "credit_transfer" | "reseller_margin" | "payment_reversal" | "debt_payment" | "other";
export type UpdateContactBody = { name?: string | null; fields?: Record<string, string>; lists?: (string)[]; optedInAt?: string | null; optInSource?: string | null };
export type UpdateNumberBody = { name?: string; autoRenew?: boolean; mailMessages?: boolean; mailCalls?: boolean; answerPlan?: { timeZone: string; steps: ({ hours?: Hours | null; kind: "forward"; number: string; ringSeconds?: number } | { hours?: Hours | null; kind: "trunk"; trunkId: string; ring?: Ring; ringSeconds?: number } | { hours?: Hours | null; kind: "menu"; greeting: string; recording?: string } | { hours?: Hours | null; kind: "voicemail"; greeting: string; recording?: string } | { hours?: Hours | null; kind: "busy" })[] } | null };
export type UpdateUserBody = { fullName?: string; email?: string; company?: string | null; phone?: string | null; defaultCallerId?: string | null; callerIdType?: "shortcode" | "phone" | "name" | "custom"; language?: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ar"; cheaperSpelling?: boolean; country?: string | null };
export type UpdateVoicePackageBody = { callsASecond?: number | null; callsInTo?: (string)[]; codecs?: (Codecs)[]; recorded?: boolean; traceMinutes?: number };
export type Upgrades = { packageType: PackageType; price: Pounds };
export type Usage = { smsSent: number; voiceMinutes: number; didNumbers: number; monthlySpend: Pounds };
export type User = { id: string; email: string; emailConfirmed: boolean; pendingEmail: string | null; hasSecondFactor: boolean; fullName: string; company: string | null; phone: string | null; language: "en" | "es" | "fr" | "de" | "it" | "pt" | "ru" | "zh" | "ja" | "ar" | null; country: string | null; cheaperSpelling: boolean; role: "user" | "reseller" | "admin"; duty: "support" | "finance" | "carriers" | "reader" | null; status: Status; isClosed: boolean; credits: Pounds; owed: Pounds; resellerPackage: "monthly" | "yearly" | null; resellerExpiresAt: string | null; seesCustomers: boolean; resold: boolean; defaultCallerId: string | null; callerIdType: "shortcode" | "phone" | "name" | "custom"; lowBalanceLevel: Pounds | null; apiKey: string; limitReachedAt: string | null; limitLiftedUntil: string | null; createdAt: string; updatedAt: string };
export type Verification = { id: string; to: string; country: string | null; channel: "sms" | "call"; status: "pending" | "verified" | "failed" | "expired"; sends: number; triesLeft: number; createdAt: string; expiresAt: string; sendAgainAt: string; verifiedAt: string | null; code?: string };
export type Wording = { code: string; values: Record<string, string | number | Wording> };
