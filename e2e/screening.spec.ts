import { expect, test } from './server.ts';
import { onDatabase, PEOPLE, signIn } from './support.ts';

test.use({ sharedTab: true });

test('CU-08, ST-04 files are looked at before they are loaded, and a case is read and decided', async ({
  page,
  paydesk,
}) => {
  const id = await onDatabase(paydesk, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from screening_cases where status = 'OPEN' and risk_class <> 'HIGH' order by id limit 1`,
    );
    return rows[0]!.id;
  });
  await signIn(page, PEOPLE.staff);
  await page.goto('/settings/bin-ranges');
  await page.getByRole('button', { name: 'Load ranges' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'ranges.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'from,to,scheme,issuer,country\n411111,411111,VISA,Oak,LV\n4,5,VISA,Oak,LV\n',
    ),
  });
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await expect(dialog.getByText('Line 3: From must be six to eight digits')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Replace all with these 1' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/screening');
  await page.getByRole('button', { name: 'Load sanctions list' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Whose list').selectOption('Another list');
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id,name,born\n1,Zoltan Feherlofia,1950-01-02\n'),
  });
  await dialog.getByRole('button', { name: 'Check file' }).click();
  await dialog.getByRole('button', { name: 'Replace all with these 1' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 people loaded')).toBeVisible();
  await page.getByRole('link', { name: 'Cases to read' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Screening Cases' })).toBeVisible();
  await page.goto(`/screening/cases/${id}`);
  await expect(page.getByText('What we know')).toBeVisible();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Decision').selectOption('Somebody else');
  await dialog.getByLabel('Reason').fill('Born on another day');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Born on another day')).toBeVisible();
  await onDatabase(paydesk, async (client) => {
    await client.query('delete from sanctioned_names');
    await client.query(
      `update screening_cases set status = 'OPEN', first_decision = null, first_by = null,
         first_date = null, first_user_id = null, reason = null, decided_by = null, decided_date = null
       where id = $1`,
      [id],
    );
  });
});
