import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/**
 * As much of a pooler in transaction mode as shows what breaks behind one: each transaction of each
 * client runs on whichever of its connections is free, the last used first; settings that a client asks
 * for when it connects are refused but for its name, and everybody is let in.
 */
export async function openPooler(backend: ClientConfig, { size = 20 } = {}) {
  const free: Socket[] = [];
  const waiting: ((line: Socket) => void)[] = [];
  const lines: Client[] = [];
  for (let nth = 0; nth < size; nth++) {
    const line = new Client(backend);
    line.on('error', () => {});
    await line.connect();
    lines.push(line);
    const { stream } = (line as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    free.push(stream);
  }
  const refused = new Set<string>();

  const server = createServer((client) => {
    let started = false;
    let line: Socket | undefined;
    let asked: Promise<Socket> | undefined;
    let buffered = Buffer.alloc(0);
    const back = (chunk: Buffer) => {
      client.write(chunk);
      buffered = Buffer.concat([buffered, chunk]);
      while (buffered.length >= 5 && buffered.length > buffered.readUInt32BE(1)) {
        const length = buffered.readUInt32BE(1) + 1;
        const isOver = buffered[0] === 0x5a && buffered[5] === 0x49;
        buffered = buffered.subarray(length);
        if (isOver) give();
      }
    };
    function give() {
      if (!line) return;
      line.off('data', back);
      const next = waiting.shift();
      if (next) next(line);
      else free.push(line);
      line = asked = undefined;
    }
    async function take(): Promise<Socket> {
      const taken = free.pop() ?? (await new Promise<Socket>((resolve) => waiting.push(resolve)));
      line = taken.on('data', back);
      return taken;
    }
    client.on('error', () => {});
    client.on('close', give);
    client.on('data', (chunk: Buffer) => {
      if (!started) {
        started = true;
        const names = chunk
          .subarray(8)
          .toString()
          .split('\0')
          .filter((_, nth) => nth % 2 === 0);
        const allowed = ['user', 'database', 'application_name', 'client_encoding', ''];
        const strange = names.find((name) => !allowed.includes(name));
        if (strange === undefined) return void client.write(WELCOME);
        refused.add(strange);
        const words = `SFATAL\0C08P01\0Munsupported startup parameter: ${strange}\0\0`;
        const head = Buffer.from([0x45, 0, 0, 0, 0]);
        head.writeUInt32BE(words.length + 4, 1);
        return void client.end(Buffer.concat([head, Buffer.from(words)]));
      }
      if (chunk[0] === 0x58) return void client.end();
      if (line) line.write(chunk);
      else void (asked = (asked ?? take()).then((taken) => (taken.write(chunk), taken)));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    refused,
    close() {
      server.close();
      for (const line of lines)
        (line as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    },
  };
}

/** Let in, a key that cancels nothing, ready. */
const WELCOME = Buffer.from('5200000008000000004b0000000c00000001000000015a0000000549', 'hex');
