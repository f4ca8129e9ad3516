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
const [wallet, somebody] = [1, 2].map(() => addressOf(bcoin.KeyRing.generate(node.network.type)));
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
  const status =
    height < 0 ? { confirmed: false } : { confirmed: true, block_height: height, block_time: time };
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
  const from = after === undefined ? 0 : inBlocks.findIndex(({ tx }) => tx.txid() === after) + 1;
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
  const [, address, after] = /^\/address\/(\w+)\/txs(?:\/chain\/([0-9a-f]{64}))?$/.exec(pathname) ?? [];
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
