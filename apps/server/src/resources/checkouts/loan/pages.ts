import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { informationOf } from '../../../domain/lending/papers.ts';
import { loanDocument, loanOfToken } from '../../../domain/lending/view.ts';
import { Refusal } from '../../../platform/errors.ts';
import type { Page, PageAnswer } from '../../../platform/http/pages.ts';
import type { Services } from '../../../platform/services.ts';
import { borrowedFor, offeredProducts } from './offered.ts';

export const informationUrl = (checkoutId: string, productId: string, months: number): string =>
  `/pay/c/${checkoutId}/information/${productId}/${months}.pdf`;

/** The loan's papers as files that a browser opens: what is read before consent, and what was read and signed. */
export function loanPapers(services: Services): Page[] {
  const information = async (id: string, productId: string, file: string) => {
    const [, digits] = /^([1-9]\d{0,2})\.pdf$/.exec(file) ?? [];
    if (!isUuid(id) || !digits) return null;
    const months = Number(digits);
    const products = await offeredProducts(services, await borrowedFor(services, id));
    const product = products.find(
      (one) =>
        one.productId === productId.toLowerCase() &&
        months >= one.minMonths &&
        months <= one.maxMonths,
    );
    if (!product) return null;
    const { bytes } = await informationOf(services, id, product, months);
    return { bytes, name: 'consumer-credit-information.pdf' };
  };

  const document = async (
    token: string,
    file: string,
  ): Promise<{ bytes: Buffer; name: string } | null> => {
    const id = file.replace(/\.pdf$/, '');
    if (!isUuid(id) || !isUuid(token)) return null;
    const loan = await loanOfToken(services, token);
    return loan ? loanDocument(services, loan.id, id) : null;
  };

  return [
    {
      path: '/pay/c/{id}/information/{product}/{file}',
      serve: ({ params: { id = '', product = '', file = '' } }) =>
        served(information(id, product, file)),
    },
    {
      path: '/pay/loan/{token}/documents/{file}',
      serve: ({ params: { token = '', file = '' } }) => served(document(token, file)),
    },
  ];
}

const HEADERS = {
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

async function served(found: Promise<{ bytes: Buffer; name: string } | null>): Promise<PageAnswer> {
  const file = await found.catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!file) return { status: 404, type: 'text/plain', body: 'Not found', headers: HEADERS };
  return {
    type: 'application/pdf',
    body: file.bytes,
    headers: { ...HEADERS, 'content-disposition': `inline; filename="${file.name}"` },
  };
}
