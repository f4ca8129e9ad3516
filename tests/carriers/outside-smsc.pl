#!/usr/bin/perl
# An SMPP gateway by Net::SMPP (Debian: libnet-smpp-perl): nobody here wrote how it reads and writes requests.
# It takes every message, reports it as delivered, and tells what happened on its standard output, one JSON
# object in each line. It ends when its standard input does.
use strict;
use warnings;
use IO::Select;
use JSON::PP;
use Net::SMPP;

$| = 1;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, smpp_version => 0x34, async => 1)
    or die "cannot listen: $!";
my $select = IO::Select->new($listener, \*STDIN);
my $taken = 0;

sub tell_test { print encode_json($_[0]), "\n" }

tell_test({ type => 'listening', port => $listener->sockport });
while (my @ready = $select->can_read) {
    for my $peer (@ready) {
        if ($peer == \*STDIN) { exit }
        elsif ($peer == $listener) { $select->add($listener->accept) }
        elsif (my $pdu = $peer->read_pdu) { answer($peer, $pdu) }
        else { leave($peer) }
    }
}

sub leave {
    my ($peer) = @_;
    $select->remove($peer);
    close $peer;
}

sub answer {
    my ($peer, $pdu) = @_;
    my ($name, @seq) = ($pdu->explain_cmd, seq => $pdu->{seq});
    if ($name =~ /^bind_/) {
        my $is_right = $pdu->{system_id} eq 'topline' && $pdu->{password} eq 'secret';
        my $respond = "${name}_resp";
        $peer->$respond(@seq, system_id => 'outside', status => $is_right ? 0 : 0x0e);
        tell_test({ type => 'bound', as => $name, version => $pdu->{interface_version} });
    }
    elsif ($name eq 'submit_sm') { take($peer, $pdu, @seq) }
    elsif ($name eq 'deliver_sm_resp') { tell_test({ type => 'answered', status => $pdu->{status} }) }
    elsif ($name eq 'enquire_link') { $peer->enquire_link_resp(@seq) }
    elsif ($name eq 'unbind') { $peer->unbind_resp(@seq); leave($peer) }
}

sub take {
    my ($peer, $pdu, @seq) = @_;
    my $id = sprintf 'outside-%d', ++$taken;
    my %seen = map { $_ => $pdu->{$_} }
        qw(source_addr source_addr_ton destination_addr esm_class data_coding registered_delivery validity_period);
    tell_test({ type => 'taken', %seen, octets => unpack('H*', $pdu->{short_message}) });
    $peer->submit_sm_resp(@seq, message_id => $id);
    $peer->deliver_sm(
        esm_class => 4,
        source_addr => $pdu->{destination_addr},
        destination_addr => $pdu->{source_addr},
        # Gateways report in one of two ways: by parameters, of which the id ends with a NUL, or by a text.
        $taken % 2
            ? (receipted_message_id => "$id\0", message_state => "\x02")
            : (short_message => "id:$id sub:001 dlvrd:001 submit date:2611221200 done date:2611221200"
                . ' stat:DELIVRD err:000 text:'),
    );
}
