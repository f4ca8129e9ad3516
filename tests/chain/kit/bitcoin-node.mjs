/**
 * A Bitcoin node of the regression test network, in memory, behind the part of Esplora's HTTP interface
 * that payments are looked up by, and commands of its own: `POST /pay` and others. A process of
 * its own: bcoin chooses its database by the environment. Prints its address and two
 * that can be paid once it serves; ends with its standard input.
 */
import bcoin from 'bcoin';

/** A coinbase can be spent after 100 blocks; so many more of them is what there is to spend. */
const FIRST_BLOCKS = 140;
const FEE = 1000;

const node = new bcoin.FullNode({
  network: 'regtest',
  memory: true,
  indexTX: true,
  indexAddress: true,
  workers: false,
});
// Its own interface would be at the same port for every node.
node.http.open = async () => {};
await node.open();
/** Wallets know no regression network of bcoin's own: all addresses are written as those of the test network. */
const written = (address) => address?.toString('testnet');
const parsed = (text) => bcoin.Address.fromString(text, 'testnet');
const addressOf = (key) => written(key.getAddress());
const purse = bcoin.KeyRing.generate(node.network.type);
const thief = bcoin.KeyRing.generate(node.network.type);
const [ours, theirs] = [1, 2].map(() => bcoin.KeyRing.generate(node.network.type));
const [wallet, somebody] = [ours, theirs].map(addressOf);
const coinbases = [];

async function mine(blocks) {
  for (let mined = 0; mined < blocks; mined++) {
    const block = await node.miner.mineBlock(null, purse.getAddress());
    if (!(await node.chain.add(block))) throw new Error('the node refused its own block');
    coinbases.push(bcoin.Coin.fromTX(block.txs[0], 0, node.chain.height));
  }
  return node.chain.height;
}

/** Spends a whole coinbase: what the outputs leave over goes back. */
async function pay(outputs) {
  const coin = coinbases.shift();
  const transaction = new bcoin.MTX();
  transaction.addCoin(coin);
  for (const { address, value } of outputs) transaction.addOutput({ address: parsed(address), value });
  const spent = outputs.reduce((sum, { value }) => sum + value, FEE);
  transaction.addOutput({ address: purse.getAddress(), value: coin.value - spent });
  transaction.sign(purse);
  await node.mempool.addTX(transaction.toTX());
  return transaction.txid();
}

/** Spends all that our wallet has in blocks: what is left after the outputs and the fee comes back to it. */
async function spend(outputs) {
  const transaction = new bcoin.MTX();
  const metas = await node.getMetaByAddress(parsed(wallet));
  for (const { tx, height } of metas.filter((meta) => meta.height >= 0)) {
    for (const [index, output] of tx.outputs.entries()) {
      if (written(output.getAddress() ?? undefined) !== wallet) continue;
      if (await node.chain.getCoin(tx.hash('hex'), index)) transaction.addCoin(bcoin.Coin.fromTX(tx, index, height));
    }
  }
  for (const { address, value } of outputs) transaction.addOutput({ address: parsed(address), value });
  const rest = transaction.getInputValue() - transaction.getOutputValue() - FEE;
  transaction.addOutput({ address: ours.getAddress(), value: rest });
  transaction.sign(ours);
  await node.mempool.addTX(transaction.toTX());
  return transaction.txid();
}

/** What blocks have of an address, as Esplora counts it. */
async function statsOf(address) {
  const found = await node.getMetaByAddress(parsed(address));
  const txids = new Set(found.filter(({ height }) => height >= 0).map(({ tx }) => tx.txid()));
  const described = await Promise.all([...txids].map(describe));
  const own = (outputs) => outputs.filter((each) => each.scriptpubkey_address === address);
  const funded = described.flatMap(({ vout }) => own(vout));
  const spent = described.flatMap(({ vin }) => own(vin.map(({ prevout }) => prevout)));
  const sum = (outputs) => outputs.reduce((total, { value }) => total + value, 0);
  return {
    address,
    chain_stats: {
      ...{ funded_txo_count: funded.length, funded_txo_sum: sum(funded), tx_count: txids.size },
      ...{ spent_txo_count: spent.length, spent_txo_sum: sum(spent) },
    },
  };
}

/** A transaction as Esplora writes it. */
async function describe(txid) {
  // Inside the node a hash is its bytes as they come, and so the other way round than people write it.
  const meta = await node.getMeta(txid.match(/../g).toReversed().join(''));
  if (!meta) return null;
  const view = await node.getMetaView(meta);
  const { tx, height, time } = meta;
  const output = ({ script, value }) => ({
    scriptpubkey: script.toRaw().toString('hex'),
    scriptpubkey_address: written(script.getAddress() ?? undefined),
    value,
  });
  const status = height < 0 ? { confirmed: false } : { confirmed: true, block_height: height, block_time: time };
  return {
    txid,
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs.map(({ prevout }) => ({
      txid: prevout.txid(),
      vout: prevout.index,
      prevout: output(view.getOutput(prevout)),
    })),
    vout: tx.outputs.map(output),
    status,
  };
}

/** The transactions of an address as Esplora lists them: what waits, then the newest 25, or 25 older than one. */
async function list(address, after) {
  // A transaction that pays an address twice is found twice.
  const found = await node.getMetaByAddress(parsed(address));
  const metas = [...new Map(found.map((meta) => [meta.tx.txid(), meta])).values()];
  const newest = metas.toSorted((a, b) => b.height - a.height || b.index - a.index);
  const waiting = metas.filter(({ height }) => height < 0).slice(0, 50);
  const inBlocks = newest.filter(({ height }) => height >= 0);
  const from = !after ? 0 : inBlocks.findIndex(({ tx }) => tx.txid() === after) + 1;
  const page = [...(after === undefined ? waiting : []), ...inBlocks.slice(from, from + 25)];
  return Promise.all(page.map(({ tx }) => describe(tx.txid())));
}

/** Replaces the newest blocks by as many and one more, and forgets what was in them and what waits. */
async function reorganise(blocks) {
  let entry = await node.chain.getAncestor(node.chain.tip, node.chain.height - blocks);
  for (let mined = 0; mined <= blocks; mined++) {
    const block = await node.miner.mineBlock(entry, purse.getAddress());
    entry = await node.chain.add(block);
  }
  await forget();
  return node.chain.height;
}

async function forget() {
  await node.mempool.reset();
}

async function answer(request) {
  const { pathname } = new URL(request.url);
  const [, asked] = /^\/address\/(\w+)$/.exec(pathname) ?? [];
  if (asked) return Response.json(await statsOf(asked));
  const [, address, blocks, after] = /^\/address\/(\w+)\/txs(\/chain(?:\/([0-9a-f]{64}))?)?$/.exec(pathname) ?? [];
  if (blocks === '/chain') return Response.json(await list(address, ''));
  if (address) return Response.json(await list(address, after));
  if (pathname === '/blocks/tip/height') return new Response(String(node.chain.height));
  const [, txid] = /^\/tx\/([0-9a-f]{64})$/.exec(pathname) ?? [];
  if (txid) {
    const described = await describe(txid);
    return described ? Response.json(described) : new Response('Transaction not found', { status: 404 });
  }
  const command = await request.json();
  return Response.json(await COMMANDS[pathname](command));
}

const COMMANDS = {
  '/pay': ({ outputs }) => pay(outputs),
  '/spend': ({ outputs }) => spend(outputs),
  '/mine': ({ blocks }) => mine(blocks),
  '/reorganise': ({ blocks }) => reorganise(blocks),
  '/forget': () => forget(),
};

await mine(FIRST_BLOCKS);
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer });
const shown = (key) => ({ address: addressOf(key), privateKey: key.privateKey.toString('hex') });
const keys = { payer: shown(purse), thief: shown(thief) };
console.log(JSON.stringify({ url: server.url.origin, wallet, somebody, ...keys }));
await Bun.stdin.text();
process.exit(0);
