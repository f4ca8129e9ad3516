"""Written by clients/generate.ts: do not change it by hand. It needs nothing but Python 3.9."""

import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid


class ApiError(Exception):
    """A refusal: branch on `code`, show `detail`."""

    def __init__(self, status, problem):
        self.status = status
        self.code = problem.get('code', 'unknown')
        self.detail = problem.get('detail', '')
        self.problem = problem
        super().__init__(f'{status} {self.code}: {self.detail}')


AGAIN = {429, 500, 502, 503, 504}


def _new_key():
    return str(uuid.uuid4())


class Client:
    """A client of the API.

    What may be done twice, and what has an Idempotency-Key, is sent again after a broken connection or a busy server; each
    call that can have a key gets one. `key` is `tl_live_…`, or `tl_test_…` for tests that cost nothing.
    """

    def __init__(self, url, key, attempts=4, wait=0.5, timeout=30):
        self.url, self.key, self.attempts, self.wait, self.timeout = url.rstrip('/'), key, attempts, wait, timeout

    def _call(self, method, path, parts, query, body, idempotency_key):
        path = path.format(**{name: urllib.parse.quote(str(part), safe='') for name, part in parts.items()})
        given = {name: value for name, value in query.items() if value is not None}
        target = self.url + path + ('?' + urllib.parse.urlencode(given) if given else '')
        headers = {'Authorization': 'Bearer ' + self.key}
        data = None
        if body is not None:
            data, headers['Content-Type'] = json.dumps(body).encode(), 'application/json'
        if idempotency_key:
            headers['Idempotency-Key'] = idempotency_key
        may_repeat = bool(idempotency_key) or method in ('GET', 'PUT', 'DELETE')
        for attempt in range(1, self.attempts + 1):
            is_last, after = attempt == self.attempts or not may_repeat, 0.0
            request = urllib.request.Request(target, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as response:
                    text = response.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                try:
                    problem = json.loads(error.read())
                except ValueError:
                    problem = {}
                is_busy = error.code in AGAIN or problem.get('code') == 'idempotency_in_progress'
                if is_last or not is_busy:
                    raise ApiError(error.code, problem) from None
                after = float(error.headers.get('Retry-After') or 0)
            except OSError:
                if is_last:
                    raise
            time.sleep(max(after, self.wait * 2 ** (attempt - 1) * (0.5 + random.random())))

    def pages(self, read, limit=100):
        """The rows of all pages of a list: `client.pages(lambda **page: client.list_sms(me, **page))`."""
        before = None
        while True:
            rows = read(before=before, limit=limit)
            yield from rows
            if len(rows) < limit:
                return
            before = rows[-1]['id']

    def logout(self, ):
        """End this session."""
        return self._call('POST', '/api/auth/logout', {}, {}, None, None)

    def get_session(self, ):
        """Who is signed in."""
        return self._call('GET', '/api/auth/session', {}, {}, None, None)

    def send_confirmation(self, id):
        """Send the link that confirms the e-mail address again."""
        return self._call('POST', '/api/users/{id}/confirmation', {'id': id}, {}, None, None)

    def get_user(self, id):
        """Balance and profile of an account."""
        return self._call('GET', '/api/users/{id}', {'id': id}, {}, None, None)

    def update_user(self, id, body):
        """Change the profile; the e-mail address only signed in, not with an API key."""
        return self._call('PUT', '/api/users/{id}', {'id': id}, {}, body, None)

    def set_low_balance_level(self, id, body):
        """Choose below which balance a mail is sent; null for none."""
        return self._call('PUT', '/api/users/{id}/low-balance-level', {'id': id}, {}, body, None)

    def get_stats(self, id):
        """Counters for the overview."""
        return self._call('GET', '/api/users/{id}/stats', {'id': id}, {}, None, None)

    def get_overview(self, id):
        """The last 30 days of an account: what they cost, what was delivered, what runs, and what needs its owner."""
        return self._call('GET', '/api/users/{id}/overview', {'id': id}, {}, None, None)

    def list_people(self, id):
        """Who may act in an account beside its owner, and who is invited to."""
        return self._call('GET', '/api/users/{id}/people', {'id': id}, {}, None, None)

    def get_banner(self, ):
        """The notices on top of every page."""
        return self._call('GET', '/api/banner', {}, {}, None, None)

    def get_portal(self, id):
        """The brand that this account sees: its reseller’s, or null."""
        return self._call('GET', '/api/users/{id}/portal', {'id': id}, {}, None, None)

    def get_brand_settings(self, id):
        """A reseller’s brand; null before it is set."""
        return self._call('GET', '/api/users/{id}/brand', {'id': id}, {}, None, None)

    def check_host(self, id):
        """Ask the DNS now whose a brand’s host name is."""
        return self._call('POST', '/api/users/{id}/brand/check-host', {'id': id}, {}, None, None)

    def set_brand(self, id, body):
        """Set the brand that a reseller’s customers see."""
        return self._call('PUT', '/api/users/{id}/brand', {'id': id}, {}, body, None)

    def get_limits(self, id):
        """Spend limits of messages and calls, and what was spent of them today."""
        return self._call('GET', '/api/users/{id}/limits', {'id': id}, {}, None, None)

    def list_customers(self, id, limit=None, before=None, search=None, status=None):
        """A reseller's customers, newest first."""
        return self._call('GET', '/api/users/{id}/customers', {'id': id}, {'limit': limit, 'before': before, 'search': search, 'status': status}, None, None)

    def create_customer(self, id, body):
        """Create an account for a customer; without a password one is made and shown once."""
        return self._call('POST', '/api/users/{id}/customers', {'id': id}, {}, body, None)

    def get_customer(self, id, customer_id):
        """Read a customer."""
        return self._call('GET', '/api/users/{id}/customers/{customerId}', {'id': id, 'customerId': customer_id}, {}, None, None)

    def suspend_customer(self, id, customer_id):
        """Shut a customer out, at once."""
        return self._call('PUT', '/api/users/{id}/customers/{customerId}/suspend', {'id': id, 'customerId': customer_id}, {}, None, None)

    def activate_customer(self, id, customer_id):
        """Let a customer in again."""
        return self._call('PUT', '/api/users/{id}/customers/{customerId}/activate', {'id': id, 'customerId': customer_id}, {}, None, None)

    def limit_customer(self, id, customer_id, body):
        """Bound what messages and calls of a customer may cost in a UTC day."""
        return self._call('PUT', '/api/users/{id}/customers/{customerId}/limit', {'id': id, 'customerId': customer_id}, {}, body, None)

    def send_customer_link(self, id, customer_id, body):
        """Mail a customer a link to choose a password, as a reset or as an invitation."""
        return self._call('POST', '/api/users/{id}/customers/{customerId}/links', {'id': id, 'customerId': customer_id}, {}, body, None)

    def get_price_list(self, id):
        """The prices for all customers."""
        return self._call('GET', '/api/users/{id}/price-list', {'id': id}, {}, None, None)

    def set_price_list(self, id, body):
        """Set the prices for all customers, none below the own rate."""
        return self._call('PUT', '/api/users/{id}/price-list', {'id': id}, {}, body, None)

    def get_customer_prices(self, id, customer_id):
        """The prices for one customer."""
        return self._call('GET', '/api/users/{id}/customers/{customerId}/price-list', {'id': id, 'customerId': customer_id}, {}, None, None)

    def set_customer_prices(self, id, customer_id, body):
        """Set prices for one customer that go before the list."""
        return self._call('PUT', '/api/users/{id}/customers/{customerId}/price-list', {'id': id, 'customerId': customer_id}, {}, body, None)

    def transfer_credit(self, id, customer_id, body, idempotency_key=None):
        """Pass credit to a customer, or take it back."""
        return self._call('POST', '/api/users/{id}/customers/{customerId}/transfers', {'id': id, 'customerId': customer_id}, {}, body, idempotency_key or _new_key())

    def get_margins(self, id):
        """How many customers there are and what they left the reseller."""
        return self._call('GET', '/api/users/{id}/margins', {'id': id}, {}, None, None)

    def get_rates(self, id):
        """What this account pays at this moment."""
        return self._call('GET', '/api/users/{id}/rates', {'id': id}, {}, None, None)

    def send_sms(self, id, body, idempotency_key=None):
        """Send a message to one or many recipients."""
        return self._call('POST', '/api/users/{id}/sms', {'id': id}, {}, body, idempotency_key or _new_key())

    def quote_sms(self, id, body):
        """What a message costs, by destination, and what it would be refused for, before it is sent."""
        return self._call('POST', '/api/users/{id}/sms/quote', {'id': id}, {}, body, None)

    def list_sms(self, id, limit=None, before=None, search=None, status=None, from_=None, to=None, test=None):
        """Messages, newest first; search looks at sender, text and numbers."""
        return self._call('GET', '/api/users/{id}/sms', {'id': id}, {'limit': limit, 'before': before, 'search': search, 'status': status, 'from': from_, 'to': to, 'test': test}, None, None)

    def get_sms(self, id, message_id):
        """One message, with its first recipients."""
        return self._call('GET', '/api/users/{id}/sms/{messageId}', {'id': id, 'messageId': message_id}, {}, None, None)

    def list_sms_recipients(self, id, message_id, limit=None, before=None, status=None, search=None):
        """Every recipient of a message with its state."""
        return self._call('GET', '/api/users/{id}/sms/{messageId}/recipients', {'id': id, 'messageId': message_id}, {'limit': limit, 'before': before, 'status': status, 'search': search}, None, None)

    def trace_sms(self, id, message_id, limit=None, before=None, recipient=None):
        """What carriers answered about a message or one of its recipients, newest first."""
        return self._call('GET', '/api/users/{id}/sms/{messageId}/trace', {'id': id, 'messageId': message_id}, {'limit': limit, 'before': before, 'recipient': recipient}, None, None)

    def cancel_sms(self, id, message_id, idempotency_key=None):
        """Stop a message: what has not left is refunded."""
        return self._call('POST', '/api/users/{id}/sms/{messageId}/cancel', {'id': id, 'messageId': message_id}, {}, None, idempotency_key or _new_key())

    def move_sms(self, id, message_id, body):
        """Send a scheduled message at another time."""
        return self._call('PUT', '/api/users/{id}/sms/{messageId}/send-at', {'id': id, 'messageId': message_id}, {}, body, None)

    def resend_sms(self, id, message_id, idempotency_key=None):
        """Send a message anew to those it failed to reach, charged anew."""
        return self._call('POST', '/api/users/{id}/sms/{messageId}/resend', {'id': id, 'messageId': message_id}, {}, None, idempotency_key or _new_key())

    def list_received_messages(self, id, limit=None, before=None):
        """Messages that came in, newest first."""
        return self._call('GET', '/api/users/{id}/messages/received', {'id': id}, {'limit': limit, 'before': before}, None, None)

    def list_conversations(self, id, limit=None, before=None, search=None):
        """Conversations, the one with the newest message first."""
        return self._call('GET', '/api/users/{id}/conversations', {'id': id}, {'limit': limit, 'before': before, 'search': search}, None, None)

    def count_unread_conversations(self, id):
        """How many of the newest 1000 conversations have messages that nobody read."""
        return self._call('GET', '/api/users/{id}/conversations/unread/count', {'id': id}, {}, None, None)

    def list_conversation_messages(self, id, conversation_id, limit=None, before=None):
        """The messages of a conversation, newest first."""
        return self._call('GET', '/api/users/{id}/conversations/{conversationId}/messages', {'id': id, 'conversationId': conversation_id}, {'limit': limit, 'before': before}, None, None)

    def update_conversation(self, id, conversation_id, body):
        """Give the other a name, or mark all messages as read."""
        return self._call('PUT', '/api/users/{id}/conversations/{conversationId}', {'id': id, 'conversationId': conversation_id}, {}, body, None)

    def reply_to_conversation(self, id, conversation_id, body, idempotency_key=None):
        """Reply from the same number, at the price of a message."""
        return self._call('POST', '/api/users/{id}/conversations/{conversationId}/messages', {'id': id, 'conversationId': conversation_id}, {}, body, idempotency_key or _new_key())

    def try_number(self, id, number_id, body):
        """Have a simulated carrier deliver a message to a number."""
        return self._call('POST', '/api/users/{id}/did-numbers/{numberId}/try', {'id': id, 'numberId': number_id}, {}, body, None)

    def redact_sms(self, id, message_id):
        """Take the text out of a message everywhere; not while some of it is on its way."""
        return self._call('DELETE', '/api/users/{id}/sms/{messageId}/text', {'id': id, 'messageId': message_id}, {}, None, None)

    def redact_conversation_message(self, id, conversation_id, message_id):
        """Take text and pictures out of a message of a conversation, everywhere."""
        return self._call('DELETE', '/api/users/{id}/conversations/{conversationId}/messages/{messageId}/text', {'id': id, 'conversationId': conversation_id, 'messageId': message_id}, {}, None, None)

    def erase_person(self, id, body):
        """Remove a person everywhere: contact, conversations, what messages hold; an opt-out stays."""
        return self._call('POST', '/api/users/{id}/contacts/erase', {'id': id}, {}, body, None)

    def get_number_answers(self, id, number_id):
        """What a number answers by itself to messages."""
        return self._call('GET', '/api/users/{id}/did-numbers/{numberId}/answers', {'id': id, 'numberId': number_id}, {}, None, None)

    def set_number_answers(self, id, number_id, body):
        """Set the rules, in their order, the answer outside of hours, and how often one sender is answered."""
        return self._call('PUT', '/api/users/{id}/did-numbers/{numberId}/answers', {'id': id, 'numberId': number_id}, {}, body, None)

    def try_number_answers(self, id, number_id, body):
        """See what would be done with a message, without doing it."""
        return self._call('POST', '/api/users/{id}/did-numbers/{numberId}/answers/try', {'id': id, 'numberId': number_id}, {}, body, None)

    def list_auto_replies(self, id, limit=None, before=None, number=None):
        """What numbers answered by themselves and why, newest first."""
        return self._call('GET', '/api/users/{id}/auto-replies', {'id': id}, {'limit': limit, 'before': before, 'number': number}, None, None)

    def list_available_numbers(self, country=None):
        """Numbers of a country that are free."""
        return self._call('GET', '/api/did-numbers/available', {}, {'country': country}, None, None)

    def list_number_holds(self, ):
        """The numbers that the caller holds."""
        return self._call('GET', '/api/did-numbers/holds', {}, {}, None, None)

    def hold_number(self, body):
        """Keep a free number for 15 minutes."""
        return self._call('POST', '/api/did-numbers/holds', {}, {}, body, None)

    def release_number_hold(self, number):
        """Give a held number back."""
        return self._call('DELETE', '/api/did-numbers/holds/{number}', {'number': number}, {}, None, None)

    def list_numbers(self, id, limit=None, before=None, search=None):
        """Numbers bought, newest first."""
        return self._call('GET', '/api/users/{id}/did-numbers', {'id': id}, {'limit': limit, 'before': before, 'search': search}, None, None)

    def purchase_number(self, id, body, idempotency_key=None):
        """Buy a number for a month, from the balance."""
        return self._call('POST', '/api/users/{id}/did-numbers', {'id': id}, {}, body, idempotency_key or _new_key())

    def get_number(self, id, number_id):
        """One number: what it can, where it leads, and its traffic of 30 days."""
        return self._call('GET', '/api/users/{id}/did-numbers/{numberId}', {'id': id, 'numberId': number_id}, {}, None, None)

    def update_number(self, id, number_id, body):
        """Name a number, switch renewal and mail on or off, or say what happens with calls."""
        return self._call('PUT', '/api/users/{id}/did-numbers/{numberId}', {'id': id, 'numberId': number_id}, {}, body, None)

    def check_number(self, id, number_id):
        """Tell the carrier once more where messages and calls to a number go, and ask it what the number carries."""
        return self._call('POST', '/api/users/{id}/did-numbers/{numberId}/check', {'id': id, 'numberId': number_id}, {}, None, None)

    def renew_number(self, id, number_id, body, idempotency_key=None):
        """Pay a number for one more month, from the balance."""
        return self._call('POST', '/api/users/{id}/did-numbers/{numberId}/renew', {'id': id, 'numberId': number_id}, {}, body, idempotency_key or _new_key())

    def get_number_hold_papers(self, number):
        """What the country of a held number asks of who buys it, and how far the caller’s papers are."""
        return self._call('GET', '/api/did-numbers/holds/{number}/papers', {'number': number}, {}, None, None)

    def list_number_papers(self, id):
        """What an account has handed in for countries that ask for papers, newest first."""
        return self._call('GET', '/api/users/{id}/number-papers', {'id': id}, {}, None, None)

    def hand_in_number_papers(self, id, body):
        """Hand in, or correct, the papers that the country of a held number asks for."""
        return self._call('PUT', '/api/users/{id}/number-papers', {'id': id}, {}, body, None)

    def list_number_ports(self, id, limit=None, before=None):
        """Requests to bring numbers from other carriers, newest first."""
        return self._call('GET', '/api/users/{id}/number-ports', {'id': id}, {'limit': limit, 'before': before}, None, None)

    def request_number_port(self, id, body, idempotency_key=None):
        """Ask to bring numbers from another carrier; without both files its state is `papers_wanted`."""
        return self._call('POST', '/api/users/{id}/number-ports', {'id': id}, {}, body, idempotency_key or _new_key())

    def correct_number_port(self, id, port_id, body):
        """Correct such a request or hand in missing papers, before it is in progress."""
        return self._call('PUT', '/api/users/{id}/number-ports/{portId}', {'id': id, 'portId': port_id}, {}, body, None)

    def withdraw_number_port(self, id, port_id):
        """Withdraw such a request while it is open."""
        return self._call('POST', '/api/users/{id}/number-ports/{portId}/withdraw', {'id': id, 'portId': port_id}, {}, None, None)

    def list_voice_packages(self, id, limit=None, before=None):
        """SIP trunk packages, newest first."""
        return self._call('GET', '/api/users/{id}/voice-packages', {'id': id}, {'limit': limit, 'before': before}, None, None)

    def create_voice_package(self, id, body, idempotency_key=None):
        """Order a SIP trunk package."""
        return self._call('POST', '/api/users/{id}/voice-packages', {'id': id}, {}, body, idempotency_key or _new_key())

    def upgrade_voice_package(self, id, package_id, body, idempotency_key=None):
        """Order the upgrade of a package to a higher plan."""
        return self._call('POST', '/api/users/{id}/voice-packages/{packageId}/upgrade', {'id': id, 'packageId': package_id}, {}, body, idempotency_key or _new_key())

    def change_sip_credentials(self, id, package_id, body):
        """Choose by which algorithm a package shows that it knows its secret."""
        return self._call('PUT', '/api/users/{id}/voice-packages/{packageId}/credentials', {'id': id, 'packageId': package_id}, {}, body, None)

    def update_voice_package(self, id, package_id, body):
        """Change how a package calls."""
        return self._call('PUT', '/api/users/{id}/voice-packages/{packageId}', {'id': id, 'packageId': package_id}, {}, body, None)

    def set_trunk_addresses(self, id, package_id, body):
        """Choose from which addresses a package calls without registering."""
        return self._call('PUT', '/api/users/{id}/voice-packages/{packageId}/addresses', {'id': id, 'packageId': package_id}, {}, body, None)

    def list_coins(self, ):
        """The coins offered, with rate and address."""
        return self._call('GET', '/api/coins', {}, {}, None, None)

    def list_transactions(self, id, limit=None, before=None, calls=None, status=None):
        """Transactions, newest first; with `calls=settled` one row for each call, with what it came to."""
        return self._call('GET', '/api/users/{id}/transactions', {'id': id}, {'limit': limit, 'before': before, 'calls': calls, 'status': status}, None, None)

    def create_transaction(self, id, body, idempotency_key=None):
        """Submit a purchase of credit, or place an order."""
        return self._call('POST', '/api/users/{id}/transactions', {'id': id}, {}, body, idempotency_key or _new_key())

    def create_quote(self, id, body, idempotency_key=None):
        """Ask what to pay in a coin, and where to."""
        return self._call('POST', '/api/users/{id}/quotes', {'id': id}, {}, body, idempotency_key or _new_key())

    def list_quotes(self, id):
        """Quotes that are open, newest first."""
        return self._call('GET', '/api/users/{id}/quotes', {'id': id}, {}, None, None)

    def get_quote(self, id, quote_id):
        """A quote, open or not."""
        return self._call('GET', '/api/users/{id}/quotes/{quoteId}', {'id': id, 'quoteId': quote_id}, {}, None, None)

    def list_orders(self, id):
        """Orders that wait for payment or its verification, newest first."""
        return self._call('GET', '/api/users/{id}/orders', {'id': id}, {}, None, None)

    def pay_order(self, id, transaction_id, body, idempotency_key=None):
        """Pay an order from the balance."""
        return self._call('POST', '/api/users/{id}/transactions/{transactionId}/pay', {'id': id, 'transactionId': transaction_id}, {}, body, idempotency_key or _new_key())

    def cancel_order(self, id, transaction_id, idempotency_key=None):
        """Cancel an order that is not paid."""
        return self._call('POST', '/api/users/{id}/transactions/{transactionId}/cancel', {'id': id, 'transactionId': transaction_id}, {}, None, idempotency_key or _new_key())

    def get_timeline(self, id, transaction_id):
        """What has become of a payment in a coin, step by step."""
        return self._call('GET', '/api/users/{id}/transactions/{transactionId}/timeline', {'id': id, 'transactionId': transaction_id}, {}, None, None)

    def get_signing(self, id, transaction_id):
        """The text by which a payment’s sender shows whose it is."""
        return self._call('GET', '/api/users/{id}/transactions/{transactionId}/signatures', {'id': id, 'transactionId': transaction_id}, {}, None, None)

    def sign_payment(self, id, transaction_id, body, idempotency_key=None):
        """Show by a signed text that a payment is one’s own."""
        return self._call('POST', '/api/users/{id}/transactions/{transactionId}/signatures', {'id': id, 'transactionId': transaction_id}, {}, body, idempotency_key or _new_key())

    def list_invoices(self, id, limit=None, before=None):
        """Invoices and credit notes of an account, newest first."""
        return self._call('GET', '/api/users/{id}/invoices', {'id': id}, {'limit': limit, 'before': before}, None, None)

    def get_billing_details(self, id):
        """What invoices say of an account."""
        return self._call('GET', '/api/users/{id}/billing-details', {'id': id}, {}, None, None)

    def set_billing_details(self, id, body):
        """Change what invoices say of an account; issued ones stay as they are."""
        return self._call('PUT', '/api/users/{id}/billing-details', {'id': id}, {}, body, None)

    def get_providers(self, ):
        """The active carrier, all carriers, and their health."""
        return self._call('GET', '/api/telecom/providers', {}, {}, None, None)

    def get_provider_health(self, ):
        """How each carrier was in the last 24 hours, by slices of 15 minutes."""
        return self._call('GET', '/api/telecom/providers/health', {}, {}, None, None)

    def search_rates(self, id, search=None, codes=None):
        """What destinations cost this account, by number, beginning or name."""
        return self._call('GET', '/api/users/{id}/destinations', {'id': id}, {'search': search, 'codes': codes}, None, None)

    def get_reseller_status(self, id):
        """The reseller package: expiry, rates, usage and what it saved."""
        return self._call('GET', '/api/users/{id}/reseller', {'id': id}, {}, None, None)

    def get_statement(self, id, from_=None, to=None, type=None):
        """Balances and totals of a period."""
        return self._call('GET', '/api/users/{id}/statement', {'id': id}, {'from': from_, 'to': to, 'type': type}, None, None)

    def list_statement_lines(self, id, limit=None, before=None, from_=None, to=None, type=None):
        """Movements of a period, newest first."""
        return self._call('GET', '/api/users/{id}/statement/lines', {'id': id}, {'limit': limit, 'before': before, 'from': from_, 'to': to, 'type': type}, None, None)

    def get_spend(self, id):
        """What the last 12 months cost, by kind."""
        return self._call('GET', '/api/users/{id}/spend', {'id': id}, {}, None, None)

    def list_sms_templates(self, id):
        """Message texts kept for another time, newest first."""
        return self._call('GET', '/api/users/{id}/sms-templates', {'id': id}, {}, None, None)

    def create_sms_template(self, id, body, idempotency_key=None):
        """Keep a message text for another time."""
        return self._call('POST', '/api/users/{id}/sms-templates', {'id': id}, {}, body, idempotency_key or _new_key())

    def delete_sms_template(self, id, template_id):
        """Remove a template."""
        return self._call('DELETE', '/api/users/{id}/sms-templates/{templateId}', {'id': id, 'templateId': template_id}, {}, None, None)

    def list_contacts(self, id, limit=None, before=None, search=None, list=None):
        """Contacts, newest first; search takes digits of a number or parts of a name."""
        return self._call('GET', '/api/users/{id}/contacts', {'id': id}, {'limit': limit, 'before': before, 'search': search, 'list': list}, None, None)

    def list_contact_lists(self, id):
        """The lists that contacts are in, how many each has, and the names of their fields."""
        return self._call('GET', '/api/users/{id}/contact-lists', {'id': id}, {}, None, None)

    def rename_contact_list(self, id, body):
        """Give a list another name; campaigns to it that are not over go on."""
        return self._call('PUT', '/api/users/{id}/contact-lists', {'id': id}, {}, body, None)

    def create_contact(self, id, body):
        """Note a contact; one with this number is completed."""
        return self._call('POST', '/api/users/{id}/contacts', {'id': id}, {}, body, None)

    def import_contacts(self, id, body):
        """Note many contacts at once; the same request again changes nothing."""
        return self._call('POST', '/api/users/{id}/contacts/import', {'id': id}, {}, body, None)

    def update_contact(self, id, contact_id, body):
        """Change a contact: what is given replaces what was there."""
        return self._call('PUT', '/api/users/{id}/contacts/{contactId}', {'id': id, 'contactId': contact_id}, {}, body, None)

    def remove_contact(self, id, contact_id):
        """Delete a contact; messages to it stay."""
        return self._call('DELETE', '/api/users/{id}/contacts/{contactId}', {'id': id, 'contactId': contact_id}, {}, None, None)

    def list_campaigns(self, id, limit=None, before=None):
        """Campaigns, newest first."""
        return self._call('GET', '/api/users/{id}/campaigns', {'id': id}, {'limit': limit, 'before': before}, None, None)

    def get_campaign(self, id, campaign_id):
        """A campaign and what became of it."""
        return self._call('GET', '/api/users/{id}/campaigns/{campaignId}', {'id': id, 'campaignId': campaign_id}, {}, None, None)

    def create_campaign(self, id, body, idempotency_key=None):
        """Send a text to the contacts of lists, bit by bit, each charged as a message."""
        return self._call('POST', '/api/users/{id}/campaigns', {'id': id}, {}, body, idempotency_key or _new_key())

    def set_campaign_status(self, id, campaign_id, body):
        """Pause a campaign, let it go on, or cancel it: what has not left is refunded."""
        return self._call('PUT', '/api/users/{id}/campaigns/{campaignId}/status', {'id': id, 'campaignId': campaign_id}, {}, body, None)

    def list_opt_outs(self, id, limit=None, before=None, search=None):
        """Numbers that want no messages from this account, newest first."""
        return self._call('GET', '/api/users/{id}/opt-outs', {'id': id}, {'limit': limit, 'before': before, 'search': search}, None, None)

    def add_opt_out(self, id, body):
        """Send no more messages to a number."""
        return self._call('POST', '/api/users/{id}/opt-outs', {'id': id}, {}, body, None)

    def import_opt_outs(self, id, body):
        """Send no more messages to the numbers of a CSV file."""
        return self._call('POST', '/api/users/{id}/opt-outs/import', {'id': id}, {}, body, None)

    def remove_opt_out(self, id, opt_out_id):
        """Take a number from the list: messages to it are sent again."""
        return self._call('DELETE', '/api/users/{id}/opt-outs/{optOutId}', {'id': id, 'optOutId': opt_out_id}, {}, None, None)

    def get_opt_out_texts(self, id):
        """What numbers answer to STOP, START and HELP."""
        return self._call('GET', '/api/users/{id}/opt-out-texts', {'id': id}, {}, None, None)

    def set_opt_out_texts(self, id, body):
        """Set what numbers answer to STOP, START and HELP; empty for the usual text."""
        return self._call('PUT', '/api/users/{id}/opt-out-texts', {'id': id}, {}, body, None)

    def create_verification(self, id, body, idempotency_key=None):
        """Send a verification code to a number; charged as the message or the call."""
        return self._call('POST', '/api/users/{id}/verifications', {'id': id}, {}, body, idempotency_key or _new_key())

    def send_verification_again(self, id, verification_id, body, idempotency_key=None):
        """Send the same code again, 30 seconds after the last time at the earliest."""
        return self._call('POST', '/api/users/{id}/verifications/{verificationId}/send', {'id': id, 'verificationId': verification_id}, {}, body, idempotency_key or _new_key())

    def check_verification(self, id, verification_id, body):
        """Check the code that somebody entered; it is right once."""
        return self._call('POST', '/api/users/{id}/verifications/{verificationId}/check', {'id': id, 'verificationId': verification_id}, {}, body, None)

    def get_verification(self, id, verification_id):
        """One verification."""
        return self._call('GET', '/api/users/{id}/verifications/{verificationId}', {'id': id, 'verificationId': verification_id}, {}, None, None)

    def list_verifications(self, id, limit=None, before=None):
        """Verifications, newest first."""
        return self._call('GET', '/api/users/{id}/verifications', {'id': id}, {'limit': limit, 'before': before}, None, None)

    def get_verification_figures(self, id):
        """How many numbers were verified in the last 30 days, by country."""
        return self._call('GET', '/api/users/{id}/verification-figures', {'id': id}, {}, None, None)

    def list_senders(self, id):
        """What an account may send from: names and numbers, newest first."""
        return self._call('GET', '/api/users/{id}/senders', {'id': id}, {}, None, None)

    def request_sender_name(self, id, body, idempotency_key=None):
        """Register a sender name; an administrator accepts it."""
        return self._call('POST', '/api/users/{id}/sender-names', {'id': id}, {}, body, idempotency_key or _new_key())

    def remove_sender_name(self, id, name_id):
        """Remove a sender name: messages that wait are not sent from it."""
        return self._call('DELETE', '/api/users/{id}/sender-names/{nameId}', {'id': id, 'nameId': name_id}, {}, None, None)

    def text_number_code(self, id, body, idempotency_key=None):
        """Send a code to a number, to confirm that it is yours; charged as a message."""
        return self._call('POST', '/api/users/{id}/number-proofs/message', {'id': id}, {}, body, idempotency_key or _new_key())

    def speak_number_code(self, id, body, idempotency_key=None):
        """Have a code read out at a number, to confirm that it is yours; charged as a call."""
        return self._call('POST', '/api/users/{id}/number-proofs/call', {'id': id}, {}, body, idempotency_key or _new_key())

    def prove_number(self, id, body):
        """Confirm a number with the code that came there: it may be sender and caller ID then."""
        return self._call('PUT', '/api/users/{id}/number-proofs', {'id': id}, {}, body, None)

    def remove_proof(self, id, proof_id):
        """Remove a confirmed number: nothing is sent from it any more."""
        return self._call('DELETE', '/api/users/{id}/number-proofs/{proofId}', {'id': id, 'proofId': proof_id}, {}, None, None)

    def request_upload(self, body):
        """A link to upload one file to: the picture of a message, a receipt or a recording; good for 10 minutes."""
        return self._call('PUT', '/api/objects/upload', {}, {}, body, None)

    def list_webhooks(self, id):
        """Addresses that are told of what happens, newest first."""
        return self._call('GET', '/api/users/{id}/webhooks', {'id': id}, {}, None, None)

    def create_webhook(self, id, body, idempotency_key=None):
        """Register an address; its signing secret is shown here only."""
        return self._call('POST', '/api/users/{id}/webhooks', {'id': id}, {}, body, idempotency_key or _new_key())

    def update_webhook(self, id, webhook_id, body):
        """Change name, address or events."""
        return self._call('PUT', '/api/users/{id}/webhooks/{webhookId}', {'id': id, 'webhookId': webhook_id}, {}, body, None)

    def delete_webhook(self, id, webhook_id):
        """Remove an address with its log; what waits for it is dropped."""
        return self._call('DELETE', '/api/users/{id}/webhooks/{webhookId}', {'id': id, 'webhookId': webhook_id}, {}, None, None)

    def rotate_webhook_secret(self, id, webhook_id):
        """Make a new signing secret; the old one signs along for 24 hours."""
        return self._call('POST', '/api/users/{id}/webhooks/{webhookId}/secret', {'id': id, 'webhookId': webhook_id}, {}, None, None)

    def test_webhook(self, id, webhook_id, event=None):
        """Send a test event, or an example of another."""
        return self._call('POST', '/api/users/{id}/webhooks/{webhookId}/test', {'id': id, 'webhookId': webhook_id}, {'event': event}, None, None)

    def list_webhook_deliveries(self, id, webhook_id, limit=None, before=None):
        """What was sent and what came of each attempt, newest first."""
        return self._call('GET', '/api/users/{id}/webhooks/{webhookId}/deliveries', {'id': id, 'webhookId': webhook_id}, {'limit': limit, 'before': before}, None, None)

    def replay_webhook_delivery(self, id, webhook_id, delivery_id):
        """Send a delivery again, with the same id and body."""
        return self._call('POST', '/api/users/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/replay', {'id': id, 'webhookId': webhook_id, 'deliveryId': delivery_id}, {}, None, None)

    def place_call(self, id, body, idempotency_key=None):
        """Place a call."""
        return self._call('POST', '/api/users/{id}/voice', {'id': id}, {}, body, idempotency_key or _new_key())

    def list_calls(self, id, limit=None, before=None, search=None, status=None, from_=None, to=None):
        """Calls, newest first."""
        return self._call('GET', '/api/users/{id}/voice', {'id': id}, {'limit': limit, 'before': before, 'search': search, 'status': status, 'from': from_, 'to': to}, None, None)

    def get_call_quote(self, id, destination=None, forward_to=None):
        """What a call costs, and how long one the balance and the spend limits allow."""
        return self._call('GET', '/api/users/{id}/voice/quote', {'id': id}, {'destination': destination, 'forwardTo': forward_to}, None, None)

    def get_call(self, id, call_id):
        """One call."""
        return self._call('GET', '/api/users/{id}/voice/{callId}', {'id': id, 'callId': call_id}, {}, None, None)

    def get_call_trace(self, id, call_id):
        """The SIP messages between the telephone system and us in a call."""
        return self._call('GET', '/api/users/{id}/voice/{callId}/trace', {'id': id, 'callId': call_id}, {}, None, None)

    def hang_up_call(self, id, call_id, idempotency_key=None):
        """Hang up a call that is under way."""
        return self._call('POST', '/api/users/{id}/voice/{callId}/hang-up', {'id': id, 'callId': call_id}, {}, None, idempotency_key or _new_key())

    def delete_recording(self, id, call_id, recording_id):
        """Delete a recording, here and at its carrier."""
        return self._call('DELETE', '/api/users/{id}/voice/{callId}/recordings/{recordingId}', {'id': id, 'callId': call_id, 'recordingId': recording_id}, {}, None, None)

    def list_received_calls(self, id, limit=None, before=None, outcome=None):
        """Calls to the numbers of an account, newest first."""
        return self._call('GET', '/api/users/{id}/calls/received', {'id': id}, {'limit': limit, 'before': before, 'outcome': outcome}, None, None)

    def list_blocked_callers(self, id):
        """Callers who hear the busy tone at all numbers of an account."""
        return self._call('GET', '/api/users/{id}/blocked-callers', {'id': id}, {}, None, None)

    def block_caller(self, id, body):
        """Block a caller."""
        return self._call('POST', '/api/users/{id}/blocked-callers', {'id': id}, {}, body, None)

    def unblock_caller(self, id, number):
        """Let a caller through again."""
        return self._call('DELETE', '/api/users/{id}/blocked-callers/{number}', {'id': id, 'number': number}, {}, None, None)

    def call_number(self, id, number_id, body):
        """Have somebody call a number of a simulated carrier."""
        return self._call('POST', '/api/users/{id}/did-numbers/{numberId}/call', {'id': id, 'numberId': number_id}, {}, body, None)

    def get_trunk_echo(self, id, package_id):
        """The newest call of a package to the echo."""
        return self._call('GET', '/api/users/{id}/voice-packages/{packageId}/echo', {'id': id, 'packageId': package_id}, {}, None, None)

    def list_trunk_registrations(self, id, package_id):
        """What is registered with a package now, newest first."""
        return self._call('GET', '/api/users/{id}/voice-packages/{packageId}/registrations', {'id': id, 'packageId': package_id}, {}, None, None)
