import { z } from 'zod';
import { PRICED_SUBJECTS, RATED_SERVICES, TRANSFER_DIRECTIONS } from '../../../db/enums.ts';
import {
  accountLink,
  accountLinkSent,
  email,
  fullName,
  password,
  usage,
  userStatus,
  viewAnswer,
} from '../../callers/contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { amountInput, isoTime, limitInput, line, money2, money4, pageQuery, uuid } from '../../platform/kit/schemas.ts';
import { priceListInput, prices, rising } from './price-contract.ts';

const { endpoint, pagedList } = endpointsFor('Customers');

/** A reseller's customer, with the customer's usage and the reseller's margin. */
export const customer = z.object({
  id: uuid,
  email: z.string(),
  fullName: z.string(),
  company: z.string().nullable(),
  status: userStatus,
  credits: money2,
  createdAt: isoTime,
  /** The most that messages and calls may cost in a UTC day, as the reseller has set it; null: no such limit. */
  dailyLimit: money2.nullable(),
  usage,
  /** The prices minus the reseller's rates, without refunded amounts. */
  margin: z.object({ month: money2, total: money2 }),
});
export type Customer = z.infer<typeof customer>;

const customerFilters = z.object({ search: line(100).optional(), status: userStatus.optional() });

export const listCustomers = pagedList('listCustomers', '/api/users/:id/customers', {
  summary: `A reseller's customers, newest first`,
  query: pageQuery.extend(customerFilters.shape),
  row: customer,
});

export const createCustomer = endpoint('createCustomer', 'POST /api/users/:id/customers', {
  summary: 'Create an account for a customer; without a password one is made and shown once',
  body: z.object({ email, fullName, company: line(120).nullish(), password: password.optional() }),
  status: 201,
  response: customer.extend({ password: z.string().optional() }),
  errors: ['not_allowed_now', 'email_taken'],
});

export const getCustomer = endpoint('getCustomer', 'GET /api/users/:id/customers/:customerId', {
  summary: 'Read a customer',
  response: customer,
});

export const suspendCustomer = endpoint('suspendCustomer', 'PUT /api/users/:id/customers/:customerId/suspend', {
  summary: 'Shut a customer out, at once',
  response: customer,
  errors: ['not_allowed_now'],
});

export const activateCustomer = endpoint('activateCustomer', 'PUT /api/users/:id/customers/:customerId/activate', {
  summary: 'Let a customer in again',
  response: customer,
  errors: ['not_allowed_now'],
});

export const limitCustomer = endpoint('limitCustomer', 'PUT /api/users/:id/customers/:customerId/limit', {
  summary: 'Bound what messages and calls of a customer may cost in a UTC day',
  body: z.object({ dailyLimit: limitInput }),
  response: customer,
  errors: ['not_allowed_now'],
});

export const sendCustomerLink = endpoint('sendCustomerLink', 'POST /api/users/:id/customers/:customerId/links', {
  summary: 'Mail a customer a link to choose a password, as a reset or as an invitation',
  body: accountLink,
  status: 201,
  response: accountLinkSent,
  errors: ['not_allowed_now', 'rate_limited'],
});

export const viewCustomer = endpoint('viewCustomer', 'POST /api/users/:id/customers/:customerId/view', {
  access: 'owner-session',
  summary: 'See the account of a customer as the customer does, read only, where the contract says so',
  status: 201,
  response: viewAnswer,
  errors: ['not_allowed_now'],
});

export const exportCustomers = endpoint('exportCustomers', 'GET /api/users/:id/customers.csv', {
  summary: "A reseller's customers with their usage and the margin, as CSV",
  query: customerFilters,
  produces: ['text/csv'],
});

export const getPriceList = endpoint('getPriceList', 'GET /api/users/:id/price-list', {
  summary: 'The prices for all customers',
  response: prices,
});

export const setPriceList = endpoint('setPriceList', 'PUT /api/users/:id/price-list', {
  summary: 'Set the prices for all customers, none below the own rate',
  body: priceListInput,
  response: prices,
  errors: ['not_allowed_now', 'prices_rise'],
});

export const exportOfferedDeck = endpoint('exportOfferedDeck', 'GET /api/users/:id/offered-decks/:deckId/rows.csv', {
  summary: 'The prices of a list that a reseller may choose for customers, as CSV',
  produces: ['text/csv'],
});

export const getCustomerPrices = endpoint('getCustomerPrices', 'GET /api/users/:id/customers/:customerId/price-list', {
  summary: 'The prices for one customer',
  response: prices,
});

export const setCustomerPrices = endpoint('setCustomerPrices', 'PUT /api/users/:id/customers/:customerId/price-list', {
  summary: 'Set prices for one customer that go before the list',
  body: priceListInput,
  response: prices,
  errors: ['not_allowed_now', 'prices_rise'],
});

export const transferCredit = endpoint('transferCredit', 'POST /api/users/:id/customers/:customerId/transfers', {
  summary: 'Pass credit to a customer, or take it back',
  body: z.object({
    amount: amountInput,
    direction: z.enum(TRANSFER_DIRECTIONS, { error: 'Direction must be to_customer or from_customer' }),
  }),
  status: 201,
  response: z.object({
    /** The transaction of the reseller. */
    transactionId: uuid,
    /** The transaction of the customer. */
    counterpartTransactionId: uuid,
    /** Both balances right after the transfer. */
    credits: money2,
    customerCredits: money2,
  }),
  idempotent: true,
  errors: ['not_allowed_now', 'insufficient_credits', 'approval_needed'],
});

export const getMargins = endpoint('getMargins', 'GET /api/users/:id/margins', {
  summary: 'How many customers there are and what they left the reseller',
  response: z.object({
    customers: z.number().int(),
    month: money2,
    total: money2,
    /** Earned and not yet added to the balance; that happens within minutes. */
    waiting: money2,
  }),
});

/** The prices that an account pays, to us or to its reseller. */
export const getRates = endpoint('getRates', 'GET /api/users/:id/rates', {
  summary: 'What this account pays at this moment',
  response: z.object({
    /** Flat prices; null where they depend on the destination. */
    sms: money4.nullable(),
    voice: money4.nullable(),
    /** A message that comes in, and the price of it that was announced. */
    received: money2,
    receivedSoon: z.object({ price: money2, holdsFrom: isoTime }).nullable(),
    /** A month of a number, by country code. */
    numbers: z.record(z.string(), money2),
    /** The announced higher prices of a month, by country code. */
    numbersSoon: z.record(z.string(), z.object({ price: money2, holdsFrom: isoTime })),
    /** A year of a trunk, by its plan. */
    trunks: z.record(z.string(), money2),
    /** The prices agreed with this account alone, present and announced. */
    apart: z.array(
      z.object({
        subject: z.enum(PRICED_SUBJECTS),
        /** A share of the standard price. */
        percent: z.number().int().nullable(),
        /** Some destinations have prices of their own. */
        byDestination: z.boolean(),
        holdsFrom: isoTime,
      }),
    ),
    /** The announced prices that are higher than the present ones. */
    rising: z.array(rising),
    /** Services whose prices by destination are going to be others, some of them higher, and when. */
    switching: z.array(z.object({ service: z.enum(RATED_SERVICES), holdsFrom: isoTime })),
    /** The account can buy credit with a coin; if not, credit comes from the reseller. */
    cryptoPayments: z.boolean(),
  }),
});
