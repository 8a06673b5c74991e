import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** The code that the documentation gives to merchants, run as it stands there: what it shows is what works. */

const DOCS = new URL('../../../docs/', import.meta.url);

async function codeWith<T>(file: string, name: string): Promise<T> {
  const text = readFileSync(new URL(file, DOCS), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code!);
  const source = blocks.find((block) => block.includes(`function ${name}(`));
  if (!source) throw new Error(`docs/${file} has no code of ${name}`);
  const module = (await import(
    `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(source))}`
  )) as Record<string, T>;
  return module[name]!;
}

interface Call {
  method: string;
  url: string;
  headers: Record<string, unknown>;
  body: string;
}

export const documented = async () => ({
  isFromPaydesk: await codeWith<(call: Call, certificate: string) => boolean>(
    'merchant-api.md',
    'isFromPaydesk',
  ),
  isReturnFromPaydesk: await codeWith<(url: string, certificate: string) => boolean>(
    'merchant-api.md',
    'isReturnFromPaydesk',
  ),
  signBasket: await codeWith<
    (certificate: { id: string; privateKey: string }, basket: object) => string
  >('widgets.md', 'signBasket'),
});
export type Documented = Awaited<ReturnType<typeof documented>>;
