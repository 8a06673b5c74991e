import type { FastifyRequest } from 'fastify';

/** Whether a call prefers that, by its header (RFC 7240): 'respond-async, wait=3'. */
export const prefers = ({ headers }: FastifyRequest, what: string): boolean =>
  String(headers.prefer ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .some((one) => one.trim() === what);
