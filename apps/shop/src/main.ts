import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import type { FromShop, ShopStart, ToShop } from '@paydesk/contract/sandbox-shop.ts';
import { documented } from './documented.ts';
import { shopServer } from './server.ts';

/**
 * The sandbox shop, in a process of its own beside the console of a demo: whoever starts it says what it needs,
 * and it ends when that one does, however that one ends.
 */

// whoever has ended meanwhile hears nothing, and this ends by 'disconnect'
const tell = (message: FromShop) => process.send?.(message, () => undefined);

if (!process.send) {
  process.stderr.write('The shop is opened by npm start, beside the console of a demo\n');
  process.exit(1);
}
process.once('message', (shop: ShopStart) => {
  const asked = new Map<number, (done: boolean) => void>();
  process.on('message', ({ asked: which, done }: ToShop) => {
    asked.get(which)?.(done);
    asked.delete(which);
  });
  let last = 0;
  const ask = (question: (asked: number) => FromShop) =>
    new Promise<boolean>((done) => {
      asked.set(++last, done);
      tell(question(last));
    });
  const demo = {
    dispute: (becomes: DisputeStatus) =>
      ask((which) => ({ kind: 'dispute', asked: which, becomes })),
    pass: (days: number) => ask((which) => ({ kind: 'pass', asked: which, days })),
  };
  void documented().then((code) => {
    const server = shopServer({ shop, code, ...demo });
    server.once('error', () => process.exit(1));
    server.listen(shop.port, shop.host, () => tell({ kind: 'there' }));
  });
});
process.once('disconnect', () => process.exit(0));
// the terminal's Ctrl-C reaches it too: it ends with whoever started it
process.on('SIGINT', () => {});
