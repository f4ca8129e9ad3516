import { listSms } from '../../../src/services/messaging/history-contract.ts';
import { appForFile, balanceOf, eventually, freePort, funded, newNumber, readAnswer } from '../../kit/index.ts';
import { makeGateway } from './gateway.ts';

const port = await freePort();
const app = await appForFile({ soundBooks: true, env: { SMPP_LISTEN: `127.0.0.1:${port}` } });

/** Binds, sends, says what each answer has, takes one report, and unbinds. */
const PROGRAM = `use Net::SMPP;
$| = 1;
my ($port, $id, $password, $to) = @ARGV;
my ($smpp, $bound) = Net::SMPP->new_transceiver('127.0.0.1', port => $port, system_id => $id, password => $password,
  smpp_version => 0x34, interface_version => 0x34) or die "no connection: $!";
print "bound $bound->{status}\\n";
my $sent = $smpp->submit_sm(source_addr_ton => 5, source_addr_npi => 0, source_addr => 'Topline', dest_addr_ton => 1,
  dest_addr_npi => 1, destination_addr => $to, registered_delivery => 1, short_message => 'Hello from Perl') or die;
print "sent $sent->{status} $sent->{message_id}\\n";
for (;;) {
  my $pdu = $smpp->read_pdu() or die;
  next if $pdu->{cmd} != 5;
  $smpp->deliver_sm_resp(seq => $pdu->{seq}, message_id => '');
  print "report $pdu->{esm_class} $pdu->{short_message}\\n";
  last;
}
my $gone = $smpp->unbind();
print "unbound $gone->{status}\\n";
`;

test('Net::SMPP binds, sends, is told of the end, and unbinds; a wrong password is refused', async () => {
  const owner = await funded(app, '1.00');
  const { systemId, password } = await makeGateway(owner);
  const to = newNumber();
  const run = (secret: string) => Bun.spawn(['perl', '-e', PROGRAM, String(port), systemId, secret, to.slice(1)]);
  expect(await new Response(run('wrong').stdout).text()).toContain('bound 14');
  await using program = run(password);
  await eventually('it has ended', async () => {
    // A report never comes before the answer to its submission.
    app.clock.advance(500);
    return program.exitCode !== null;
  });
  const [bound, sent, report, unbound] = (await new Response(program.stdout).text()).split('\n');
  const [message] = await readAnswer(owner.as(`/api/users/${owner.id}/sms`), listSms);
  expect([bound, unbound]).toEqual(['bound 0', 'unbound 0']);
  expect(sent).toStartWith('sent 0 ');
  expect(report).toStartWith(`report 4 id:${sent?.split(' ').at(-1)} sub:001 dlvrd:001`);
  expect(report).toContain('stat:DELIVRD');
  expect(message).toMatchObject({ message: 'Hello from Perl', status: 'delivered', cost: '0.0300' });
  expect(await balanceOf(owner)).toBe('0.97');
});
