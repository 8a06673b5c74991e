import { shoppersFailureOf } from '@paydesk/contract/declines.ts';
import { sql } from 'kysely';
import type { Decided } from '../../gateways/acquirer.ts';
import { dueRows, eachDue, whileTaken, type Due, type Leases } from '../../platform/leases.ts';
import { invalid } from '../../platform/errors.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { cardPageOf } from '../payments/card-page.ts';
import {
  advance,
  cardTyped,
  holdChange,
  openChange,
  replaceCard,
  type CardChange,
  type Doer,
} from './card-change.ts';
import { released, routeOf, settled, type Also, type Step } from './card-release.ts';
import { BY, holdRecurring, type Recurring } from './rows.ts';
import { recurringUrl } from './tell.ts';

/** A payer's new card: the acquirer is asked with no lock held, and what it says is written down under one. */

/** Who is at a page so long has gone. */
const CARD_MINUTES = 60;
const CHALLENGE_MINUTES = 30;

const returnTo = (services: Services, one: Recurring) => `${recurringUrl(services, one)}/return`;

/** Opens the acquirer's page for a new card, the same however often it is asked for. */
export async function askNewCard(
  services: Services,
  found: Recurring,
  frame: boolean,
  by: Doer,
): Promise<void> {
  const { database } = services;
  const { id, merchant_id } = found;
  const { change, one, merchantName } = await database.transaction('all', async (tx) => {
    await lockMerchant(tx, merchant_id, 'kept');
    const recurring = await holdRecurring(tx, { id, merchant_id });
    const { name } = await tx
      .selectFrom('merchants')
      .select('name')
      .where('id', '=', merchant_id)
      .executeTakeFirstOrThrow();
    const opened = await openChange(tx, services, recurring, frame, by);
    return { change: opened, one: recurring, merchantName: name };
  });
  if (change.stage !== 'CARD') return;
  const page = await cardPageOf(services, change, merchantName, returnTo(services, one), 'card');
  await database.transaction('all', async (tx) => {
    const held = await holdChange(tx, change.id);
    if (held?.change.stage !== 'CARD') return;
    await (page.outcome === 'opened'
      ? advance(tx, held.change, 'CARD', by, {
          page_url: page.url,
          frame: held.change.frame && page.framed,
        })
      : advance(tx, held.change, 'ABANDONED', by, { reason: page.reason }));
  });
  if (page.outcome === 'refused')
    throw invalid('card', 'The page for the card was left: please try again');
}

/** Goes on as far as it goes without its payer: asks what came of the stage, and does what follows; ten at once do it once. */
export async function goOnWithCard(services: Services, id: string, by: Doer = BY): Promise<void> {
  for (let more = true; more;) {
    const change = await services.database.kysely
      .selectFrom('recurring_card_changes')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    more = change !== undefined && (await STEPS[change.stage]?.(services, change, by)) === true;
  }
}

const isOld = (services: Services, { created_date }: CardChange, minutes: number) =>
  services.now().getTime() - Date.parse(created_date) > minutes * 60_000;

const typed: Step = async (services, change, by) => {
  const answer = await services.acquirer.inquireCard(change.id, routeOf(change));
  if (answer.outcome === 'card') {
    await settled(services, change, (tx, held) => cardTyped(tx, held, answer.card, by));
    return true;
  }
  const left = answer.outcome === 'abandoned';
  if (left || isOld(services, change, CARD_MINUTES))
    await settled(services, change, (tx, held) =>
      advance(tx, held.change, 'ABANDONED', by, {
        reason: left ? answer.reason : 'No card was given in time',
      }),
    );
  return false;
};

const asked = async (services: Services, change: CardChange) => {
  const { acquirer, database } = services;
  const { token, one } = await database.transaction('all', async (tx) => ({
    one: await tx
      .selectFrom('recurring_payments')
      .selectAll()
      .where('id', '=', change.recurring_payment_id)
      .where('merchant_id', '=', change.merchant_id)
      .executeTakeFirstOrThrow(),
    token: (
      await tx
        .selectFrom('cards')
        .select('token')
        .where('id', '=', change.card_id)
        .executeTakeFirstOrThrow()
    ).token!,
  }));
  return acquirer.authorise({
    operationId: change.authorise_id,
    kind: 'AUTHORISE',
    transactionId: change.id,
    amountCents: change.amount_cents,
    currency: change.currency,
    token,
    threeDSecure: 'required',
    returnTo: returnTo(services, one),
    frame: change.frame,
    route: routeOf(change),
  });
};

/** What its bank says of the card; false where that was known. */
export const checked = (
  services: Services,
  change: CardChange,
  answer: Decided,
  by: Doer,
  also?: Also,
): Promise<boolean> =>
  settled(
    services,
    change,
    (tx, held) =>
      answer.outcome === 'approved'
        ? replaceCard(
            tx,
            services,
            held,
            'networkReference' in answer ? answer.networkReference : null,
            by,
          )
        : advance(tx, held.change, 'FAILED', by, {
            reason: shoppersFailureOf(answer.code ?? null).reason,
          }),
    also,
  );

const authorised: Step = async (services, change, by) => {
  const answer =
    change.stage === 'AUTHORISING'
      ? await asked(services, change)
      : await services.acquirer.inquireAuthorisation(change.authorise_id, routeOf(change));
  switch (answer.outcome) {
    case 'approved':
    case 'declined':
      await checked(services, change, answer, by);
      return true;
    case 'action': {
      const late = isOld(services, change, CARD_MINUTES + CHALLENGE_MINUTES);
      const known = late
        ? { reason: 'The bank was not answered in time' }
        : { page_url: answer.url };
      if (change.stage === 'AUTHORISING' || late)
        await settled(services, change, (tx, held) =>
          advance(tx, held.change, late ? 'RELEASING' : 'CHALLENGE', by, known),
        );
      return late;
    }
    default:
      return false;
  }
};

const STEPS: Partial<Record<CardChange['stage'], Step>> = {
  CARD: typed,
  AUTHORISING: authorised,
  CHALLENGE: authorised,
  RELEASING: released,
};

const BATCH = 20;
const LONGEST_PAUSE_SECONDS = 300;

/** For payers who do not come back, and answers that were lost. */
export const continueCardChanges = (services: Services): Task => ({
  name: 'continue-card-changes',
  everyMs: 1000,
  inEachProcess: true,
  async run(stopping) {
    const { kysely } = services.database;
    const leases: Leases = {
      table: 'recurring_card_changes',
      due: 'next_attempt_date',
      open: sql<boolean>`stage in ('CARD','AUTHORISING','CHALLENGE','RELEASING')`,
    };
    const work = (found: Due) => {
      const pauseSeconds = Math.min(2 ** Math.min(found.attempts, 20) * 5, LONGEST_PAUSE_SECONDS);
      const returning = sql<object>`id`;
      return whileTaken(kysely, leases, found, { pauseSeconds, returning }, () =>
        goOnWithCard(services, found.id),
      );
    };
    await eachDue(await dueRows(kysely, leases, sql`now()`, BATCH), work, { stopping });
  },
});
