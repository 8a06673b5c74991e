import { readFile } from 'node:fs/promises';
import { headersOf, listOn, watchCalls } from './lists.ts';
import { expect, test } from './server.ts';
import { PEOPLE, rowsOf, signIn } from './support.ts';
import { patient } from './patience.ts';

const COLUMNS = 'ID|Type|Status|Started|Finished|Duration|Processed|Failed|Error';

test('AT-02..04, API-18, API-19 the runs of the tasks: columns, filters, chips and the file', async ({
  page,
  paydesk,
}) => {
  // Written down by a server: the demo's own that was cut short is the newest but for it, at any hour.
  await expect
    .poll(() =>
      rowsOf(
        paydesk,
        `select from task_executions where type = 'HOUSEKEEPING' and status = 'SUCCESS'
           and started_date > (select max(started_date) from task_executions
             where type = 'HOUSEKEEPING' and status <> 'SUCCESS')`,
      ).then((rows) => rows.length),
    )
    .toBeGreaterThan(0);
  await signIn(page, PEOPLE.technical);
  const asked = watchCalls(page, '/api/task-executions');
  // the number of those that failed is asked for beside them
  const calls = () => asked.filter((one) => one.get('size') !== '1');
  await page.goto('/task-executions');
  const list = listOn(page, 'Task Executions');
  await expect(list.rows).toHaveCount(50);
  expect(Object.fromEntries(calls()[0]!)).toMatchObject({ sort: 'createdDate,DESC' });
  expect(await headersOf(list.table)).toEqual(COLUMNS.split('|'));
  // the house's own keeping, of which the log is sealed every minute, hides all others
  const fewer = page.getByRole('button', { name: 'Business tasks' });
  await fewer.click();
  await expect(fewer).toHaveAttribute('aria-pressed', 'true');
  await expect(list.rows.filter({ hasText: /Audit seal|Housekeeping|Key change/ })).toHaveCount(0);
  await expect(list.rows).toHaveCount(50);
  await fewer.click();
  await expect(page).toHaveURL('/task-executions');
  // what somebody has to see to, as many as it says
  const failed = page.getByRole('button', { name: /^Failed [\d']+$/ });
  const [failures] = await rowsOf<{ count: string }>(
    paydesk,
    `select count(*) from task_executions where status in ('FAILED', 'PARTLY_FAILED')`,
  );
  await expect(failed).toHaveText(`Failed ${failures!.count}`);
  await failed.click();
  await expect.poll(() => calls().at(-1)!.get('f_status')).toBe('FAILED,PARTLY_FAILED');
  await expect(list.rows.filter({ hasNotText: /Failed|Partly failed/ })).toHaveCount(0);
  await failed.click();
  await expect(page).toHaveURL('/task-executions');
  // who reads runs and begins none (AM-82)
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  await list.filter('Type').selectOption('Settlement batch');
  await list.filter('Status').selectOption('Failed');
  await expect.poll(() => calls().at(-1)!.get('f_status')).toBe('FAILED');
  await expect(list.rows.filter({ hasNotText: 'Settlement batch' })).toHaveCount(0);
  const row = list.rows.first();
  await expect((await list.cell(row, 'Status')).getByText('Failed')).toBeVisible();
  await expect(await list.cell(row, 'Error')).not.toHaveText('—');
  await expect(await list.cell(row, 'Processed')).toHaveText('—');
  await expect(await list.cell(list.rows.first(), 'Duration')).toHaveText(
    /^—$|^[\d.]+ (ms|s|min|h)/,
  );
  const count = await list.rows.count();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text.match(/,SETTLEMENT_BATCH,FAILED,/g)).toHaveLength(count);
});

test('AT-02, AM-82 a task that failed is run by hand: asked first where it charges, followed to its end, written down by whom', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/task-executions?f_type=JOURNAL_CHECK&f_status=FAILED');
  const list = listOn(page, 'Task Executions');
  await list.rows.first().getByRole('button', { name: 'Journal check', exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Run now' }).click();
  await expect(panel.getByText('Asked for, begins within 10 s')).toBeVisible();
  const came = panel.getByRole('status').getByRole('link');
  await came.click({ timeout: patient(60_000) });
  await expect(panel.getByRole('heading', { name: /^Journal check · / })).toBeVisible();
  await expect(panel.getByText(PEOPLE.staff.name)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/task-executions?f_type=RECURRING_CHARGE');
  await list.rows.last().getByRole('button', { name: 'Actions for Recurring charge' }).click();
  await page.getByRole('menuitem', { name: 'Run now' }).click();
  const asks = page.getByRole('dialog', { name: 'Run ‘Recurring charge’ now?' });
  await expect(asks).toContainText('A day that is due is charged once');
  await asks.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/settings/system');
  const row = page.getByRole('table', { name: 'Tasks' }).getByRole('row', { name: /Housekeeping/ });
  await row.getByRole('button', { name: 'Actions for Housekeeping' }).click();
  await page.getByRole('menuitem', { name: 'Run now' }).click();
  await expect(row).toContainText('Asked for, begins within 10 s');
  await expect(row).not.toContainText('Asked for', { timeout: patient(60_000) });
  await expect(row).toContainText('Success');

  await page.goto('/audit-logs?f_action=RUN_TASK');
  const log = listOn(page, 'Audit Logs');
  for (const said of ['Run task now', PEOPLE.staff.name, 'Task: Journal check'])
    await expect(log.rows.filter({ hasText: said }).first()).toBeVisible();
});

test('RO-07 neither is anything for a merchant', async ({ page }) => {
  await signIn(page, PEOPLE.owner);
  for (const address of ['/task-executions', '/audit-logs']) {
    await page.goto(address);
    await expect(
      page.getByRole('heading', { name: 'You are not allowed to see this page.' }),
    ).toBeVisible();
  }
});
