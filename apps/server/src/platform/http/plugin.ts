import type { FastifyInstance } from 'fastify';

/** A plugin of the whole app, not of a scope of its own (what the package fastify-plugin marks). */
export default function plugin<O>(register: (app: FastifyInstance, options: O) => Promise<void>) {
  return Object.assign(register, { [Symbol.for('skip-override')]: true });
}
