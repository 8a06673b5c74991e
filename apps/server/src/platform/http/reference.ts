import type { EndpointTable } from '@paydesk/contract/kernel/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import plugin from './plugin.ts';

/** The OpenAPI document and its reference page, both public (AM-110). */
export const reference = plugin(
  async (_app: FastifyInstance, _options: { table: EndpointTable }) => {},
);
