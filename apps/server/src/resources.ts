import { pushAudit } from './platform/audit-push.ts';
import { writeHeads } from './platform/audit-heads.ts';
import { housekeeping } from './platform/housekeeping.ts';
import type { HandledKey, Handlers } from './platform/http/handlers.ts';
import type { Hook } from './platform/http/hooks.ts';
import type { Mount } from './platform/http/mounts.ts';
import type { Page } from './platform/http/pages.ts';
import type { ListDefinition } from './platform/list/definition.ts';
import { defineManifest, type Manifest, type Whole } from './platform/manifest.ts';
import { followInstallation } from './platform/installation.ts';
import { forgetChanges } from './platform/live/feed.ts';
import { ageOutbox } from './platform/outbox/ageing.ts';
import { mails, outboxTasks } from './platform/outbox.ts';
import { recordHandlers } from './platform/record/handlers.ts';
import { followKeys, reseal } from './platform/resealing.ts';
import { sealAudit } from './platform/seals.ts';
import { searchHandlers } from './platform/search/search.ts';
import type { Sources } from './platform/search/sources.ts';
import type { Services } from './platform/services.ts';
import { scheduledBackup } from './platform/backup/schedule.ts';
import { systemHandlers } from './platform/system.ts';
import type { Task } from './platform/tasks.ts';
import { runNowHandlers } from './platform/tasks/run-now.ts';
import { keepFigures, trendHandlers } from './platform/trends.ts';
import { toDoHandlers, type Done } from './platform/to-do.ts';
import { waitHandlers } from './platform/waits.ts';
import * as resources from './manifests.ts';

/** What belongs to no resource. */
const house = defineManifest({
  handlers: [
    (services) => searchHandlers(services, sources),
    (services) => toDoHandlers(services, toDo),
    waitHandlers,
    (services, all) => systemHandlers(services, all, () => tasksOf(services)),
    (services) => runNowHandlers(services, () => tasksOf(services)),
    trendHandlers,
  ],
  loops: [
    followInstallation,
    followKeys,
    forgetChanges,
    (services) => keepFigures(services, () => tasksOf(services)),
  ],
  tasks: {
    HOUSEKEEPING: housekeeping,
    AUDIT_SEAL: sealAudit,
    OUTBOX_AGEING: ageOutbox,
    BACKUP: scheduledBackup,
    KEY_CHANGE: (services) => reseal(services),
    AUDIT_HEAD: writeHeads,
    AUDIT_PUSH: pushAudit,
  },
  outgoing: { MAIL: mails },
});

const all = { ...resources, house };
const manifests: readonly Manifest[] = Object.values(all satisfies Whole<typeof all>);

/** What serves the rows of the endpoint table: the lists by themselves, the rest by handlers. */
export const lists: readonly ListDefinition[] = manifests.flatMap(
  ({ lists: own = [], records = [] }) => [...own, ...records.flatMap((record) => record.lists)],
);

export const handlersOf = (services: Services): Handlers<HandledKey> =>
  Object.assign(
    {},
    ...manifests.flatMap(({ handlers = [], records = [] }) => [
      ...records.map((record) => recordHandlers(services, record)),
      ...handlers.map((make) => make(services, lists)),
    ]),
  );

export const pagesOf = (services: Services): readonly Page[] =>
  manifests.flatMap(({ pages }) => pages?.(services) ?? []);

export const hooksOf = (services: Services): readonly Hook[] =>
  manifests.flatMap(({ hooks = [] }) => hooks.flatMap((make) => make(services) ?? []));

export const mountsOf = (services: Services): readonly Mount[] =>
  manifests.flatMap(({ mounts = [] }) => mounts.map((make) => make(services)));

export const tasksOf = (services: Services): Task[] => [
  ...manifests.flatMap(({ tasks = {}, loops = [] }) => [
    ...Object.entries(tasks).flatMap(([type, make]) => {
      const task = make(services);
      return task ? [{ ...task, type } as Task] : [];
    }),
    ...loops.map((make) => make(services)),
  ]),
  ...outboxTasks(services, Object.assign({}, ...manifests.map(({ outgoing }) => outgoing))),
];

/** What the search looks through. */
export const sources = Object.assign({}, ...manifests.map(({ search }) => search)) as Sources;

/** What says whether something to be done is. */
const toDo = Object.assign({}, ...manifests.map((one) => one.toDo)) as Done;
